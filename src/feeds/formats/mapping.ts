import * as z from 'zod';
import { isWithdrawn } from '../../listings/values/withdrawn.ts';
import type { RawCompany, RawContact, RawListing, RawPlace, RawSection } from '../../listings/raw-listing.ts';
import type { Tree } from '../cut/tree.ts';
import {
  atLeastOne,
  compact,
  dateAt,
  filled,
  isFalse,
  isTrue,
  readAt,
  textAt,
  treeAt,
  treesAt,
} from './find.ts';
import { labelOf, labelsOf, proseOf } from './format-labels.ts';
import { payIn, payOf } from './format-pay.ts';
import { distinctPlaces, isTextOnly, placesIn } from './format-places.ts';

const path = z
  .string()
  .regex(/^@?[\p{L}\p{N}_.: -]+(\/@?[\p{L}\p{N}_.: -]+)*$/u, 'a path such as company/name or location/@id')
  .describe(
    'Names of members, one inside the other, between slashes; `@` before the name of an XML attribute',
  );
const paths = z.union([path, z.array(path)]).optional();

const placeParts = z.strictObject({
  text: paths,
  street: paths,
  city: paths,
  region: paths,
  postalCode: paths,
  country: paths,
});

/**
 * Where in an item each value of a listing stands. Of several paths the first that is filled gives a single value; a value that may
 * be many takes all of them. Adapters of one format are such tables, and a `custom` feed brings its own.
 */
export const mappingSchema = z.strictObject({
  identifier: paths,
  requisition: paths,
  title: paths,
  description: paths.describe('Text or HTML; further parts go to `sections`'),
  sections: z
    .array(
      z.strictObject({
        each: path.optional().describe('The repeated member that holds heading and body'),
        heading: z.string().optional().describe('The heading itself'),
        headingAt: paths,
        body: z.union([path, z.array(path)]),
      }),
    )
    .optional(),
  url: paths,
  applyUrl: paths,
  datePosted: paths,
  validThrough: paths,
  jobStartDate: paths,
  employmentType: paths,
  company: z
    .strictObject({
      name: paths,
      division: paths,
      url: paths,
      description: paths,
      street: paths,
      city: paths,
      state: paths,
      postalCode: paths,
      country: paths,
    })
    .optional(),
  places: paths.describe('Places, each a text or an object with city, state, country, …'),
  place: placeParts.optional().describe('One place in parts that stand in different members'),
  workplace: paths.describe('Words for the workplace'),
  remote: paths.describe('A flag: true is remote'),
  hybrid: paths,
  onSite: paths,
  applicantLocationRequirements: paths,
  salary: paths.describe('A text, or an object with min, max, currency, …'),
  pay: z
    .strictObject({ text: paths, min: paths, max: paths, value: paths, currency: paths, unit: paths })
    .optional(),
  qualifications: paths,
  educationRequirements: paths,
  experienceRequirements: paths,
  skills: paths,
  responsibilities: paths,
  benefits: paths,
  workAuthorization: paths,
  classLevel: paths,
  industry: paths,
  occupationalCategory: paths,
  totalJobOpenings: paths,
  workHours: paths,
  duration: paths,
  travel: paths,
  contact: z.strictObject({ name: paths, email: paths, phone: paths, title: paths }).optional(),
  language: paths,
  active: paths.describe('A flag or a status: false, `closed`, `draft` and the like reject the row'),
  hidden: paths.describe('A flag: true rejects the row'),
});

export type Mapping = z.infer<typeof mappingSchema>;
type Paths = Mapping['title'];

/** The listing that a mapping finds in an item. */
export function readMapping(item: Tree, mapping: Mapping): RawListing {
  const text = (at: Paths) => labelAt(item, at);
  const prose = (at: Paths) => proseAt(item, at);
  const date = (at: Paths) => dateAt(item, ...listOf(at));
  const all = (at: Paths) => atLeastOne(listOf(at).flatMap((one) => treesAt(item, one).flatMap(labelsOf)));
  const list = (at: Paths) => all(at)?.join(', ');
  return compact<RawListing>({
    identifier: text(mapping.identifier),
    requisition: text(mapping.requisition),
    title: text(mapping.title),
    description: prose(mapping.description),
    sections: atLeastOne((mapping.sections ?? []).flatMap((section) => sectionsIn(item, section))),
    url: text(mapping.url),
    applyUrl: text(mapping.applyUrl),
    datePosted: date(mapping.datePosted),
    validThrough: date(mapping.validThrough),
    jobStartDate: date(mapping.jobStartDate),
    employmentType: all(mapping.employmentType),
    company: companyIn(item, mapping),
    jobLocation: atLeastOne(placesOf(item, mapping)),
    workplace: atLeastOne([...(all(mapping.workplace) ?? []), ...flagsIn(item, mapping)]),
    applicantLocationRequirements: all(mapping.applicantLocationRequirements),
    baseSalary: salaryIn(item, mapping),
    qualifications: prose(mapping.qualifications),
    educationRequirements: list(mapping.educationRequirements),
    experienceRequirements: list(mapping.experienceRequirements),
    skills: list(mapping.skills),
    responsibilities: prose(mapping.responsibilities),
    benefits: list(mapping.benefits),
    workAuthorization: all(mapping.workAuthorization),
    classLevel: all(mapping.classLevel),
    industry: all(mapping.industry),
    occupationalCategory: all(mapping.occupationalCategory),
    totalJobOpenings: text(mapping.totalJobOpenings),
    workHours: text(mapping.workHours),
    duration: text(mapping.duration),
    travel: text(mapping.travel),
    contact: contactIn(item, mapping),
    language: text(mapping.language),
    inactive: inactiveBy(item, mapping),
  });
}

function listOf(at: Paths): readonly string[] {
  return at === undefined ? [] : typeof at === 'string' ? [at] : at;
}

function labelAt(item: Tree, at: Paths): string | undefined {
  return readAt(item, listOf(at), labelOf);
}

function proseAt(item: Tree, at: Paths): string | undefined {
  return readAt(item, listOf(at), proseOf);
}

type Section = NonNullable<Mapping['sections']>[number];

function sectionsIn(item: Tree, { each, heading, headingAt, body }: Section): RawSection[] {
  const holders = each === undefined ? [item] : treesAt(item, each);
  return holders.flatMap((holder) => {
    const text = proseAt(holder, body);
    const title = labelAt(holder, headingAt) ?? heading;
    return text === undefined ? [] : [title === undefined ? { body: text } : { heading: title, body: text }];
  });
}

/** What stands at the paths of a value in parts. */
function partsAt<K extends string>(item: Tree, at: { readonly [Part in K]?: Paths }) {
  const parts: { [Part in K]?: string } = {};
  for (const part in at) {
    const text = labelAt(item, at[part]);
    if (text !== undefined) parts[part] = text;
  }
  return parts;
}

function companyIn(item: Tree, { company: at }: Mapping): RawCompany | undefined {
  return at && filled<RawCompany>({ ...partsAt(item, at), description: proseAt(item, at.description) });
}

function placesOf(item: Tree, { places, place }: Mapping): RawPlace[] {
  const own = place && filled<RawPlace>(partsAt(item, place));
  const others = listOf(places).flatMap((one) => treesAt(item, one).flatMap(placesIn));
  // A state or country beside places in one text is theirs, and no place of its own.
  const isBeside = own !== undefined && (own.text ?? own.street ?? own.city ?? own.postalCode) === undefined;
  if (isBeside && others.length > 0)
    return distinctPlaces(others.map((one) => (isTextOnly(one) ? { ...one, ...own } : one)));
  return distinctPlaces(own === undefined ? others : [own, ...others]);
}

function flagsIn(item: Tree, { remote, hybrid, onSite }: Mapping): string[] {
  const flags = [
    [remote, 'remote'],
    [hybrid, 'hybrid'],
    [onSite, 'on-site'],
  ] as const;
  return flags.flatMap(([at, word]) => {
    const text = labelAt(item, at);
    return isTrue(text) ? [word] : text === undefined || isFalse(text) ? [] : [text];
  });
}

function salaryIn(item: Tree, { salary, pay }: Mapping): RawListing['baseSalary'] {
  const tree = treeAt(item, ...listOf(salary));
  return payOf({ ...(pay && partsAt(item, pay)), ...(tree && compact(payIn(tree))) });
}

function contactIn(item: Tree, { contact: at }: Mapping): RawContact | undefined {
  return at && filled<RawContact>(partsAt(item, at));
}

function inactiveBy(item: Tree, { active, hidden }: Mapping): string | undefined {
  for (const one of listOf(active)) {
    const status = textAt(item, one);
    if (status !== undefined && (isFalse(status) || isWithdrawn(status))) return `${one} is ${status}`;
  }
  for (const one of listOf(hidden)) {
    const flag = textAt(item, one);
    if (isTrue(flag)) return `${one} is ${flag}`;
  }
  return undefined;
}
