/**
 * Public classifications as prefixes of codes, `prefix,prefix=concept`; `prefix=` says that the code means none of our concepts.
 * Facts: SOC 2018 and O*NET, ISCO-08, OPM occupational series, ROME 4.0; NAICS 2022, NACE rev. 2 (NAF), a few SIC of 1987.
 */
export const functionCodes = [
  {
    // SOC and O*NET: 15-1252, 15-1132.00
    form: /^\d{2}-\d{4}(?:\.\d{2})?$/,
    codes: `
111011,111021=management 112011=advertising 112021=marketing 112022=sales 112032=public-relations 112033=nonprofit-development 113012=administration 113013=facilities
113021=it 113031=finance 113051=manufacturing 113061=purchasing 113071=supply-chain 113111=benefits 113121=human-resources 113131=training 119013=agriculture 119021=construction
119031,119032,119033=education 119041=engineering 119051=food-service 119081=hotel 119111=health-admin 119141=property-management 119151=social-services 119161=emergency-management
131011=  131020,131021,131022,131023=purchasing 131031=claims 131041=compliance 131051=construction 131071=human-resources 131074=human-resources 131075=labor-relations 131081=supply-chain 131082=project-management
131111=consulting 131121=event-planning 131131=nonprofit-development 131141=benefits 131151=training 131161=market-research 132011=accounting 132031=accounting 132041=credit 132051=finance
132052=financial-planning 132053=insurance 132054=risk 132061=  132071,132072=credit 132081,132082=tax 132=finance
151211=systems 151212=cybersecurity 151221=research 151231=networking 151232=technical-support 151241=networking 151242,151243=database 151244=networking 151251,151252=software
151253=software-testing 151254=web-development 151255=web-design 152011=actuarial 152021=statistics 152031=statistics 152041=statistics 152051=data-science
151111=research 151121=systems 151122=cybersecurity 151131,151132,151133=software 151134=web-development 151141=database 151142,151143=networking 151151,151152=technical-support 15=it
171011=architecture 171012=architecture 172011=aerospace-engineering 172031=biomedical-engineering 172041=chemical-engineering 172051=civil-engineering 172061=hardware 172071,172072=electrical-engineering
172081=environmental-engineering 172111=safety-engineering 172112=industrial-engineering 172131=materials-engineering 172141=mechanical-engineering 172161=nuclear-engineering 172171=chemical-engineering 172=engineering 1730,173=drafting 17302=engineering
191=biology 19102=biology 19103=natural-resources 192031=chemistry 192041=environment 192042=physics 192=physics 193011=economics 193022=market-research 193033,193034,193039=psychology 193031=psychology 193051=urban-planning 193=social-science
194=lab 1950=safety-engineering 211011,211014=mental-health 211012=school-counseling 211013=mental-health-therapy 21101=counseling 21102=social-work 211091,211094=public-health 211092=corrections 211093=social-services 212=religion
231011=law 231012=law 2310=law 232011=paralegal 23=law 251=education 252011=early-childhood 25205=special-education 252=education 253031=education 253041=tutoring 253=education 2540=library 254=library 259031=curriculum 259=education
271011=design 271012,271013=fine-arts 271014=animation 271021=industrial-design 271022=fashion-design 271024=graphic-design 271025=interior-design 2710=design 272022=coaching 272=performing-arts 27201=performing-arts 272012=media 273023=journalism
273031=public-relations 273041=writing 273042=technical-writing 273043=writing 273091=translation 2730=writing 274021=photography 274=media
29102=dental 29105=pharmacy 291122,291123,291125,291126,291127=physical-therapy 291131=veterinary 291141,291151,291161,291171=nursing 292052=pharmacy 292061=nursing 292072=health-admin 29=clinical
311120,311121,311122=home-care 311131=nursing 3111=nursing 31909=clinical 319091=dental 31=clinical 333012=corrections 331011=corrections 331012=law-enforcement 331021,332=fire 333=law-enforcement 33902=law-enforcement 339032,339091=guarding 339092=sports 33=public-safety
351011,352=culinary 35=food-service 371=facilities 372011,372012=cleaning 373=landscaping 37=facilities 392=animal-care 39=  395=beauty 396=hotel 397=tourism 399011=childcare 399031=fitness 399032=sports
411=sales 412011,412031=retail-sales 413011=advertising 413021=insurance 413031=investment 413041=tourism 413=sales 414=sales 419022,419021=real-estate 419031=sales-engineering 419041=inside-sales 41=sales
431=administration 433011=credit 433031=bookkeeping 433051=payroll 433061=purchasing 433071=banking 434051=customer-service 434081=hotel 434161=human-resources 434=administration 435=supply-chain 436=administration 439021=data-entry 43=administration
45=agriculture 454=forestry 472031=carpentry 472111=electrician 472152=plumbing 47=construction 499021=hvac 493=automotive 49=installation-repair 514041=machining 51412=welding 51=manufacturing 5320,532=aviation 533=trucking 537065,537062=warehouse 53=transportation
`,
  },
  {
    // ISCO-08: four digits, first 1 to 9
    form: /^[1-9]\d{3}$/,
    codes: `
1112=management 1120=management 1211=finance 1212=human-resources 1219=administration 1221=marketing 1222=public-relations 1223=research 1311=agriculture 1321=manufacturing 1323=construction 1324=supply-chain 1330=it 1341=childcare 1342=health-admin 1344=social-services
1345=education 1346=banking 1411=hotel 1412=food-service 1420=retail 1431=sports
2111=physics 2112=physics 2113=chemistry 2114=physics 2120=statistics 2131=biology 2132=agriculture 2133=environment 2141=industrial-engineering 2142=civil-engineering 2143=environmental-engineering 2144=mechanical-engineering 2145=chemical-engineering 2149=engineering
2151,2152=electrical-engineering 2153=networking 2161=architecture 2162=landscaping 2163=design 2164=urban-planning 2166=graphic-design 2211,2212=clinical 2221,2222=nursing 2240=clinical 2250=veterinary 2261=dental 2262=pharmacy 2264=physical-therapy 2265=clinical
2310,2320,2330,2341=education 2342=early-childhood 2351=curriculum 2352=special-education 2353,2354,2355=education 2356=training 2359=education 2411=accounting 2412=financial-planning 2413=finance 2421=consulting 2422=policy 2423=human-resources 2424=training 2431=marketing
2432=public-relations 2433=sales 2434=sales 2511=systems 2512=software 2513=web-development 2514=software 2519=software 2521=database 2522=systems 2523=networking 2529=cybersecurity 2611=law 2619=law 2621=fine-arts 2622=library 2631=economics 2632=social-science 2634=psychology 2635=social-work
2636=religion 2641=writing 2642=journalism 2643=translation 2651=fine-arts 2652,2653,2654,2655=performing-arts 2656=broadcasting
3112=civil-engineering 3113,3114=electrical-engineering 3115=mechanical-engineering 3116=chemical-engineering 3118=drafting 3141=biology 3142=agriculture 3151,3152=maritime 3153=aviation 3211,3212=clinical 3213=pharmacy 3221=nursing 3240=veterinary 3251=dental 3255=physical-therapy 3256=clinical
3311=investment 3312=credit 3313=accounting 3314=statistics 3315=claims 3321=insurance 3322=sales 3323=purchasing 3331=supply-chain 3332=event-planning 3333=recruiting 3334=real-estate 3341=administration 3342=paralegal 3343=administration 3344=health-admin 3352=tax 3411=paralegal 3412=social-work
3422=coaching 3423=fitness 3431=photography 3432=interior-design 3434=culinary 3511=it 3512=technical-support 3513=networking 3514=web-development 3521=broadcasting
4110=administration 4120=administration 4131,4132=data-entry 4211=banking 4212=  4214=credit 4221=tourism 4222=call-center 4223=administration 4224=hotel 4225=customer-service 4226=administration 4227=market-research 4311=bookkeeping 4312=finance 4313=payroll 4321=warehouse 4322=manufacturing 4323=transportation 4411=library 4416=human-resources
5111=aviation 5113=tourism 5120=culinary 5131,5132=food-service 5141=beauty 5142=beauty 5151,5152,5153=cleaning 5161= 5164=animal-care 5165=education 5221,5222,5223=retail-sales 5230=retail-sales 5244=inside-sales 5246=food-service 5249=sales 5311=childcare 5312=education 5321=nursing 5322=home-care 5411=fire 5412=law-enforcement 5413=corrections 5414=guarding
6111,6112,6114,6121,6122,6130=agriculture 6113=landscaping 6210=forestry
7111,7112,7113,7114,7119=construction 7115=carpentry 7121,7122,7123,7124,7125=construction 7126=plumbing 7127=hvac 7131=construction 7212=welding 7213,7214,7222,7223=machining 7231=automotive 7232=automotive 7233=installation-repair 7311=skilled-trades 7411=electrician 7412=electrician 7413=electrician 7421,7422=installation-repair 7511,7512=culinary 7522=carpentry 7531=textile
8111=energy 8121,8122,8131,8141,8142,8151,8160,8171,8181,8183,8189,8211,8212,8219=manufacturing 8182= 8311=transportation 8321,8322,8331,8332=trucking 8341=agriculture 8342,8343=construction 8344=warehouse 8350=maritime
9111,9112=cleaning 9121,9122,9123,9129=cleaning 9211,9212,9213=agriculture 9214=landscaping 9215=forestry 9311,9312,9313=construction 9321,9329=manufacturing 9333=warehouse 9334=retail 9411,9412=food-service 9621=trucking
`,
  },
  {
    // OPM series of white-collar work: 0001 to 2299
    form: /^(?:0\d{3}|1\d{3}|2[0-2]\d{2})$/,
    codes: `
0018=safety-engineering 0020=urban-planning 0060=religion 0080=guarding 0081=fire 0083=law-enforcement 0085=guarding 0007=corrections 0006=corrections 0101=social-science 0110=economics 0130=international-affairs 0131=international-affairs 0132=international-affairs 0150=social-science 0170=social-science 0180=psychology 0184=social-science 0185,0186,0187=social-work 0188,0189=sports
02=human-resources 0260=human-resources 0301,0303,0304,0305,0318,0326,0342,0344=administration 0340=project-management 0341=administration 0343=business-analysis 0346=supply-chain 0356=data-entry 0391=networking 0401,0403,0404,0405,0413,0414,0415=biology 0408=natural-resources 0454,0457,0486=natural-resources 0458,0470,0471=agriculture 0460,0462=forestry 0482=natural-resources 04=biology
0501,0505=finance 0510=accounting 0511=auditing 0512,0526,0592=tax 0525,0530,0540,0544,0545=accounting 0560,0561=accounting 0570,0580=banking 05=finance 0601,0602,0603,0620,0621,0622,0630,0635,0636,0638,0640,0644,0645,0646,0647,0648,0649=clinical 0610=nursing 0631,0633,0665=physical-therapy 0660,0661=pharmacy 0670,0671,0675,0679,0669=health-admin 0680,0681,0682=dental 0685=public-health 0690=safety-engineering 06=clinical
07=veterinary 0801,0802=engineering 0804=fire 0806=materials-engineering 0808=architecture 0809,0810=civil-engineering 0807=landscaping 0819=environmental-engineering 0830=mechanical-engineering 0840=nuclear-engineering 0850,0855=electrical-engineering 0854=hardware 0858=biomedical-engineering 0861=aerospace-engineering 0893=chemical-engineering 0896=industrial-engineering 08=engineering
0950,0986=paralegal 0901,0904,0905,0930,0935,0945=law 0962,0996,0998=  09=law 1008=interior-design 1010,1015,1016=fine-arts 1020=graphic-design 1035=public-relations 1040,1045,1046=translation 1051,1054,1056=performing-arts 1060=photography 1071=media 1082,1083,1087=writing 1084=graphic-design 10=arts
1101=  1102,1105,1106=purchasing 1103=supply-chain 1104= 1109=nonprofit-development 1130= 1140= 1144=retail 1150= 1152=manufacturing 1160=finance 1163=insurance 1165=credit 1169=tax 1170,1171,1173=real-estate 1176=facilities 1220,1221,1222,1223,1224,1226=intellectual-property
1306,1310,1313,1315,1330,1340,1350,1360,1370,1372,1373=physics 1320=chemistry 1301=science 1311=lab 13=science 1410,1411=library 1412=library 1420,1421=library 1510=actuarial 1515=statistics 1520=statistics 1529,1530=statistics 1550=computer-science 1560=data-science 1601,1640,1603=facilities 16=facilities
1701,1702,1720,1725,1740,1750=education 1710=education 1712=training 17=education 1801,1802= 1810=law-enforcement 1811=law-enforcement 18= 1910=quality 2001,2003,2005,2010,2030,2050=supply-chain 2101,2102,2130,2131,2144,2150=transportation 2152,2181,2183,2185=aviation 2154=aviation 21=transportation 2210=it 2299=it
`,
  },
  {
    // ROME: a letter and four digits
    form: /^[A-N]\d{4}$/,
    codes: `
A1203=landscaping A12=landscaping A15=animal-care A=agriculture B=arts B18=textile C1101,C1102,C11=insurance C12=banking C13=investment C15=real-estate D1101,D1102,D1103,D11=culinary D12=beauty D14=sales D1401,D1402,D1403,D1406,D1407=sales D15=retail D1501,D1502,D1503=retail D1505,D1506,D1507=retail-sales
E1101=social-media E1103=communications E1104=web-design E1106=journalism E1105=writing E1107=event-planning E1108=translation E1205=graphic-design E12=media E13=manufacturing E14=advertising F1101=architecture F1102=interior-design F1106=construction F11=civil-engineering F12=construction F1201=construction F1602=electrician F1603=plumbing F16=construction F17=construction F13=construction F14= F15=construction
G11=tourism G12=sports G1203=sports G13=tourism G14=hotel G15=cleaning G16=culinary G1803=food-service G18=food-service G17=hotel H1206=research H1203=drafting H1101=technical-support H1102=management H1202,H1209=electrical-engineering H1303=safety-engineering H1302=safety-engineering H15=quality H1502=quality H12=research H29=manufacturing H2903=machining H2913=welding H=manufacturing
I1304=installation-repair I1604=automotive I16=automotive I1203=facilities I1308=hvac I1401=technical-support I=installation-repair J1102=clinical J1506=nursing J1501=nursing J15=nursing J1202=pharmacy J1307=pharmacy J1404=physical-therapy J=clinical
K1104=psychology K1201=social-work K12=social-services K1302=home-care K1301=home-care K1303=childcare K1304=home-care K13=home-care K14=government K1706=law-enforcement K1705=fire K17=public-safety K1801=school-counseling K18=counseling K1901=law K1902=paralegal K1903=law K19=law K21=education K2107,K2106,K2108=education K2111=training K2104=education K2204=cleaning K22=cleaning K2402,K2401=research K2501,K2503=guarding K2602= K1601,K1602=library
L=performing-arts L1401=sports L15=media L13=media M11=purchasing M1202=auditing M1201=finance M1203=accounting M1204,M1205=finance M1206=accounting M1207=finance M1301,M1302=management M1401=market-research M1402=consulting M1403=business-analysis M1404=market-research M15=human-resources M1501,M1502,M1503=human-resources M16=administration M1601=administration M1607=administration M1705=marketing M1703=product-management M1704=customer-service M1707=sales M17=marketing
M1801,M1810=systems M1802=it M1803=it M1804=networking M1805=software M1806=consulting M18=it N1101,N1103,N1105=warehouse N11=warehouse N12=supply-chain N13=supply-chain N21=aviation N2204= N22=aviation N31=maritime N41=trucking N4101,N4105=trucking N42=transportation N43=transportation
`,
  },
];

export const industryCodes = [
  {
    // NACE rev. 2, written as NAF: 7022Z, 62.01Z, 62.02
    form: /^(?:\d{4}[A-Z]|\d{2}\.\d{2}[A-Z]?)$/,
    codes: `
01=agriculture 02=forestry 03=agriculture 05,07,08=mining 06=oil-gas 09=oil-field 10=food-manufacturing 11=food-beverage 12=tobacco 13=textiles 14,15=fashion 16=forestry 17,18=packaging 19=oil-gas 20=chemicals 2042=cosmetics 21=pharma 22=chemicals 23=building-materials 24,25=metals 254=defense
26=electronics 2611=semiconductors 2620=hardware 263=telecom 266=medical-devices 27=electronics 28=machinery 29=automotive 301=maritime 302=rail 303=aerospace 304=defense 31=furniture 321=fashion 325=medical-devices 32,33=manufacturing 35=utilities 36,37=utilities 38,39=waste 41=construction 42=construction 43=construction-trades
451,453=automotive-sales 452=automotive 46=wholesale 4711=supermarkets 4773=pharmacy-retail 4791=ecommerce 47=retail 491,492=rail 494=trucking 49=transportation 50=maritime 51=airlines 521=warehousing 52=logistics 53=logistics 55=hotels 56=restaurants 5811=publishing 5813=journalism 5814=publishing 581=publishing 582=software 59=film-tv 60=film-tv 61=telecom
6201=software 6202=it-consulting 6203,6209=it-services 631=it-services 6312=internet 639=journalism 641=banking 642=investment 643=investment 649=financial-services 65=insurance 6622=insurance 6630=investment 661=financial-services 68=real-estate 691=law 692=accounting 701=  7021=pr 7022=consulting 7111=architecture 7112=engineering-services 712=technical-consulting 72=research 7211=biotech 731=advertising-marketing 732=market-research
741=design 742=photography 743=publishing 749= 75=veterinary 77=rental 78=staffing 79=tourism 80=security-services 81=facilities-services 822=outsourcing 823=events 8411,8412,8413=government 8421=international-affairs 8422=defense 8423,8424,8425=government 84=government 851,852,853=k12 8510=early-education 854=higher-ed 855=adult-education 85=education
861=hospitals 862=medical-practice 869=healthcare 86=healthcare 87=nursing-care 8891=early-education 88=social 90=arts 91=museums 92=gambling 9311,9312=sports 9313=fitness 93=recreation 9491=religious 9492=politics 94=nonprofit 95,96=consumer-services
`,
  },
  {
    // NAICS, three to six digits (two-digit sectors are no codes without their name)
    form: /^(?:1[1]|2[123]|3[1-3]|4[24589]|5[1-6]|6[12]|7[12]|81|92)\d{1,4}$/,
    codes: `
111,112,115=agriculture 113=forestry 114=agriculture 211=oil-gas 212=mining 2131=oil-field 221=utilities 221114,221115=renewables 236=construction 237=construction 238=construction-trades 311=food-manufacturing 312=food-beverage 3122=tobacco 313,314=textiles 315,316=fashion 321=forestry 322,323=packaging 324=oil-gas 325=chemicals 3254=pharma 3256=cosmetics 326=chemicals 327=building-materials
331,332=metals 333=machinery 334=electronics 3341=hardware 3342=telecom 3344=semiconductors 3345=electronics 335=electronics 336=automotive 3364=aerospace 3365=rail 3366=maritime 337=furniture 3391=medical-devices 339=manufacturing 423,424,425=wholesale 441=automotive-sales 445=supermarkets 446,456=pharmacy-retail 454=ecommerce 44,45=retail 449,455,457,458,459=retail
481=airlines 482=rail 483=maritime 484=trucking 485=transportation 486=oil-gas 487=tourism 488=transportation 491,492=logistics 493=warehousing 511110=journalism 5111,5131=publishing 5112,5132=software 512=film-tv 515,516=film-tv 517=telecom 518=it-services 519=internet 5221=banking 522=banking 5231=investment-banking 523=investment 524=insurance 525=investment 531=real-estate 532=rental
5411=law 5412=accounting 54131,54132=architecture 5413=engineering-services 5414=design 541511=software 5415=it-services 541511,541512=it-services 54161=consulting 5416=technical-consulting 5417=research 541714=biotech 5418=advertising-marketing 54182=pr 54191=market-research 54192=photography 54194=veterinary 5613=staffing 5615=tourism 5616=security-services 5617=facilities-services 561422=outsourcing 562=waste
6111=k12 6112,6113=higher-ed 6114,6115,6116=adult-education 611=education 621=medical-practice 622=hospitals 623=nursing-care 6244=early-education 624=social 7111,7115=performing-arts 7112=sports 712=museums 7132=gambling 713=recreation 71394=fitness 721=hotels 722=restaurants 811=consumer-services 8111=automotive 812=consumer-services 8131=religious 813=nonprofit 8132=nonprofit 92=government 928=international-affairs 92811=defense
`,
  },
  {
    // SIC of 1987, only codes that are no NAICS
    form: /^(?:737\d|6[037]\d\d|283\d|48[12]\d|80[0-9]\d|82[0-9]\d)$/,
    codes: `
7370,7371,7372=software 7373,7374,7376,7378,7379=it-services 602,603,606=banking 631,632,633,641=insurance 679=investment 283=pharma 481,482=telecom 806=hospitals 801,802=medical-practice 805=nursing-care 8211=k12 822=higher-ed
`,
  },
];
