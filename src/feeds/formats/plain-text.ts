import { present } from '../../listings/values/listing-absent.ts';
import type { RawCompany, RawContact, RawListing, RawPlace } from '../../listings/raw-listing.ts';
import { isEmpty, noAttributes, type Tree } from '../cut/tree.ts';
import { applyingOf, linkTextOf } from './applying.ts';
import { asWritten, atLeastOne, filled, isFalse, isTrue, mayBeDate, rangeOf, textAt } from './find.ts';
import { isHtml, labelOf, labelsOf, proseOf } from './format-labels.ts';
import { payIn, payOf } from './format-pay.ts';
import { distinctPlaces, partsIn, placesIn } from './format-places.ts';
import { inactiveBy } from './inactive.ts';
import { type Meaning, ownTitle, type Vocabulary } from './synonyms.ts';

/** What an item's members mean, by a vocabulary: all of one meaning in the order of the document. */
type Found = ReadonlyMap<Meaning, readonly Ranked[]>;
type Ranked = { readonly rank: number; readonly tree: Tree };

/** How fields of a listing are read, where a member has one of these meanings. */
type Rule = { readonly of: readonly Meaning[]; readonly read: (found: Found, listing: RawListing) => void };

/** A listing out of an item whose members say by their names what they are. */
export function readPlainText(item: Tree, vocabulary: Vocabulary): RawListing {
  const found = gather(item, vocabulary);
  const listing: RawListing = {};
  for (const rule of rules) if (isFound(found, rule.of)) rule.read(found, listing);
  return listing;
}

function isFound(found: Found, meanings: readonly Meaning[]): boolean {
  for (const meaning of meanings) if (found.has(meaning)) return true;
  return false;
}

function gather(item: Tree, vocabulary: Vocabulary): Found {
  const found = new Map<Meaning, Ranked[]>();
  for (const child of item.children) {
    add(found, vocabulary, child, 0);
    if (isGroup(child, vocabulary)) for (const inner of child.children) add(found, vocabulary, inner, 0.25);
  }
  for (const [name, text] of item.attributes)
    add(found, vocabulary, { name, prefix: '', attributes: noAttributes, text, children: [] }, 0.5);
  return found;
}

function add(found: Map<Meaning, Ranked[]>, vocabulary: Vocabulary, tree: Tree, penalty: number): void {
  const word = vocabulary.get(tree.name) ?? ownTitle(tree.name);
  if (word === undefined || isEmpty(tree)) return;
  const entry = { rank: word.rank + penalty, tree };
  const others = found.get(word.meaning);
  if (others === undefined) found.set(word.meaning, [entry]);
  else others.push(entry);
}

/** Elements that only gather others, and mean nothing themselves. */
function isGroup({ name, children }: Tree, vocabulary: Vocabulary): boolean {
  return (
    children.length > 0 &&
    vocabulary.get(name) === undefined &&
    /^(dates|publication|employment|general|jobinfo|jobinformation)$/.test(name)
  );
}

/** The best filled synonym of a meaning, of those that are taken; the first of equals. */
function best(found: Found, meaning: Meaning, isTaken?: (tree: Tree) => boolean): Tree | undefined {
  const all = found.get(meaning);
  if (all === undefined) return undefined;
  let first: Ranked | undefined;
  for (const one of all)
    if ((first === undefined || one.rank < first.rank) && (isTaken === undefined || isTaken(one.tree)))
      first = one;
  return first?.tree;
}

function every(found: Found, meaning: Meaning): readonly Tree[] {
  return found.get(meaning)?.map(({ tree }) => tree) ?? [];
}

/** The labels of all members of a meaning, in their order. */
function labelsIn(found: Found, meaning: Meaning): string[] {
  const texts: string[] = [];
  for (const tree of every(found, meaning)) texts.push(...labelsOf(tree));
  return texts;
}

function labelIn(found: Found, meaning: Meaning): string | undefined {
  const tree = best(found, meaning);
  return tree && labelOf(tree);
}

function textOf(found: Found, meaning: Meaning): string | undefined {
  return best(found, meaning)?.text.trim() || undefined;
}

function set<K extends keyof RawListing>(
  listing: RawListing,
  field: K,
  value: RawListing[K] | undefined,
): void {
  if (value !== undefined) listing[field] = value;
}

/** A field that is read off the best member of a meaning. */
function one<K extends keyof RawListing>(
  field: K,
  meaning: Meaning,
  read: (tree: Tree) => RawListing[K] | undefined,
): Rule {
  return all(field, [meaning], (found) => {
    const tree = best(found, meaning);
    return tree && read(tree);
  });
}

/** A field that is read off all members of some meanings. */
function all<K extends keyof RawListing>(
  field: K,
  of: readonly Meaning[],
  read: (found: Found) => RawListing[K] | undefined,
): Rule {
  return {
    of,
    read: (found, listing) => set(listing, field, read(found)),
  };
}

/** The labels of all members of a meaning. */
function labels(
  field: 'workAuthorization' | 'classLevel' | 'industry' | 'occupationalCategory',
  of: Meaning,
): Rule {
  return all(field, [of], (found) => atLeastOne(labelsIn(found, of)));
}

/** A text of a meaning. */
function prose(field: Prose, of: Meaning, read = textOrLabels): Rule {
  return all(field, [of], (found) => wholeIn(found, of, read));
}

type Prose =
  | 'description'
  | 'qualifications'
  | 'educationRequirements'
  | 'experienceRequirements'
  | 'skills'
  | 'responsibilities'
  | 'benefits';

/** What is read off the best member of a meaning; the elements of a list go together. */
function wholeIn(found: Found, meaning: Meaning, read: (tree: Tree) => string | undefined) {
  const tree = best(found, meaning);
  if (tree === undefined) return undefined;
  const others = every(found, meaning).filter(({ name }) => name === tree.name);
  return others.length > 1 ? joined(others.flatMap((other) => proseOf(other) ?? [])) : read(tree);
}

/** A text; of an object its range, or its labels where it is no markup. */
function textOrLabels(tree: Tree): string | undefined {
  if (tree.children.length === 0) return proseOf(tree);
  const range = rangeOf(textAt(tree, 'min', 'from'), textAt(tree, 'max', 'to'));
  if (range !== undefined) return range;
  return tree.mixed === undefined && !tree.children.some(isHtml) ? labelsOf(tree).join(', ') : proseOf(tree);
}

/** Kinds of employment; of the flag `<contract>1</contract>` its name, and no other number or flag is a word. */
function typesIn(found: Found): string[] {
  const types: string[] = [];
  for (const tree of every(found, 'employmentType'))
    for (const text of labelsOf(tree)) {
      if (tree.name === 'contract' && isTrue(text)) types.push(tree.name);
      else if (!isHours(tree, text) && !isTrue(text) && !isFalse(text) && !/^\d+$/.test(text))
        types.push(text);
    }
  return types;
}

/** `working_hours` says full-time in some feeds and `20 hours` in others. */
function workHoursIn(found: Found): string | undefined {
  const own = every(found, 'employmentType').find((tree) => isHours(tree, tree.text));
  const range = rangeOf(labelIn(found, 'hoursMin'), labelIn(found, 'hoursMax'));
  return labelIn(found, 'hours') ?? own?.text.trim() ?? range;
}

function isHours(tree: Tree, text: string): boolean {
  return tree.name === 'workinghours' && /^\s*\d/.test(text) && !/%/.test(text);
}

/** The elements of a list in one text: words in a row, sentences in lines. */
function joined(texts: readonly string[]): string | undefined {
  const distinct = [...new Set(texts)];
  const areWords = distinct.every((text) => text.length <= 40);
  return distinct.length === 0 ? undefined : distinct.join(areWords ? ', ' : '\n');
}

/**
 * `startdate` is the first day of the posting where nothing else says when it was published and its `enddate`, or a creation, stands
 * beside it, and the first day of work otherwise.
 */
function readDates(found: Found, listing: RawListing): void {
  const posted = dateIn(found, 'datePosted');
  const started = dateIn(found, 'dateStarted');
  const created = dateIn(found, 'dateCreated');
  const until = dateIn(found, 'validThrough');
  const endsToo = until !== undefined && /end/.test(best(found, 'validThrough')?.name ?? '');
  const startsPosting = posted === undefined && started !== undefined && (created !== undefined || endsToo);
  set(listing, 'datePosted', posted ?? (startsPosting ? started : created));
  set(listing, 'validThrough', until);
  set(listing, 'jobStartDate', dateIn(found, 'jobStartDate') ?? (startsPosting ? undefined : started));
}

function dateIn(found: Found, meaning: Meaning): string | number | undefined {
  const tree = best(found, meaning, mayBeDate);
  const text = tree && (tree.text.trim() || textAt(tree, 'date', '$date', 'datetime', 'value', 'iso'));
  return text === undefined || text === '' ? undefined : asWritten(text);
}

function companyIn(found: Found): RawCompany | undefined {
  const tree = best(found, 'company', (one) => !isPerson(one) && saysSomething(one));
  /** Where its parts can be; plain text has no parts. */
  const inner = tree !== undefined && tree.children.length > 0 ? tree : undefined;
  const own = inner && partsIn(inner);
  return filled<RawCompany>({
    name: tree && (tree.text.trim() || textAt(tree, 'name', 'companyname', 'title', 'label')),
    division: textOf(found, 'division') ?? (inner && textAt(inner, 'division', 'businessunit')),
    url:
      textOf(found, 'companyUrl') ??
      (inner && textAt(inner, 'url', 'website', 'companyurl', 'link', 'sameas')),
    description:
      textOf(found, 'companyDescription') ??
      (inner && textAt(inner, 'description', 'companydescription', 'about')),
    street: own?.street,
    city: own?.city,
    state: own?.region,
    postalCode: own?.postalCode,
    country: own?.country,
  });
}

/** `N/A` names nobody, nor does the flag `agency`: the next best name counts. */
function saysSomething(tree: Tree): boolean {
  const label = labelOf(tree);
  if (label === undefined || label.length > LONGEST_NOTHING) return true;
  return present(label) !== undefined && (label.length > 6 || (!isTrue(label) && !isFalse(label)));
}

/** No way of saying nothing is longer. */
const LONGEST_NOTHING = 20;

/** A `recruiter` with an address to write to is somebody, not the employer. */
function isPerson(tree: Tree): boolean {
  return (
    tree.name.startsWith('recruiter') &&
    textAt(tree, 'email', 'phone', 'firstname', 'emailaddress') !== undefined
  );
}

/** The parts on the item itself with the first whole text beside them, then every other place. */
function placesOf(found: Found): RawPlace[] {
  const containers = [
    ...every(found, 'place').filter((tree) => !isWorkplaceWord(tree)),
    ...every(found, 'state').filter((tree) => tree.children.length > 0),
  ];
  const hasParts = best(found, 'state')?.children.length !== 0;
  const own = filled<RawPlace>({
    street: labelIn(found, 'street'),
    city: labelIn(found, 'city'),
    region: hasParts ? undefined : labelIn(found, 'state'),
    postalCode: labelIn(found, 'postalCode'),
    country: labelIn(found, 'country'),
  });
  const others = containers.flatMap((tree) => placesIn(tree));
  if (own === undefined) return distinctPlaces(others);
  const text = others.find((place) => place.text !== undefined && Object.keys(place).length === 1);
  return distinctPlaces([{ ...text, ...own }, ...others.filter((place) => place !== text)]);
}

/** `workplace` is a place in some feeds and a word for remote work in others. */
function isWorkplaceWord(tree: Tree): boolean {
  return (
    tree.name === 'workplace' && tree.children.length === 0 && /remote|hybrid|on-?site|home/i.test(tree.text)
  );
}

function workplaceIn(found: Found): string[] {
  const words = labelsIn(found, 'workplace');
  const places = every(found, 'place');
  for (const tree of places) if (isWorkplaceWord(tree)) words.push(tree.text.trim());
  if (places.some((tree) => tree.children.length > 0 && isTrue(textAt(tree, ...remoteFlags))))
    words.push('remote');
  return [...words, ...flagged(found, workplaceFlags)];
}

const remoteFlags = ['remote', 'isremote', 'telecommute', 'telecommuting'];

const typeFlags: readonly (readonly [Meaning, string])[] = [
  ['fullTime', 'full-time'],
  ['partTime', 'part-time'],
  ['internship', 'internship'],
  ['temporary', 'temporary'],
  ['permanent', 'permanent'],
  ['volunteer', 'volunteer'],
];

const workplaceFlags: readonly (readonly [Meaning, string])[] = [
  ['remote', 'remote'],
  ['hybrid', 'hybrid'],
  ['onSite', 'on-site'],
];

/** A raised flag is its word, a lowered one nothing, anything else what it says. */
function flagged(found: Found, flags: readonly (readonly [Meaning, string])[]): string[] {
  const words: string[] = [];
  for (const [meaning, word] of flags)
    for (const text of labelsIn(found, meaning)) if (!isFalse(text)) words.push(isTrue(text) ? word : text);
  return words;
}

function salaryIn(found: Found): RawListing['baseSalary'] {
  const tree = best(found, 'salary');
  const own = tree && payIn(tree);
  return payOf({
    text: own?.text,
    value: own?.value,
    min: own?.min ?? textOf(found, 'salaryMin'),
    max: own?.max ?? textOf(found, 'salaryMax'),
    currency: own?.currency ?? textOf(found, 'salaryCurrency'),
    unit: own?.unit ?? textOf(found, 'salaryUnit'),
  });
}

function contactIn(found: Found): RawContact | undefined {
  const inner = best(found, 'contactName') ?? best(found, 'company', isPerson);
  return filled<RawContact>({
    name: inner && (inner.text.trim() || textAt(inner, 'name', 'fullname')),
    email: textOf(found, 'email') ?? (inner && textAt(inner, 'email', 'emailaddress')) ?? applyEmail(found),
    phone: textOf(found, 'phone') ?? (inner && textAt(inner, 'phone', 'telephone')),
  });
}

function applyEmail(found: Found): string | undefined {
  const inner = every(found, 'applyUrl').flatMap((tree) => textAt(tree, 'email', 'mail') ?? []);
  return textOf(found, 'applyEmail') ?? inner[0];
}

function readApplying(found: Found, listing: RawListing): void {
  const ranked = (found.get('applyUrl') ?? []).toSorted((a, b) => a.rank - b.rank).map(({ tree }) => tree);
  const how = every(found, 'howToApply');
  Object.assign(listing, applyingOf([...ranked, ...how], [applyEmail(found)], listing.url));
}

/** `state` may be that of a place, `jobstatus` a kind of employment. */
function statusesIn(found: Found): readonly Tree[] {
  const statuses = [...every(found, 'status')];
  for (const meaning of ['state', 'employmentType'] as const)
    for (const { tree } of found.get(meaning) ?? [])
      if (tree.name === 'state' || tree.name === 'jobstatus') statuses.push(tree);
  return statuses;
}

/** In the order in which a raw listing has its fields. */
const rules: readonly Rule[] = [
  one('identifier', 'identifier', labelOf),
  one('requisition', 'requisition', labelOf),
  one('title', 'title', labelOf),
  prose('description', 'description', proseOf),
  one('url', 'url', linkTextOf),
  { of: ['applyUrl', 'applyEmail', 'howToApply'], read: readApplying },
  { of: ['datePosted', 'dateStarted', 'dateCreated', 'validThrough', 'jobStartDate'], read: readDates },
  all('employmentType', ['employmentType', ...typeFlags.map(([meaning]) => meaning)], (found) =>
    atLeastOne([...typesIn(found), ...flagged(found, typeFlags)]),
  ),
  all('company', ['company', 'division', 'companyUrl', 'companyDescription'], companyIn),
  all('jobLocation', ['place', 'street', 'city', 'state', 'postalCode', 'country'], (found) =>
    atLeastOne(placesOf(found)),
  ),
  all('workplace', ['workplace', 'place', ...workplaceFlags.map(([meaning]) => meaning)], (found) =>
    atLeastOne(workplaceIn(found)),
  ),
  all('baseSalary', ['salary', 'salaryMin', 'salaryMax', 'salaryCurrency', 'salaryUnit'], salaryIn),
  prose('qualifications', 'qualifications'),
  prose('educationRequirements', 'education'),
  prose('experienceRequirements', 'experience'),
  prose('skills', 'skills'),
  prose('responsibilities', 'responsibilities'),
  prose('benefits', 'benefits'),
  labels('workAuthorization', 'workAuthorization'),
  labels('classLevel', 'classLevel'),
  labels('industry', 'industry'),
  labels('occupationalCategory', 'category'),
  one('totalJobOpenings', 'openings', labelOf),
  all('workHours', ['hours', 'hoursMin', 'hoursMax', 'employmentType'], workHoursIn),
  one('duration', 'duration', labelOf),
  one('travel', 'travel', labelOf),
  all('contact', ['contactName', 'company', 'email', 'phone', 'applyUrl', 'applyEmail'], contactIn),
  one('language', 'language', labelOf),
  all('inactive', ['status', 'state', 'employmentType'], (found) => inactiveBy(statusesIn(found))),
];
