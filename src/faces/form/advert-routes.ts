import type { Hono } from 'hono';
import { answerFingerprints, answersOfAdvert } from '../../submissions/advert/advert-answers.ts';
import { answer, type Problem } from '../../submissions/submission-answers.ts';
import { publicAddress, type RuleTexts } from '../../submissions/rules/checks.ts';
import { writerOf } from '../../submissions/prefill.ts';
import type { Submission } from '../../submissions/drafts.ts';
import { type AdvertRead, readAdvertAt, readAdvertPasted } from '../../tasks/form/read-advert.ts';
import { addressOf, type WebContext, type WebEnv } from '../web/env.ts';
import { answersIn } from './form-body.ts';
import { JOB, jobAddress } from './frame.ts';
import { advertPage, understoodPage } from './pages/advert.step.ts';
import { withDraft } from './with-link.ts';
import { withOwnSite } from './own-site.ts';
import { entriesFor } from './suggestions.ts';
import { allows, beginDraft, draftOf, type FormDeps, frameOf, limitReached, termsNow } from './visit.ts';

/** Filling the form in from an advert that exists: its address, or its text. */
export function addAdvertRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/post/advert', (c) => c.html(advertPage(frameOf(c, deps), deps.fetching !== undefined)));
  app.post('/post/advert', (c) => take(c, deps));
  app.get(`${JOB}/read`, withDraft(deps, showUnderstood));
}

async function take(c: WebContext, deps: FormDeps) {
  const { web, fetching } = deps;
  const frame = frameOf(c, deps);
  const { rules } = frame.words;
  const written = await answersIn(c, ['advert_url', 'advert_text']);
  const [url, text] = [answer(written, 'advert_url'), answer(written, 'advert_text')];
  const again = (problem: Problem) =>
    c.html(advertPage(frame, fetching !== undefined, { answers: written, errors: [problem] }), 422);
  const wrong = problemOf(url, text, rules);
  if (wrong !== undefined) return again(wrong);
  if (!(await allows(c, deps, 'limits.advertsPerNetwork', addressOf(c, web))))
    return limitReached(c, deps, 'limits.advertsPerNetwork');
  const byAddress = text === '' && fetching !== undefined;
  const read = byAddress ? await readAdvertAt(fetching, url) : await readAdvertPasted(text);
  if (read.kind !== 'read')
    return again({ id: byAddress ? 'advert_url' : 'advert_text', message: saidOf(read, rules) });
  const answers = answersOfAdvert(read, await termsNow(c, deps), entriesFor);
  if (!(await allows(c, deps, 'limits.draftsPerNetwork', addressOf(c, web))))
    return limitReached(c, deps, 'limits.draftsPerNetwork');
  // Who writes is not asked again.
  const before = await draftOf(c, deps);
  const draft = withOwnSite({ ...writerOf(before?.draft ?? {}), ...answers });
  const begun = await beginDraft(c, deps, draft, { behavior: { advert: answerFingerprints(answers, read) } });
  return c.redirect(jobAddress(begun.jobId, 'read'), 303);
}

const shortest = 100;

function problemOf(url: string, text: string, { advert }: RuleTexts): Problem | undefined {
  if (url === '' && text === '') return { id: 'advert_text', message: advert.none };
  if (text !== '')
    return text.length < shortest
      ? { id: 'advert_text', message: advert.short({ characters: shortest }) }
      : undefined;
  if (!/^https?:\/\//i.test(url)) return { id: 'advert_url', message: advert.address };
  return publicAddress(url, ['https:', 'http:']) === undefined
    ? { id: 'advert_url', message: advert.publicAddress }
    : undefined;
}

function saidOf(read: Exclude<AdvertRead, { kind: 'read' }>, { advert }: RuleTexts): string {
  switch (read.kind) {
    case 'several':
      return advert.several({ jobs: read.jobs });
    case 'closed':
      return advert.closed({ answered: read.answered });
    case 'nothing':
      return advert.nothing;
  }
}

/** What was understood, for the writer to see before anything is asked. */
function showUnderstood(c: WebContext, deps: FormDeps, { jobId, draft }: Submission) {
  return c.html(understoodPage(frameOf(c, deps), jobId, draft));
}
