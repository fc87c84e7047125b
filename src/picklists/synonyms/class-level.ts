/** Class levels. Seniority of a job (`Senior Engineer`, `Associate`, `Entry level`) is none of them. */
export const classLevels = `
not-a-class: entry level, entry level graduate, mid level, senior level, student trainee, first year residency, first year associate, residency, senior manager, senior executive, senior management, executive, junior level, mid senior level, senior professional, experienced professional, experienced hire, professional experience, first year analyst, 1st year associate, trainee, all class level, senior director, junior developer, senior citizen, high school junior, high school senior, junior high, junior college
fifth-year: fifth year senior, fifth year, 5th year, super senior, fifth year student, 5th year senior, senior fifth year, fifth year undergraduate, fifth year and above
first-year-law: 1l, first year law student, 1l student, law 1l, first year law, law student 1l
second-year-law: 2l, second year law student, 2l student, law 2l, second year law
third-year-law: 3l, third year law student, 3l student, law 3l, third year law
llm: llm, llm student, llm candidate
law < graduate: law student, law school student, jd student, jd candidate, law
first-year-master < master: first year master, first year mba, 1st year mba, mba first year, first year master student, masters first year, mba 1
second-year-master < master: second year master, second year mba, 2nd year mba, mba second year, masters second year, mba 2
mba < master, graduate: mba, mba student, mba candidate, mba class
freshman: freshman, freshmen, first year, 1st year, first year student, freshman first year, first year undergraduate, 1st year student, undergraduate first year, undergraduate 1st year, college freshman, year 1, year one, freshmen first year, entering student, erstsemester, premiere annee, primer ano, first year college, fy, rising freshman, 1st year undergraduate, undergraduate year 1, first year undergrad, new student, first semester
sophomore: sophomore, second year, 2nd year, second year student, undergraduate second year, undergraduate 2nd year, second year undergraduate, 2nd year undergraduate, college sophomore, year 2, year two, sophomore second year, deuxieme annee, segundo ano, rising sophomore, undergraduate year 2, second year undergrad
junior: junior, third year, 3rd year, third year student, undergraduate third year, undergraduate 3rd year, third year undergraduate, 3rd year undergraduate, college junior, year 3, year three, penultimate year, junior third year, troisieme annee, tercer ano, junior year, rising junior, junior standing, penultimate year student, undergraduate year 3, third year undergrad
senior: senior, fourth year, 4th year, fourth year student, undergraduate fourth year, undergraduate 4th year, fourth year undergraduate, 4th year undergraduate, college senior, year 4, year four, final year, final year student, senior fourth year, senior graduating, graduating senior, quatrieme annee, cuarto ano, senior year, rising senior, senior standing, graduating student, undergraduate year 4, fourth year undergrad, last year, final year undergraduate, derniere annee
doctorate < graduate: doctoral student, doctorate, doctoral, phd, phd student, phd candidate, doctoral candidate, doctorate student, phds, doktorand, doctorant, ph d student, graduate doctoral, doctoral level, graduate student doctoral, graduate student phd
master < graduate: masters, master, masters student, master student, masters candidate, masters level, master degree student, masters degree student, graduate masters, graduate student master, masters degree candidate, etudiant en master, estudiante de master
postdoc: postdoctoral studies, postdoc, post doc, postdoctoral, post doctoral, postdoctoral scholar, postdoctoral fellow, postdocs
experienced-alumni < alumni: alumni experienced, experienced alumni, alum 3 year, alumni 3 year, alumnus experienced, experienced alum, alumni more than 2 year
recent-graduate: recent graduate, recent grad, new grad, new graduate, recent alum, recent alumni, recent alumnus, graduate within the last two year, recent college graduate, recent college grad, recently graduated, university graduate, college graduate, young graduate, jeune diplome, hochschulabsolvent, absolvent, berufseinsteiger, recien graduado, recien titulado, open to recent grad, open to recent graduate, graduated within last 2 year, fresh graduate, recem formado, alum 0 2 year, alum 0-2 year, recent alum 0 2 year, recent alumni 0 2 year, graduates of the last two years, nyutexaminerad, new college graduate, new college grad, freshly graduated, alumni recent, newly graduated, dimplome recent
graduate: graduate student, grad student, graduate, postgraduate, postgraduate student, graduate level, postgrad, graduate school student, graduate studies, grad
undergraduate: undergraduate, undergraduate student, undergrad, undergrads, undergraduate degree student, bachelor student, bachelors student
alumni: alumni, alum, alumnus, alumna, alumnae, former student, alums, ehemalige
certificate: certificate student, certificate, certificate program, non degree, non degree student, special student, visiting student, exchange student
`;
