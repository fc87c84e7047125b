import { present } from '../../listings/absent.ts';
import type { RawCompany, RawContact, RawListing, RawPlace } from '../../listings/raw-listing.ts';
import { isEmpty } from '../tree.ts';
import type { Tree } from '../tree.ts';
import { asWritten, atLeastOne, compact, isFalse, isTrue, rangeOf, textAt } from './find.ts';
import { isHtml, labelOf, labelsOf, proseOf } from './labels.ts';
import { payIn, payOf } from './pay.ts';
import { distinctPlaces, partsIn, placeOf, placesIn } from './places.ts';
import type { Meaning, Vocabulary } from './synonyms.ts';

/** What an item's members mean, by a vocabulary: all of one meaning in the order of the document. */
type Found = ReadonlyMap<Meaning, readonly Ranked[]>;
type Ranked = { readonly rank: number; readonly tree: Tree };

/** A listing out of an item whose members say by their names what they are. */
export function readWords(item: Tree, vocabulary: Vocabulary): RawListing {
  return listingOf(gather(item, vocabulary));
}

function gather(item: Tree, vocabulary: Vocabulary): Found {
  const found = new Map<Meaning, Ranked[]>();
  const add = (tree: Tree, penalty: number) => {
    const word = vocabulary.get(tree.name);
    if (word === undefined || isEmpty(tree)) return;
    const entry = { rank: word.rank + penalty, tree };
    const others = found.get(word.meaning);
    if (others === undefined) found.set(word.meaning, [entry]);
    else others.push(entry);
  };
  for (const child of item.children) {
    add(child, 0);
    if (isGroup(child, vocabulary)) for (const inner of child.children) add(inner, 0.25);
  }
  for (const [name, text] of item.attributes)
    add({ name, prefix: '', attributes: new Map(), text, children: [] }, 0.5);
  return found;
}

/** Elements that only gather others, and mean nothing themselves. */
function isGroup({ name, children }: Tree, vocabulary: Vocabulary): boolean {
  return (
    children.length > 0 &&
    !vocabulary.has(name) &&
    /^(dates|publication|employment|general|jobinfo|jobinformation)$/.test(name)
  );
}

/** The best filled synonym of a meaning, of those that are taken. */
function best(found: Found, meaning: Meaning, isTaken?: (tree: Tree) => boolean): Tree | undefined {
  const all = found.get(meaning) ?? [];
  const taken = isTaken === undefined ? all : all.filter(({ tree }) => isTaken(tree));
  return taken.length === 0
    ? undefined
    : taken.reduce((one, other) => (other.rank < one.rank ? other : one)).tree;
}

function every(found: Found, meaning: Meaning): readonly Tree[] {
  return (found.get(meaning) ?? []).map(({ tree }) => tree);
}

function listingOf(found: Found): RawListing {
  const label = (meaning: Meaning) => {
    const tree = best(found, meaning);
    return tree && labelOf(tree);
  };
  const link = (meaning: Meaning) => {
    const tree = best(found, meaning);
    return tree && (tree.text.trim() || textAt(tree, 'url', 'href', 'link', 'value', '@href'));
  };
  const labels = (meaning: Meaning) => atLeastOne(every(found, meaning).flatMap((tree) => labelsOf(tree)));
  const prose = (meaning: Meaning) => {
    const tree = best(found, meaning);
    const others = every(found, meaning).filter(({ name }) => name === tree?.name);
    if (others.length > 1) return joined(others.flatMap((one) => proseOf(one) ?? []));
    const range = tree && rangeOf(textAt(tree, 'min', 'from'), textAt(tree, 'max', 'to'));
    if (range !== undefined) return range;
    return (
      tree &&
      (tree.children.length > 0 && tree.mixed === undefined && !tree.children.some(isHtml)
        ? labelsOf(tree).join(', ')
        : proseOf(tree))
    );
  };
  const listing: RawListing = compact<RawListing>({
    identifier: label('identifier'),
    requisition: label('requisition'),
    title: label('title'),
    description: descriptionIn(found),
    url: link('url'),
    applyUrl: link('applyUrl'),
    ...datesIn(found),
    employmentType: atLeastOne([...typesIn(found), ...flagged(found, typeFlags)]),
    company: companyIn(found),
    jobLocation: atLeastOne(placesOf(found)),
    workplace: atLeastOne(workplaceIn(found)),
    baseSalary: salaryIn(found),
    qualifications: prose('qualifications'),
    educationRequirements: prose('education'),
    experienceRequirements: prose('experience'),
    skills: prose('skills'),
    responsibilities: prose('responsibilities'),
    benefits: prose('benefits'),
    workAuthorization: labels('workAuthorization'),
    classLevel: labels('classLevel'),
    industry: labels('industry'),
    occupationalCategory: labels('category'),
    totalJobOpenings: label('openings'),
    workHours: label('hours') ?? hoursIn(found) ?? rangeOf(label('hoursMin'), label('hoursMax')),
    duration: label('duration'),
    travel: label('travel'),
    contact: contactIn(found),
    language: label('language'),
    inactive: inactiveBy(found),
  });
  return listing;
}

/** Kinds of employment; of the flag `<contract>1</contract>` its name, and no other number or flag is a word. */
function typesIn(found: Found): string[] {
  return every(found, 'employmentType').flatMap((tree) =>
    labelsOf(tree).flatMap((text) => {
      if (tree.name === 'contract' && isTrue(text)) return tree.name;
      if (isHours(tree, text)) return [];
      return isTrue(text) || isFalse(text) || /^\d+$/.test(text) ? [] : text;
    }),
  );
}

/** `working_hours` says full-time in some feeds and `20 hours` in others. */
function hoursIn(found: Found): string | undefined {
  const own = every(found, 'employmentType').find((tree) => isHours(tree, tree.text));
  return own?.text.trim();
}

function isHours(tree: Tree, text: string): boolean {
  return tree.name === 'workinghours' && /^\s*\d/.test(text) && !/%/.test(text);
}

function descriptionIn(found: Found): string | undefined {
  const tree = best(found, 'description');
  const others = every(found, 'description').filter(({ name }) => name === tree?.name);
  return others.length > 1 ? joined(others.flatMap((one) => proseOf(one) ?? [])) : tree && proseOf(tree);
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
function datesIn(found: Found): Pick<RawListing, 'datePosted' | 'validThrough' | 'jobStartDate'> {
  const date = (meaning: Meaning) => {
    const tree = best(found, meaning);
    const text = tree && (tree.text.trim() || textAt(tree, 'date', '$date', 'datetime', 'value', 'iso'));
    return text === undefined || text === '' ? undefined : asWritten(text);
  };
  const [posted, started, created, until] = [
    date('datePosted'),
    date('dateStarted'),
    date('dateCreated'),
    date('validThrough'),
  ];
  const endsToo = until !== undefined && /end/.test(best(found, 'validThrough')?.name ?? '');
  const startsPosting = posted === undefined && started !== undefined && (created !== undefined || endsToo);
  return compact<RawListing>({
    datePosted: posted ?? (startsPosting ? started : created),
    validThrough: until,
    jobStartDate: date('jobStartDate') ?? (startsPosting ? undefined : started),
  });
}

function companyIn(found: Found): RawCompany | undefined {
  const tree = best(found, 'company', (one) => !isPerson(one) && saysSomething(one));
  const text = (meaning: Meaning) => best(found, meaning)?.text.trim();
  const own = tree && partsIn(tree);
  const company: RawCompany = compact<RawCompany>({
    name: tree && (tree.text.trim() || textAt(tree, 'name', 'companyname', 'title', 'label')),
    division: text('division') || (tree && textAt(tree, 'division', 'businessunit')),
    url: text('companyUrl') || (tree && textAt(tree, 'url', 'website', 'companyurl', 'link', 'sameas')),
    description:
      text('companyDescription') || (tree && textAt(tree, 'description', 'companydescription', 'about')),
    street: own?.street,
    city: own?.city,
    state: own?.region,
    postalCode: own?.postalCode,
    country: own?.country,
  });
  return Object.keys(company).length > 0 ? company : undefined;
}

/** `N/A` names nobody: the next best name counts. */
function saysSomething(tree: Tree): boolean {
  const label = labelOf(tree);
  return label === undefined || label.length > LONGEST_NOTHING || present(label) !== undefined;
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
  const part = (meaning: Meaning) => {
    const tree = best(found, meaning);
    return tree === undefined || (meaning === 'state' && tree.children.length > 0)
      ? undefined
      : labelOf(tree);
  };
  const own = placeOf({
    street: part('street'),
    city: part('city'),
    region: part('state'),
    postalCode: part('postalCode'),
    country: part('country'),
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
  return [
    ...every(found, 'workplace').flatMap((tree) => labelsOf(tree)),
    ...every(found, 'place')
      .filter(isWorkplaceWord)
      .map((tree) => tree.text.trim()),
    ...(every(found, 'place').some((tree) => isTrue(textAt(tree, ...remoteFlags))) ? ['remote'] : []),
    ...flagged(found, workplaceFlags),
  ];
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
  return flags.flatMap(([meaning, word]) =>
    every(found, meaning)
      .flatMap((tree) => labelsOf(tree))
      .flatMap((text) => (isTrue(text) ? [word] : isFalse(text) ? [] : [text])),
  );
}

function salaryIn(found: Found): RawListing['baseSalary'] {
  const label = (meaning: Meaning) => best(found, meaning)?.text.trim() || undefined;
  const tree = best(found, 'salary');
  const own = tree && payIn(tree);
  return payOf({
    text: own?.text,
    value: own?.value,
    min: own?.min ?? label('salaryMin'),
    max: own?.max ?? label('salaryMax'),
    currency: own?.currency ?? label('salaryCurrency'),
    unit: own?.unit ?? label('salaryUnit'),
  });
}

function contactIn(found: Found): RawContact | undefined {
  const inner = best(found, 'contactName') ?? best(found, 'company', isPerson);
  const text = (meaning: Meaning) => best(found, meaning)?.text.trim() || undefined;
  const contact: RawContact = compact<RawContact>({
    name: inner && (inner.text.trim() || textAt(inner, 'name', 'fullname')),
    email: text('email') ?? (inner && textAt(inner, 'email', 'emailaddress')) ?? applyEmail(found),
    phone: text('phone') ?? (inner && textAt(inner, 'phone', 'telephone')),
  });
  return Object.keys(contact).length > 0 ? contact : undefined;
}

function applyEmail(found: Found): string | undefined {
  return every(found, 'applyUrl').flatMap((tree) => textAt(tree, 'email', 'mail') ?? [])[0];
}

/** Why the source itself says that the row is not to be shown. */
function inactiveBy(found: Found): string | undefined {
  for (const tree of every(found, 'status')) {
    const text = tree.text.trim();
    const isFlag = /^(is.*|active|published)$/.test(tree.name);
    if (/^(is)?(filled|closed|expired|archived|draft)$/.test(tree.name)) {
      if (isTrue(text)) return `${tree.name} is ${text}`;
      continue;
    }
    if (isFlag ? isFalse(text) : isWithdrawn(text)) return `${tree.name} is ${text}`;
  }
  return undefined;
}

export function isWithdrawn(status: string): boolean {
  return /^(inactive|closed|deleted?|removed?|expired|filled|unpublished|archived|draft|cancell?ed|paused|on[ -]?hold|suspended|withdrawn|hidden|internal|unlisted)$/i.test(
    status.trim(),
  );
}
