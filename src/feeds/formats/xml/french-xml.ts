import type { Tree } from '../../cut/tree.ts';
import { atLeastOne, descendants, textAt } from '../find.ts';
import { xmlAdapter } from '../mapped.ts';
import { xmlMarkers } from '../format-markers.ts';

/** APEC (executives in France): dates are day/month/year. */
export const apecXml = xmlAdapter({
  name: 'apec-xml',
  about: 'APEC: Export_offres/Offre_emploi, French names and dates',
  detect: (head) =>
    xmlMarkers(head, { roots: ['exportoffres'] }) ??
    xmlMarkers(head, { names: ['offreemploi', 'referenceapec'] }, 0.9),
  rows: ['offre_emploi'],
  mapping: {
    identifier: 'Reference_apec',
    requisition: 'Reference_client',
    title: 'Intitule',
    description: 'Texte_offre',
    sections: [{ heading: 'Profil recherché', body: ['Texte_profil', 'Profil'] }],
    url: 'URL',
    applyUrl: ['URL_candidature', 'URL_postuler'],
    datePosted: ['Date_parution', 'Date_publication'],
    validThrough: ['Date_fin_parution', 'Date_fin_publication', 'Date_expiration', 'Date_fin'],
    jobStartDate: 'Date_prise_poste',
    employmentType: ['Contrat/Type_contrat', 'Contrat/Temps_travail'],
    duration: 'Contrat/Duree_contrat',
    company: { name: 'Nom_entreprise', description: ['Texte_entreprise', 'Presentation_entreprise'] },
    salary: 'Salaire_affiche',
    experienceRequirements: 'Niveau_experience',
    industry: 'Secteur_activite/Libelle_secteur',
    occupationalCategory: 'Fonction/Libelle_fonction',
    totalJobOpenings: 'Nombre_postes',
    travel: 'Zone_deplacement',
    workplace: 'Teletravail',
  },
  alsoReads: { jobLocation: 'Lieu/Libelle_lieu' },
  also: (row) => {
    const places = row.children
      .filter(({ name }) => name === 'lieu')
      .flatMap((lieu) => textAt(lieu, 'Libelle_lieu') ?? []);
    return { jobLocation: atLeastOne(places.map((text) => ({ text }))) };
  },
});

const formatted = (name: string) => [`jobDescription/${name}Formatted`, `jobDescription/${name}`];

/** Talentsoft (Cegid): dates are yyyymmdd; `entity` is a unit inside the employer. */
export const talentsoftXml = xmlAdapter({
  name: 'talentsoft-xml',
  about: 'Talentsoft / Cegid: offers/offer with jobDescription',
  detect: (head) =>
    xmlMarkers(head, {
      roots: ['offers'],
      names: ['offer', 'offer.jobdescription|offer.directurl|offer.entity'],
    }),
  rows: ['offer'],
  mapping: {
    identifier: ['id', '@id', 'reference'],
    requisition: 'reference',
    title: ['jobDescription/title', 'title'],
    description: formatted('description'),
    sections: [
      { heading: 'Mission', body: formatted('missionDescription') },
      { heading: 'Profil', body: formatted('applicantProfile') },
    ],
    url: 'directUrl',
    applyUrl: 'UrlRedirectionApplicant',
    datePosted: ['startPublicationDate', 'publicationDate', 'creationDate'],
    validThrough: ['endPublicationDate', 'expirationDate'],
    jobStartDate: ['beginningDate', 'jobDescription/beginningDate'],
    employmentType: ['jobDescription/contract', 'jobDescription/workingTime'],
    duration: 'jobDescription/contractLength',
    company: {
      name: ['company', 'organisation/name'],
      division: 'entity',
      description: ['entityDescription'],
    },
    place: {
      text: ['jobDescription/location/jobLocation', 'jobDescription/location/address'],
      region: ['jobDescription/location/regions/region', 'jobDescription/location/region'],
      country: [
        'jobDescription/location/countries/country',
        'jobDescription/location/country',
        'jobDescription/country',
      ],
    },
    salary: ['jobDescription/salaryRange', 'jobDescription/salary'],
    educationRequirements: 'applicantCriteria/diploma',
    experienceRequirements: 'applicantCriteria/experienceLevel',
    skills: 'applicantCriteria/specialisations/specialisation/specialisation',
    occupationalCategory: ['jobDescription/jobfamily', 'jobDescription/profile'],
    contact: {
      name: 'mainSupervisor/FullName',
      email: 'mainSupervisor/Email',
      phone: 'mainSupervisor/PhoneNumber',
    },
  },
  alsoReads: {
    baseSalary: 'first a customField whose label speaks of pay',
    jobStartDate: 'also a customField whose label speaks of the start',
  },
  also: (row, _document, raw) => ({
    baseSalary: labelled(row, /r[ée]mun[ée]ration$|salaire|salary/i) ?? raw.baseSalary,
    jobStartDate: raw.jobStartDate ?? labelled(row, /d[ée]but|start/i),
  }),
});

/** The value of a field that the customer has made for itself and named. */
function labelled(row: Tree, label: RegExp): string | undefined {
  const fields = descendants(row, 'customFields').flatMap(({ children }) => children);
  return fields
    .find((field) => label.test(field.attributes.get('label') ?? '') && field.text.trim() !== '')
    ?.text.trim();
}

/** La Poste: the description is spread over several elements. */
export const laposteXml = xmlAdapter({
  name: 'laposte-xml',
  about: 'La Poste: offres/offre with hyphenated French names',
  detect: (head) =>
    xmlMarkers(head, { roots: ['offres'], names: ['offre', 'intituleduposte|localisationduposte|contexte'] }),
  rows: ['offre'],
  mapping: {
    identifier: 'reference',
    title: 'intitule-du-poste',
    description: 'contexte',
    sections: [
      { heading: 'Mission', body: ['description-de-la-mission', 'missions', 'mission'] },
      { heading: 'Profil recherché', body: ['profil-recherche', 'profil-candidat', 'profil'] },
      { heading: 'Formation et expérience', body: 'formation-et-experience' },
      { heading: 'Avantages', body: 'avantages' },
    ],
    url: ['url-de-l-offre', 'url'],
    applyUrl: ['url-de-candidature', 'url-postuler'],
    datePosted: ['date-de-publication', 'date-de-creation', 'date-de-mise-a-jour'],
    validThrough: ['date-de-fin-de-publication', 'date-de-fin', 'date-limite'],
    jobStartDate: ['date-de-debut', 'date-de-prise-de-poste'],
    employmentType: ['type-de-contrat', 'temps-de-travail'],
    duration: 'duree-du-contrat',
    company: { name: ['company', 'entreprise', 'societe'] },
    place: {
      text: ['localite', 'localisation-du-poste'],
      city: ['ville', 'localisation-du-poste'],
      postalCode: 'code-postal',
      region: 'region-du-poste',
    },
    salary: ['remuneration-brute-annuelle', 'remuneration', 'salaire'],
    workplace: 'teletravail',
    workHours: 'temps-de-travail-hebdomadaire',
    educationRequirements: 'niveau-de-formation-requis',
    experienceRequirements: 'nombre-d-annees-d-experience-total',
    occupationalCategory: ['metier', 'filiere'],
  },
});
