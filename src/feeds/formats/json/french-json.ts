import { present } from '../../../core/present.ts';
import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Tree } from '../../cut/tree.ts';
import { isTrue, rangeOf, textAt, treesAt } from '../find.ts';
import { labelOf } from '../format-labels.ts';
import { jsonAdapter } from '../mapped.ts';
import { wholeWithTotal } from '../format-pages.ts';
import { jsonMarkers } from '../format-markers.ts';

/** Cegid / Talentsoft's offers as JSON (France Travail): labels of coded lists, twins of texts with HTML. */
export const cegidJson = jsonAdapter({
  name: 'cegid-json',
  about: 'Cegid / Talentsoft offers in JSON',
  detect: (head) =>
    ['[]', 'data[]', 'offers[]'].flatMap(
      (rows) =>
        jsonMarkers(head, [
          `${rows}.reference`,
          `${rows}.offerUrl|${rows}.contractType.label|${rows}.organisationName`,
          `${rows}.startPublicationDate|${rows}.description1|${rows}.modificationDate`,
        ]) ?? [],
    )[0],
  rows: ['', 'data', 'offers'],
  mapping: {
    identifier: 'reference',
    requisition: 'reference',
    title: 'title',
    description: ['description1Formatted', 'description1'],
    sections: [
      { heading: 'Profil', body: ['description2Formatted', 'description2'] },
      { body: ['description3Formatted', 'description3'] },
    ],
    url: ['offerUrl', 'urlRedirectionApplicant'],
    applyUrl: 'urlRedirectionApplicant',
    datePosted: ['startPublicationDate', 'creationDate'],
    validThrough: ['endPublicationDate'],
    jobStartDate: 'beginningDate',
    employmentType: ['contractType', 'workingTime', 'contractDuration'],
    company: { name: 'organisationName', description: 'organisationDescription' },
    salary: 'salaryRange/label',
    educationRequirements: ['diploma', 'educationLevel'],
    experienceRequirements: 'experienceLevel',
    occupationalCategory: ['primaryProfile', 'professionalCategory', 'jobFamily'],
  },
  alsoReads: { jobLocation: 'country, region, department, told apart by their clientCode' },
  also: (row) => cegidPlaces(row),
});

/**
 * What a customer calls a country may be a region, and a region a department: the code of each label says which
 * (`_TS_CO_Region_IledeFrance`).
 */
function cegidPlaces(row: Tree): Pick<RawListing, 'jobLocation'> {
  const labels = ['country', 'region', 'department', 'location'].flatMap((list) =>
    treesAt(row, list).map((one) => ({
      kind:
        /_(country|region|department)_/i.exec(textAt(one, 'clientCode') ?? '')?.[1]?.toLowerCase() ?? list,
      label: labelOf(one),
    })),
  );
  const of = (kind: string) => labels.filter((one) => one.kind === kind).flatMap(({ label }) => label ?? []);
  const [country] = of('country');
  const [region] = of('region');
  const around = present({ region, country });
  const texts = [...of('location'), ...of('department')];
  const places = texts.length > 0 ? texts.map((text) => ({ text, ...around })) : [around];
  return Object.keys(around).length === 0 && texts.length === 0 ? {} : { jobLocation: places };
}

/** DigitalRecruiters (Decathlon): `ads`, each with the unit it belongs to and the brand. */
export const decathlonJson = jsonAdapter({
  name: 'decathlon-json',
  about: 'DigitalRecruiters: ads with entity, brand, contract_type',
  detect: (head) =>
    jsonMarkers(head, [
      'ads[].reference|ads[].id',
      'ads[].contract_type|ads[].catch_phrase|ads[].entity',
      'ads[].title',
    ]) ?? jsonMarkers(head, ['ads', 'fetched_at|spontaneousApplyUrl'], 0.8),
  rows: ['ads'],
  mapping: {
    identifier: ['reference', 'id'],
    requisition: 'reference',
    title: 'title',
    description: 'description',
    sections: [{ heading: 'Profil', body: 'profile' }],
    url: ['url', 'apply_url'],
    applyUrl: 'apply_url',
    datePosted: ['published_at', 'created_at'],
    validThrough: ['expires_at', 'unpublished_at'],
    jobStartDate: ['contract_start_date', 'start_date'],
    employmentType: ['contract_type', 'contract_work_period'],
    company: {
      name: ['brand/name', 'entity/company'],
      division: 'entity/public_name',
      description: 'brand/description',
    },
    place: {
      text: ['address/formatted', 'entity/address/formatted'],
      street: ['address/parts/street', 'entity/address/parts/street'],
      city: ['address/parts/city', 'entity/address/parts/city'],
      region: ['address/parts/state', 'entity/address/parts/state'],
      postalCode: ['address/parts/zip', 'entity/address/parts/zip'],
      country: ['address/parts/country', 'entity/address/parts/country'],
    },
    pay: { min: 'salary/min', max: 'salary/max', currency: 'salary/currency', unit: 'salary/kind' },
    workplace: ['remote_work', 'telework'],
    educationRequirements: 'education_level',
    experienceRequirements: 'experience_level',
    skills: 'skills',
    occupationalCategory: 'service',
    language: 'locale',
  },
  alsoReads: {
    duration: 'contract_duration/min, max (months)',
    baseSalary: 'not where hide_salary is true',
  },
  withheld: (row) => (isTrue(textAt(row, 'hide_salary')) ? ['salary'] : []),
  also: (row) => {
    const months = rangeOf(textAt(row, 'contract_duration/min'), textAt(row, 'contract_duration/max'));
    return { duration: months };
  },
  paging: wholeWithTotal('count'),
});

/** Engagement Jeunes (France): dates and places as plain members. */
export const engagementjeunesJson = jsonAdapter({
  name: 'engagementjeunes-json',
  about: 'Engagement Jeunes: location_*, creation_date, contrat',
  detect: (head) =>
    ['[]', 'data[]', 'offers[]', 'jobs[]', 'offres[]'].flatMap(
      (rows) =>
        jsonMarkers(
          head,
          [
            `${rows}.creation_date`,
            `${rows}.contrat|${rows}.location_city|${rows}.location_label|${rows}.location_name`,
          ],
          0.9,
        ) ?? [],
    )[0],
  rows: ['', 'data', 'offers', 'jobs', 'offres'],
  mapping: {
    identifier: ['id', 'reference'],
    requisition: 'reference',
    title: ['title', 'titre', 'intitule', 'name'],
    description: ['description', 'mission', 'missions', 'texte'],
    sections: [{ heading: 'Profil', body: ['profil', 'profile'] }],
    url: ['url', 'link', 'offer_url'],
    applyUrl: ['apply_url', 'application_url', 'url_candidature'],
    datePosted: ['creation_date', 'publication_date'],
    validThrough: ['end_date', 'expiration_date', 'closing_date'],
    jobStartDate: ['start_date', 'date_debut'],
    employmentType: ['contrat', 'contract', 'contract_type', 'type_contrat'],
    duration: ['duree', 'duration', 'contract_duration'],
    company: {
      name: [
        'company_name',
        'company',
        'societe',
        'societe/nom',
        'societe/name',
        'entreprise',
        'nom_entreprise',
      ],
      description: ['company_description'],
    },
    place: {
      text: ['location_label', 'location_name', 'location_full', 'location', 'lieu'],
      street: ['location_address', 'location_street'],
      city: ['location_city', 'location_ville', 'ville'],
      region: ['location_region', 'location_state', 'location_departement', 'region'],
      postalCode: ['location_postal_code', 'location_zipcode', 'location_zip', 'code_postal'],
      country: ['location_country', 'location_country_code', 'location_pays', 'pays'],
    },
    educationRequirements: ['niveau_diplome', 'niveau', 'education_level'],
    occupationalCategory: ['metier', 'category', 'fonction', 'domaine'],
    industry: ['secteur', 'sector', 'industry'],
  },
});
