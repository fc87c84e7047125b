/** Degree levels with national names. Phrases of two or three letters are weak: they count only alone. */
export const degreeLevels = `
not-a-level: advanced degree, some college, graduate degree preferred, bac 4, maitrise, advanced education, some university, undergraduate coursework, some high school
none: no degree, no degree required, none, no diploma, not applicable, no formal education, aucun diplome, aucun, sans diplome, keine, kein abschluss, no qualification, no minimum education, no education requirement, no requirement, degree not required, ohne abschluss, ningun, ninguno, sin estudios, geen, no specific degree, no formal qualification, none required, not required, nenhum, no prior education, no educational requirement ~ any
phd-in-progress < doctorate: phd in progress, phd candidate, doctoral candidate, abd, all but dissertation, pursuing phd, phd student, phd candidacy, doctorate in progress, currently pursuing phd
postdoc: postdoctoral studies, postdoctoral, postdoc, post doctoral, post doc, post doctorate, postdoctorate
mba < master: mba, master of business administration, masters of business administration, emba, executive mba, master in business administration, masters in business administration, business administration master, master business administration
llm < law: llm, master of laws, ll m
law: law degree, jd, juris doctor, juris doctorate, doctor of law, llb, bachelor of laws, j d, law school, legal degree, 1st law degree, jurist, doctor of jurisprudence
medical: medical degree, doctor of medicine, md, doctor of osteopathic medicine, mbbs, mbchb, mb bs, medical doctor, physician degree, doctor of osteopathy
professional: professional degree, first professional, dds, dmd, pharmd, dvm, doctor of pharmacy, doctor of dental surgery, doctor of veterinary medicine, first professional degree, professional doctorate, dpt, od degree, psyd degree, professional
edd < doctorate: edd, ed d, doctor of education
dba < doctorate: dba, doctor of business administration
psyd < doctorate: psyd, psy d
dnp < doctorate: dnp, doctor of nursing practice
doctorate < graduate: doctorate, doctoral, doctoral degree, phd, ph d, doctor of philosophy, dphil, doktor, promotion, promoviert, doctorat, bac 8, doctorado, doctor, doutorado, doutoramento, dottorato, doctor degree, dsc, terminal degree, scd, doctoraat, gepromoveerd, bac8, doktorat, laurea dottorato
post-bachelor-certificate: advanced certificate, graduate certificate, post baccalaureate certificate, postgraduate certificate, post masters certificate, postgraduate diploma, pgce, pgdip, advanced diploma, post bachelor certificate, post baccalaureate, post graduate certificate, graduate diploma, pgcert
specialist: education specialist, specialist degree, eds degree, specialist in education
ma < master: master of arts, masters of arts ~ ma
ms < master: master of science, masters of science, msc, m sc ~ ms
med < master: master of education, m ed, masters of education ~ med
msw < master: master of social work, msw
mfa < master: master of fine arts, mfa
mph < master: master of public health, mph
mpa < master: master of public administration, mpa, mpp, master of public policy
meng < master: master of engineering, meng
graduate: graduate degree, postgraduate degree, postgraduate, graduate level, graduate
master < graduate: master, masters, master degree, masters degree, bac 5, bac5, ingenieur, diplome d'ingenieur, dea, dess, mastere, maestria, mestrado, magister, diplom, diplom ingenieur, laurea magistrale, masters level, staatsexamen, grande ecole, ecole d'ingenieur, ecole de commerce, bac 5 et plus, mtech, universitair, wo, kandidatexamen magister, magistr, mlis, mhs, master or higher, laurea specialistica, hochschulabschluss master ~ m2, m1
ba < bachelor: bachelor of arts, bachelors of arts ~ ba
bs < bachelor: bachelor of science, bachelors of science, bsc, b sc ~ bs
bfa < bachelor: bachelor of fine arts, bfa
bsn < bachelor: bachelor of science in nursing, bachelor of nursing, bsn
bba < bachelor: bachelor of business administration, bba
bachelor: bachelor, bachelors, bachelor degree, bachelors degree, bachelor of engineering, bachelor of commerce, bachelor of technology, bachelor of education, baccalaureate degree, baccalaureate, beng, btech, bcom, bac 3, bac3, licence, licence pro, licence professionnelle, licenciatura, licenciado, grado, graduacao, laurea, laurea triennale, undergraduate degree, four year degree, 4 year degree, four year college degree, college degree, university degree, b tech, hbo, hbo bachelor, hogeschool, kandidat, kandidatexamen, hochschulabschluss, fachhochschule, bachelor hogeschool, bacharelado, graduado, ba bs, bs ba, undergraduate, bbs, honours degree, bachelor honours, first degree, b s, b a, b e, superior completo, college graduate, university graduate, ensino superior, bachelor or higher, 3 year degree, fh ~ ab, be
associate: associate, associates, associate degree, associates degree, associate of arts, associate of science, associate of applied science, aas, two year degree, 2 year degree, bac 2, bac2, bts, dut, deug, foundation degree, hnd, higher national diploma, tecnico superior, tecnologo, a a s, community college degree, junior college, ciclo formativo superior, mbo 4, associate in arts, associate in science, associate in applied science, two year college degree, hnc, bts dut, a s, a a, aa as, foundation degree level ~ aa, as, iut
vocational: vocational, vocational training, vocational program, vocational degree, vocational school, technical school, trade school, vocational education, bep, cap, bep cap, cap bep, mbo, lehre, ausbildung, berufsausbildung, abgeschlossene berufsausbildung, formacion profesional, ciclo formativo, vocational certificate, beroepssecundair onderwijs, beroepsonderwijs, technical diploma, trade certificate, technical certificate, trade qualification, nvq, apprenticeship, facharbeiter, fachschule, meister, skilled trade certificate, erhvervsuddannelse, yrkesutbildning, ensino tecnico, curso tecnico, tecnico, bildungsabschluss berufsausbildung, vocational technical, career and technical, vocational or technical, technical or vocational, vocational hs diploma, diploma vocational, btec
certificate: certificate, certification, certificate program, certificat, zertifikat, certificado, undergraduate certificate, professional certificate, certificate of completion, certificate or license, certificaat, professional certification
high-school: high school, high school diploma, high school degree, highschool, high school graduate, high school or ged, high school equivalent, high school equivalency, ged, hs diploma, hs, secondary school, secondary education, secondary, gcse, a level, a levels, alevel, bac, baccalaureat, bac general, bac pro, bac techno, niveau bac, abitur, matura, bachillerato, ensino medio, diploma di maturita, hiset, tasc, upper secondary, leaving certificate, gymnasium, gymnasie, havo, vwo, middelbare school, realschulabschluss, mittlere reife, hauptschulabschluss, secundaria, educacion secundaria, enseignement secondaire, secondary school diploma, equivalency diploma, general education diploma, school leaving certificate, middle school, hochschulreife, fachhochschulreife, fachabitur, ensino secundario, gymnasieutbildning, 12th grade, high school senior, ged diploma, hs ged, school diploma, international baccalaureate
`;

/** What stands beside a level and does not change it. */
export const degreeFillers =
  'degree diploma level required requirement minimum min or higher above equivalent completed completion at least education studie study program programme qualification must have accredited niveau abschluss titulo grado year';
