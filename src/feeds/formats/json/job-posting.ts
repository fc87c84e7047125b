import type { RawCompany, RawContact, RawListing } from '../../../listings/raw-listing.ts';
import { leaf, type Tree } from '../../cut/tree.ts';
import { atLeastOne, compact, dateAt, filled, textAt, treeAt, treesAt } from '../find.ts';
import { labelOf, labelsOf, proseOf } from '../format-labels.ts';
import { resolved } from '../format-pages.ts';
import { payIn, payOf } from '../format-pay.ts';
import { distinctPlaces, placesIn } from '../format-places.ts';

/** schema.org JobPosting, whatever markup it stood in: JSON-LD, microdata, RDFa, or a JSON Feed's `_jobposting`. */
export function readJobPosting(marked: Tree, page: { readonly url?: string | undefined } = {}): RawListing {
  const posting = plain(marked);
  const all = (...names: readonly string[]) =>
    atLeastOne(names.flatMap((name) => treesAt(posting, name).flatMap(labelsOf)));
  const list = (...names: readonly string[]) => all(...names)?.join(', ');
  const prose = (...names: readonly string[]) => {
    const tree = treeAt(posting, ...names);
    return tree && proseOf(tree);
  };
  return compact<RawListing>({
    identifier: textAt(posting, 'identifier', 'identifier/value'),
    title: textAt(posting, 'title', 'name', 'headline'),
    description: prose('description'),
    url: resolved(linkOf(posting), page.url) ?? page.url,
    datePosted: dateAt(posting, 'datePosted', 'datePublished'),
    validThrough: dateAt(posting, 'validThrough'),
    jobStartDate: dateAt(posting, 'jobStartDate'),
    employmentType: all('employmentType'),
    company: companyOf(posting),
    jobLocation: atLeastOne(distinctPlaces(treesAt(posting, 'jobLocation').flatMap(placesIn))),
    workplace: all('jobLocationType'),
    applicantLocationRequirements: all('applicantLocationRequirements'),
    baseSalary: salaryOf(posting),
    qualifications: list('qualifications'),
    educationRequirements: list('educationRequirements'),
    experienceRequirements: monthsOf(posting) ?? list('experienceRequirements'),
    skills: list('skills'),
    responsibilities: prose('responsibilities'),
    benefits: list('jobBenefits', 'benefits', 'incentiveCompensation', 'incentives'),
    workAuthorization: all('eligibilityToWorkRequirement'),
    industry: all('industry'),
    occupationalCategory: all('occupationalCategory'),
    totalJobOpenings: textAt(posting, 'totalJobOpenings'),
    workHours: textAt(posting, 'workHours'),
    contact: contactOf(posting),
    language: textAt(posting, 'inLanguage', 'inLanguage/name'),
  });
}

/** Without what JSON-LD says about the data itself; a literal with a language or a type is its value. */
function plain(tree: Tree): Tree {
  const literal = tree.children.find(({ name }) => name === '@value');
  if (literal !== undefined) return leaf(tree.name, literal.text);
  return { ...tree, children: tree.children.filter(({ name }) => !name.startsWith('@')).map(plain) };
}

function linkOf(posting: Tree): string | undefined {
  return textAt(posting, 'url', 'url/url', 'mainEntityOfPage', 'mainEntityOfPage/url');
}

function companyOf(posting: Tree): RawCompany | undefined {
  const organization = treeAt(posting, 'hiringOrganization', 'employer');
  if (organization === undefined) return undefined;
  const [place] = treesAt(organization, 'address').flatMap(placesIn);
  return filled<RawCompany>({
    name: textAt(organization, 'name', 'legalName') ?? labelOf(organization),
    division: textAt(organization, 'department', 'department/name'),
    url: textAt(organization, 'sameAs', 'url'),
    description: textAt(organization, 'description'),
    street: place?.street,
    city: place?.city,
    state: place?.region,
    postalCode: place?.postalCode,
    country: place?.country,
  });
}

function salaryOf(posting: Tree): RawListing['baseSalary'] {
  const tree = treeAt(posting, 'baseSalary');
  const own = tree && payIn(tree);
  return own && payOf({ ...own, currency: own.currency ?? textAt(posting, 'salaryCurrency') });
}

function monthsOf(posting: Tree): string | undefined {
  const months = textAt(posting, 'experienceRequirements/monthsOfExperience');
  return months === undefined ? undefined : `${months} months`;
}

function contactOf(posting: Tree): RawContact | undefined {
  const tree = treeAt(posting, 'applicationContact');
  if (tree === undefined) return undefined;
  return filled<RawContact>({
    name: textAt(tree, 'name'),
    email: textAt(tree, 'email'),
    phone: textAt(tree, 'telephone'),
    title: textAt(tree, 'contactType'),
  });
}
