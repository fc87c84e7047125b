/** Names of countries that neither ISO 3166 nor the platform's own names give, by code; parts of a country with their own code. */
export const countryNames = `
US: usa, u s, u s a, united states of america, america, the states, estados unidos de america, etats unis d'amerique, vereinigte staaten von amerika, eeuu, ee uu
GB: uk, u k, great britain, britain, united kingdom of great britain and northern ireland, gross britannien, engeland
GB-ENG: england, angleterre, inglaterra, inghilterra
GB-SCT: scotland, schottland, ecosse, escocia, schotland
GB-WLS: wales, cymru, pays de galles, gales
GB-NIR: northern ireland, nordirland, irlande du nord, irlanda del norte, noord ierland
NL: holland, the netherlands, hollande, niederlande, pays bas, paises bajos
KR: south korea, korea republic of, republic of korea, korea south, korea
KP: north korea, korea democratic people's republic of, korea north
CZ: czech republic, czech rep, czechia, cesko
RU: russia, russian federation
VN: vietnam, viet nam
TR: turkey, turkiye, republic of turkey
TW: taiwan, taiwan province of china, taiwan roc
HK: hong kong, hong kong sar, hong kong sar china, hong kong china
MO: macau, macao, macao sar, macau sar
IR: iran, iran islamic republic of
SY: syria, syrian arab republic
LA: laos, lao pdr, lao people's democratic republic
MD: moldova, moldova republic of, republic of moldova
TZ: tanzania, tanzania united republic of
BO: bolivia, bolivia plurinational state of
VE: venezuela, venezuela bolivarian republic of
BN: brunei, brunei darussalam
MK: macedonia, north macedonia, macedonia the former yugoslav republic of, fyrom
SZ: swaziland, eswatini
CV: cape verde, cabo verde
TL: east timor, timor leste
VA: vatican, vatican city, holy see, holy see vatican city state
CI: ivory coast, cote d'ivoire
MM: burma, myanmar
PS: palestine, palestinian territories, state of palestine, palestine state of, palestinian territory occupied
CD: democratic republic of the congo, congo the democratic republic of the, dr congo, drc, congo kinshasa, zaire
CG: congo, republic of the congo, congo brazzaville
XK: kosovo
PL: polska
FI: suomi
HU: magyarorszag
RO: rumania
HR: hrvatska
EE: eesti
LT: lietuva
LV: latvija
SE: sverige, svezia
NO: norge, norvegia
DK: danmark, danimarca
IT: italia, italien
DE: tyskland, germania
FR: frankrike, francia
ES: spagna, spanien
CH: svizzera, schweiz
AT: osterrike
BE: belgio
NL: paesi bassi, nederlanderna
GB: regno unito, storbritannien
US: stati uniti
GR: grecia, grekland
IS: island
JP: giappone
CN: kina
IN: indien
AE: uae, u a e, emirates
IE: ireland, republic of ireland, rep of ireland, eire, ireland republic of
CN: china, p r china, pr china, people's republic of china, prc, mainland china, china mainland
FM: micronesia, micronesia federated states of
FK: falkland islands, falkland islands malvinas
CC: cocos islands, cocos keeling islands
VI: us virgin islands, virgin islands us, virgin islands of the united states
VG: british virgin islands, virgin islands british
BS: the bahamas
GM: the gambia
PH: the philippines
SA: ksa, kingdom of saudi arabia
NZ: aotearoa, aotearoa new zealand
ZA: rsa, republic of south africa
SH: saint helena, st helena
KN: st kitts and nevis
LC: st lucia
VC: st vincent and the grenadines
DE: federal republic of germany, brd
SG: republic of singapore
MX: mexico, mejico, united mexican states
GR: greece, hellas, hellenic republic
SK: slovakia, slovak republic
BA: bosnia, bosnia herzegovina
TT: trinidad, trinidad tobago
`;

/** Abbreviations of US states and Canadian provinces older than the postal codes, and other common names. */
export const stateNames = `
US-AL: ala
US-AK: alas
US-AZ: ariz
US-AR: ark
US-CA: calif, cal, cali
US-CO: colo
US-CT: conn
US-DC: district of columbia, washington dc, washington d c, d c, washington district of columbia
US-DE: del
US-FL: fla, flor
US-GA: ga
US-HI: hawai'i
US-ID: ida
US-IL: ill, ills
US-IN: ind
US-IA: iowa
US-KS: kans, kan
US-KY: ken, kent
US-LA: la
US-ME: maine
US-MD: md, mar
US-MA: mass
US-MI: mich
US-MN: minn
US-MS: miss
US-MO: mo
US-MT: mont
US-NE: neb, nebr
US-NV: nev
US-NH: n h, new hamp
US-NJ: n j, n jersey
US-NM: n m, n mex, new mex
US-NY: n y, n york, new york state
US-NC: n c, n car, n carolina, no carolina
US-ND: n d, n dak, n dakota, no dakota
US-OH: ohio
US-OK: okla
US-OR: ore, oreg
US-PA: penn, penna
US-RI: r i, rhode isl
US-SC: s c, s car, s carolina, so carolina
US-SD: s d, s dak, s dakota, so dakota
US-TN: tenn
US-TX: tex
US-UT: utah
US-VT: verm
US-VA: virg
US-WA: wash, washington state
US-WV: w v, w va, w virginia, west va
US-WI: wis, wisc
US-WY: wyo
US-PR: puerto rico, porto rico
US-GU: guam
US-VI: us virgin islands, virgin islands, u s virgin islands
US-AS: american samoa
US-MP: northern mariana islands, northern marianas, northern mariana
CA-AB: alta, alberta
CA-BC: b c, british columbia, colombie britannique
CA-MB: man, manitoba
CA-NB: n b, new brunswick, nouveau brunswick
CA-NL: nfld, newfoundland, newfoundland and labrador, terre neuve, terre neuve et labrador
CA-NS: n s, nova scotia, nouvelle ecosse
CA-ON: ont, ontario
CA-PE: pei, p e i, prince edward island, ile du prince edouard
CA-QC: que, quebec, pq
CA-SK: sask, saskatchewan
CA-NT: nwt, n w t, northwest territories, territoires du nord ouest
CA-NU: nunavut
CA-YT: yukon, yukon territory
AU-NSW: new south wales
AU-VIC: victoria
AU-QLD: queensland
AU-WA: western australia
AU-SA: south australia
AU-TAS: tasmania
AU-ACT: australian capital territory
AU-NT: northern territory
`;
