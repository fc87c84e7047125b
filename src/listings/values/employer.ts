import { type Employer, type PicklistLabel, picklistLabel } from '../../soap/types.ts';
import { present, presentAll } from './listing-absent.ts';
import { defined } from './defined.ts';
import { employerInAddress, employerName, isUnitCode, websiteOf } from './employer-name.ts';
import { cleanHtml, plainLine } from './html.ts';
import type { FeedTerms } from '../listing.ts';
import type { RawListing } from '../raw-listing.ts';

/**
 * The employer of a raw listing. The feed's terms fill or override the name; where neither names it, the address of the applicant system
 * does. Contacts only where they are allowed. `text` is where the name may be written as people write it.
 */
export function employerOf(
  raw: RawListing,
  terms: FeedTerms,
  text = '',
): { readonly employer: Employer<PicklistLabel>; readonly nameFrom?: string } {
  const company = raw.company ?? {};
  const written = employerName(company.name);
  const unit = written !== undefined && isUnitCode(written) ? written : undefined;
  const own = unit === undefined ? written : undefined;
  const given = employerName(terms.employer);
  const stated = terms.employerMode === 'override' ? (given ?? own) : (own ?? given);
  const read = stated === undefined ? employerInAddress([raw.applyUrl, raw.url], text) : undefined;
  const name = stated ?? read?.name;
  const division = company.division === undefined ? unit : present(plainLine(company.division));
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
  if (name === undefined || name === own) return { employer };
  return { employer, nameFrom: read === undefined ? "the feed's terms" : read.from };
}

function contactOf({ contact }: RawListing): Employer<PicklistLabel> {
  return defined({
    fullname: present(contact?.name),
    position_title: present(contact?.title),
    email: present(contact?.email),
    phone: present(contact?.phone),
  });
}
