import type { Employer, PicklistLabel } from '../soap/types.ts';
import { picklistLabel } from '../soap/types.ts';
import { present, presentAll } from './listing-absent.ts';
import { defined } from './defined.ts';
import { employerName, websiteOf } from './employer-name.ts';
import { cleanHtml, plainLine } from './html.ts';
import type { FeedTerms } from './listing.ts';
import type { RawListing } from './raw-listing.ts';

/** The employer of a raw listing; the feed's terms fill or override the name, contacts only where they are allowed. */
export function employerOf(
  raw: RawListing,
  terms: FeedTerms,
): { readonly employer: Employer<PicklistLabel>; readonly nameFrom?: string } {
  const company = raw.company ?? {};
  const own = employerName(company.name);
  const given = employerName(terms.employer);
  const name = terms.employerMode === 'override' ? (given ?? own) : (own ?? given);
  const division = company.division === undefined ? undefined : present(plainLine(company.division));
  const about = company.description === undefined ? '' : cleanHtml(company.description, raw.url);
  const industry = presentAll(raw.industry?.map(plainLine));
  const employer: Employer<PicklistLabel> = {
    ...(terms.useContacts === true ? contactOf(raw) : {}),
    ...defined({
      empname: name,
      empdivision: division === name ? undefined : division,
      empstreet: present(company.street),
      empcity: present(company.city),
      empstate: present(company.state),
      empzip: present(company.postalCode),
      empcountry: present(company.country),
      website: websiteOf(company.url),
      description: about === '' ? undefined : about,
    }),
    ...(industry.length === 0
      ? {}
      : { industry: industry.map((label) => ({ stringvalue: picklistLabel(label) })) }),
  };
  return name !== undefined && name !== own ? { employer, nameFrom: "the feed's terms" } : { employer };
}

function contactOf({ contact }: RawListing): Employer<PicklistLabel> {
  return defined({
    fullname: present(contact?.name),
    position_title: present(contact?.title),
    email: present(contact?.email),
    phone: present(contact?.phone),
  });
}
