import { getDomain } from 'tldts';
import { isSharedSite } from '../../listings/shared-sites.ts';
import { isDetour, isFormBuilder } from '../../screening/signals/contact.ts';
import { isFreeMail } from '../../screening/domains.ts';
import { type Answers, answer } from '../../submissions/submission-answers.ts';

/** The answers with the employer's site where none is given: of the address for applications, else of the writer's mail, for its writer to correct. */
export function withOwnSite(answers: Answers): Answers {
  if (answer(answers, 'website') !== '' || answer(answers, 'no_site') !== '') return answers;
  const [mode, mail] = [answer(answers, 'resume_mode'), answer(answers, 'email')];
  const applying = answer(answers, mode === 'email' ? 'resume_email' : 'apply_url');
  const site = siteOf(applying) ?? siteOf(mail);
  return site === undefined ? answers : { ...answers, website: [site] };
}

/** The site at the domain of an address; undefined where that is a mail provider's, an applicant system's, a board's or a form builder's. */
function siteOf(address: string): string | undefined {
  const host = address.includes('://') ? address : address.slice(address.lastIndexOf('@') + 1);
  const domain = getDomain(host, { allowPrivateDomains: true });
  const shared = getDomain(host);
  if (domain === null || shared === null) return undefined;
  return isFreeMail(shared) || isSharedSite(shared) || isDetour(address) ? undefined : `https://${domain}`;
}

/** The host of a short link, which hides where it leads. */
export function hidingHost(address: string): string | undefined {
  return isDetour(address) && !isFormBuilder(address) ? URL.parse(address)?.hostname : undefined;
}

/** The domain whose addresses are colleagues; none where everybody can have an address. */
export function colleaguesAt(email: string | null): string | undefined {
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  return domain === undefined || isFreeMail(domain) ? undefined : domain;
}
