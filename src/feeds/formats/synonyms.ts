/** What an element may mean. Those of one value take the first synonym that is filled; `employmentType` and its like take all. */
export type Meaning = keyof typeof synonyms;

/**
 * The names under which feeds write one thing, best first, as words (`wordOf`). Read off the Indeed family and its dialects, the
 * `jobs/job` aggregators and what single partners write (`docs/formats.md`).
 */
export const synonyms = {
  identifier: `
    referencenumber partnerjobid sourcereference referenceid jobreference jobcode jobid id vacancyid offerid positionid adid reference ref refno referenceno
    uniqueid uid uuid externalid externalreference identifier identifiant guid slug stellennummer kennziffer referenznummer numeroreference codigo openingid stellenid`,
  requisition: `
    requisitionid positionnumber requisitionnumber requisition reqid reqnumber refnumber jobnumber clientreference postingnumber reqno jobreqid req# job# posting# requisition#`,
  title: `
    title jobtitle positiontitle vacancytitle titre titreposte intitule titulo titel jobname positionname name position headline role
    poste intituleduposte stellenbezeichnung stellentitel bezeichnung puesto cargo vaga titolo functie functietitel`,
  description: `
    htmldescription descriptionhtml description jobdescription fulldescription jobdesc body content jobbody text texte details jobdetails jobadvert advert longdescription shortdescription briefdescription summary
    beschreibung stellenbeschreibung descripcion descricao descrizione omschrijving descriptif mission vacancytext vacancydescription positiondescription jobtext jobsummary positionsummary positionpurpose`,
  url: `
    url joburl detailurl detailsurl link joblink jobpageurl pageurl posturl postingurl advertiseurl adverturl landingpageurl landingpage
    externalurl directurl lien weblink urloffre urldeloffre enlace vacancyurl vacancylink positionurl offerurl quicklink`,
  applyUrl: `
    applyurl applicationurl externalapplyurl externalapplicationurl externalapplicationlink externalapplylink externalapply applylink applicationlink urlapply jobapplyurl howtoapplyurl apply application applyhere applyonline linktoapply bewerbungslink`,
  applyEmail: 'applyemail applicationemail applicationsemail emailtoapply bewerbungsemail',
  howToApply: 'howtoapply applicationinstructions applyinstructions applicationprocess applicationprocedure',
  datePosted: `
    date dateposted posteddate postingdate postdate posted postedat postedon publishdate publicationdate publisheddate publishedat publishedon publishon publishondate datepublished
    datepublication pubdate listeddate listdate listedat datelisted firstactivatedat jobposteddate openingdate opendate onlinefrom visiblefrom activefrom datumpublikation
    fechadepublicacion datapubblicazione datapublicacao publicatiedatum activationdate veroeffentlichungsdatum datedepublication fechapublicacion datum fecha`,
  dateStarted: 'startdate datestart startingdate',
  dateCreated: 'createddate createdat datecreated creationdate dateadded created createdon addeddate',
  dateUpdated: `
    updated updateddate dateupdated updatedat lastupdate lastupdated lastmodified modified datemodified`,
  validThrough: `
    deletedat deletedon filledat filledon datefilled archivedat archivedon closedat closedon expirationdate expirydate expiredate expiresdate closingdate closedate closeat closesat validthrough
    validuntil validto expire expires expiresat expireson expireat expiration expiry dateexpired dateexpiry dateexpires dateclosed dateclosing enddate dateend deadline deadlineat applicationdeadline
    applicationdeadlinedate applicationclosedate applicationclosingdate applybydate applybefore applyby applyuntil unpublishdate unpublishat jobexpirydate jobenddate bewerbungsfrist datelimite
    datedefin fechalimite applicationsclose closes jobexpires closing applydeadline applyend visibleuntil onlineuntil bewerbungsschluss fechacierre scadenza datascadenza deadlinetoapply lastdaytoapply postingenddate postuntil datelimitedecandidature`,
  jobStartDate: `
    jobstart jobstartdate jobstarts startofwork workstartdate employmentstartdate contractstartdate datedebut`,
  employmentType: `
    jobtype jobtypes employmenttype employmenttypes contracttype contracttypes type contract contrat typecontrat workinghours jobtime schedule worktype jobschedule shift employmentstatus typeofemployment
    positiontype employment jobstatus workschedule typeofcontract contractperiod workingtime typedecontrat vertragsart beschaeftigungsart tipocontrato tipodecontrato dienstverband ft/pt fulltime/parttime timetype anstellungsart`,
  company: `
    company companyname employer employername hiringcompany hiringorganization organization organisation organizationname organisationname companytitle clientname client advertiser advertisername
    hiringcompanyname entreprise empresa firma brand recruiter recruitername sourcename source unternehmen arbeitgeber societe nomentreprise bedrijf azienda institution organisme hiringorg agency institutionname businessname schooldistrict`,
  companyUrl: 'companyurl companywebsite employerurl employerwebsite companysite',
  companyDescription: `
    companydescription employerdescription aboutcompany aboutus companyprofile companyinfo companyoverview`,
  division: 'division subcompany businessunit',
  place: `
    location locations joblocation joblocations alternatelocation alternatelocations additionallocation additionallocations place places address addresses workplace workplaces joblocationtext
    locationtext specificlocation formattedlocation ort lieu joblocale arbeitsort standort localisation worklocation worklocations localizacion ubicacion luogo plaats city,state city/state primarylocation dutystation`,
  street: 'streetaddress street addressline1 address1 locationstreet locationaddress',
  city: 'city town locality addresslocality locationcity jobcity municipality ville ciudad stadt',
  state: `
    state region province stateprovince stateorprovince statecode statename addressregion locationstate locationregion jobstate county administrativearea`,
  country: `
    country countryname addresscountry locationcountry jobcountry countrycode locationcountrycode pays pais land`,
  postalCode: `
    postalcode zipcode zip postcode ziporpostalcode locationpostcode locationzip locationpostalcode codepostal plz`,
  workplace: `
    remotetype workplacetype workplacetypes remotestatus locationtype joblocationtype workmode workmodel workarrangement worklocationtype remotework remotelevel`,
  remote: `
    remote isremote telecommute telecommuting homeoffice remoteallowed allowremote workfromhome isworkfromhome teleworking teletravail remoteposition isremotework remoteok remotejob fullyremote`,
  hybrid: 'hybrid ishybrid',
  onSite: 'onsite isonsite',
  fullTime: 'fulltime isfulltime',
  partTime: 'parttime isparttime',
  internship: 'internship isinternship intern',
  temporary: 'temporary istemporary temp',
  permanent: 'permanent ispermanent',
  volunteer: 'volunteer isvolunteer',
  salary: `
    salary salaries compensation salarytext salaryrange salarydescription salarydetails basesalary pay payrate wage wages remuneration
    compensationrange payrange jobsalary salaryinfo payinfo compensationtext annualsalary hourlyrate salaire gehalt salario vergoeding hourlywage startingpay rateofpay stundenlohn`,
  salaryMin: `
    salarymin minsalary compensationmin minimumsalary salaryfrom salaryminimum minimumcompensation compensationminimum paymin minpay minamount`,
  salaryMax: `
    salarymax maxsalary compensationmax maximumsalary salaryto salarymaximum maximumcompensation compensationmaximum paymax maxpay maxamount`,
  salaryCurrency: `
    compensationcurrency salarycurrency jobsalarycurrency salarycurrencycode currency currencycode paycurrency`,
  salaryUnit: `
    compensationinterval salaryinterval salaryperiod salaryunit salarytype salaryfrequency payinterval payperiod jobsalaryunit salaryrateunit payfrequency salaryper salaryschedule compensationperiod compensationtype`,
  qualifications: `
    htmlprofile qualifications qualification requirements requirement jobrequirements profile profil applicantprofile`,
  education: `
    education educations educationlevel educationrequirements degree degrees degreelevel degreelevels mineducation minimumeducation educationrequired requirededucation diploma studies`,
  experience: 'experience experiencelevel experiencerequirements yearsofexperience requiredexperience',
  skills: 'skills skill requiredskills keyskills',
  responsibilities: 'responsibilities duties jobresponsibilities keyresponsibilities',
  benefits: 'benefits perks jobbenefits',
  workAuthorization: 'workauthorization workauthorisation workpermit visasponsorship immigrationstatus',
  classLevel: 'classlevel classlevels schoolyear schoolyears classyear',
  category: `
    category categories jobcategory jobcategories jobfunction jobfunctions function functions department departments occupation occupations
    jobfamily categoryname team specialism discipline jobroles jobrole categorie rubrik metier categoria berufsfeld`,
  industry: `
    industry industries industrycode industrycodes companyindustry sector sectors jobindustry industryname`,
  openings: `
    vacancies numberofpositions numberofopenings numopenings openings numberofvacancies positions totalpositions jobopenings openpositions nbpostes positionsavailable availablepositions numberofvacancy headcount`,
  hours: 'hoursperweek weeklyhours workhours jobhours hours hoursweek weeklyworkinghours',
  hoursMin: 'hoursmin minhours minhoursperweek hoursperweekmin minimumhours hoursfrom',
  hoursMax: 'hoursmax maxhours maxhoursperweek hoursperweekmax maximumhours hoursto',
  duration: 'duration contractduration contractlength employmentduration',
  travel: 'travel travelrequired travelpercentage travelperc travelrequirement',
  email: 'email contactemail recruiteremail emailaddress contactmail',
  phone: 'phone contactphone phonenumber telephone contacttelephone recruiterphone',
  contactName: 'contactname contactperson contact recruitercontact hiringmanager',
  language: 'language lang locale joblanguage languagecode',
  /** Of a flag its name tells which way it hides the row. */
  status: `
    filled isfilled positionfilled jobfilled closed isclosed jobclosed positionclosed expired isexpired archived isarchived draft isdraft deleted isdeleted cancelled canceled
    iscancelled isinternal internalonly isinternalonly action jobaction status jobstate postingstatus vacancystatus requisitionstatus visibility publicationstatus poststatus
    isactive active islisted ispublished published enabled isenabled open isopen acceptingapplications isacceptingapplications acceptsapplications`,
  /** Nothing that a listing has: prices of clicks, trackers, a partner's credentials; seniority, which no school's list asks for. */
  ignored: `
    seniority senioritylevel careerlevel joblevel level cpc cpa bid budget sponsored campaign trackingurl indeedapplydata customercredentials credentials password authenticationkey apikey`,
} as const satisfies Record<string, string>;

/** What a dialect says otherwise: meanings with its own names, tried before the shared ones. */
export type Dialect = { readonly [M in Meaning]?: string };

/** A name's meaning and how good a synonym it is (0 is best). */
export type Vocabulary = { readonly get: (name: string) => Word | undefined };
type Word = { readonly meaning: Meaning; readonly rank: number };

/** The shared table with a dialect's own names before it. A name that the dialect uses means nothing else in it. */
export function vocabulary(dialect?: Dialect): Vocabulary {
  if (dialect === undefined) return shared;
  const own = wordsOf(dialect, -100);
  return { get: (name) => own.get(name) ?? shared.get(name) };
}

/** The first meaning that lists a name has it. */
function wordsOf(table: Dialect, bestRank: number): ReadonlyMap<string, Word> {
  const words = new Map<string, Word>();
  for (const meaning of meanings) {
    const names = (table[meaning] ?? '').split(/\s+/).filter((name) => name !== '');
    for (const [rank, name] of names.entries()) {
      if (!words.has(name)) words.set(name, { meaning, rank: bestRank + rank });
    }
  }
  return words;
}

const meanings = Object.keys(synonyms).filter((name): name is Meaning => name in synonyms);

const shared = wordsOf(synonyms, 0);

/** `post_title`, `ad_title`: the title where nothing else is; not that of a person, of the page or of a part. */
export function ownTitle(name: string): Word | undefined {
  return name.endsWith('title') && !otherTitle.test(name) ? { meaning: 'title', rank: 1000 } : undefined;
}

const otherTitle =
  /^(?:contact|recruiter|hiring|manager|person|user|meta|page|seo|og|site|html|section|category|department|sub|channel|feed|image|video|button)/;
