/** Words that say little about a trade or a family of work, in labels and titles. */
export const fillers = `
service services department dept team group division unit section function functions job jobs career careers role roles work working position
professional professionals specialist specialists associate associates officer officers coordinator coordinators administrator manager managers lead leader
head chief director senior junior jr sr intern interns internship trainee entry level mid executive representative rep agent staff assistant assistants clerk worker workers
member expert experts principal advisor adviser general industry industries sector company companies firm firms business organization organisation organizations field area program
programs programme other related all various misc miscellaneous new responsable charge assistante mitarbeiter mitarbeiterin leiter sachbearbeiter spezialist
fachkraft m w f d h x mwd gn hf fm full time part student students graduate werkstudent praktikum stage alternance i ii iii iv 1 2 3 remote hybrid
certified licensed registered bilingual corporate regional national global international deputy vice president vp experienced provider providers tech technologist practitioner profession professions occupation occupations vocation vocations assistance practice practices helfer helferin fachfrau fachmann kauffrau kaufmann fachangestellte fachangestellter berater beraterin assistent assistentin arbeiter arbeiterin angestellte angestellter meister wesen branche abteilung bereich betrieb gesellschaft agentur buro referent referentin fachwirt medewerker medewerkster personnel personal
analyst supervisor technician engineer statewide now hiring affordable sr staff team
`;
