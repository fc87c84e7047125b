/** Kinds of engagement, and what qualifies them (`is-`). See `vocabulary.ts` for how a line reads. */
export const jobTypes = `
externship: externship, judicial externship
graduate-scheme: graduate scheme, graduate programme scheme
trainee: trainee, traineeship, management trainee
clerkship: clerkship, judicial clerkship, law clerk
internship: internship, intern, interns, internships, praktikum, praktikant, praktikantin, pflichtpraktikum, stage, stagiaire, stagiair, estagio, estagiario, practicas, becario, beca de practicas, tirocinio, praktik, summer internship, student internship, industrial placement, placement year, sandwich placement, internship program, internship experience, meeloopstage, afstudeerstage, harjoittelu
co-op: co op, coop, cooperative education, co op education, cooperative, co ops, coop education
apprenticeship: apprenticeship, apprentice, apprentissage, alternance, contrat d'apprentissage, contrat de professionnalisation, contrat pro, ausbildung, auszubildender, azubi, leerwerkplek, aprendiz, aprendizaje, apprendistato, duales studium, contrat alternance, learnership, laerling, lehrling, lehre
volunteer: volunteer, volunteering, volunteers, benevolat, benevole, voluntariado, voluntario, ehrenamt, ehrenamtlich, vrijwilliger, vrijwilligerswerk, service program, service programme, service year, community service, national service, public service program, service learning, service
fellowship: fellowship, fellow, fellowships, residency fellowship, research fellowship, stipendium
postdoc: post doc, postdoc, post doctoral, postdoctoral, postdoctoral scholar, postdoctoral fellow, postdoctoral fellowship, postdoctoral researcher, postdoctoral associate, post doctoral appointment, postdoctoral appointment, postdoctoral position
assistantship: graduate assistantship, assistantship, teaching assistantship, research assistantship, graduate assistant
work-study: work study, federal work study, fws, college work study
working-student: working student, werkstudent, werkstudentin, studentische hilfskraft, student assistant
experiential: experiential learning, experiential, practicum, job shadow, job shadowing, field experience, clinical placement
graduate-school: graduate school, grad school
military: military, active duty, reserve, national guard
per-diem: per diem, on call, prn, as needed, casual, zero hours, zero hour, bank staff, abruf, oproep, oproepkracht, vacataire, vacation worker, relief, day labor
seasonal: seasonal, saisonnier, saison, saisonarbeit, saisonal, estacional, temporero, seizoenswerk, sazonal, seasonal job, holiday work, seasonal work, seasonal employment
summer: summer, summer job, ferienjob, job d'ete, sommerjob, vakantiewerk, summer work, summer employment, summer position
fixed-term < contract: fixed term, fixed term contract, cdd, contrat a duree determinee, befristet, befristeter vertrag, temporal contract, contrato temporal, prazo determinado, tidsbegraenset, visstid, bepaalde tijd, term limited, fixed duration, tiempo determinado, tidsbegransad, tidsbegransad anstallning, visstidsanstallning
contract-to-hire: contract to hire, temp to hire, temp to perm, temporary to permanent, contract to permanent, temp to perm, contract to perm
freelance < contract: freelance, freelancer, independent contractor, freiberuflich, freier mitarbeiter, freie mitarbeit, autonomo, prestataire, independant, self employed, zzp, gig, freelance project, project based, 1099
contract: contract, contractor, contract work, contracting, consultant contract, contract position, corp to corp, c2c
temporary: temporary, temp, interim, interimaire, zeitarbeit, aushilfe, tijdelijk, temporario, temporal, eventual, leiharbeit, uitzendwerk, temporary job, temporary position, temporary work, temporary employment, vikariat, short term, travail temporaire, mission interim, limited term, limited term employment, limited duration, term, term appointment, term not to exceed, parental leave cover, maternity cover, maternity leave cover
full-time: full time, fulltime, vollzeit, heltid, temps plein, temps complet, plein temps, tiempo completo, jornada completa, voltijd, tempo integral, tempo pieno, ft, periodo integral, full time regular, fuldtid, kokoaikainen, full time job, full time employment, full time position, f t
part-time: part time, parttime, teilzeit, deltid, temps partiel, tiempo parcial, media jornada, jornada parcial, medio tiempo, deeltijd, tempo parcial, meio periodo, pt, minijob, mini job, geringfugige beschaftigung, part time job, part time employment, part time position, temps partiel, osa aikainen, p t
both-schedules: full or part time, full time or part time, full or parttime, voll oder teilzeit, part or full time, part time or full time, full part time, full time part time
job:
on-campus: on campus student employment, student employment, campus job, campus employment, student worker, on campus job, on campus jobs, on campus employment, on campus work, on campus position, on campus student job
is-on-campus: on campus, student job
is-off-campus: off campus
is-plain: non work study, not work study
is-permanent: permanent, regular, cdi, unbefristet, festanstellung, indefinido, onbepaalde tijd, direct hire, direct placement, regular employee, career, vast, fast anstallning, tillsvidare, effektiv, indeterminado, contrato indefinido, permanent employee
is-paid: paid, remunerated, bezahlt, remunere, remunerado
is-unpaid: unpaid, not paid, non paid, without pay, unbezahlt, non remunere, no remunerado
is-credit: for credit, academic credit, credit, course credit, for academic credit
is-degree: degree required, degree
is-no-degree: no degree required, no degree, without degree, degree not required
`;
