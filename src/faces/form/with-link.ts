import { firstUnfinished } from '../../submissions/steps.ts';
import { linkPath, type Opened, openLink } from '../../submissions/links.ts';
import type { Submission } from '../../submissions/drafts.ts';
import type { FormTerms } from '../../submissions/terms.ts';
import type { WebContext } from '../web/env.ts';
import { jobAddress } from './frame.ts';
import { elsewherePage, spentPage } from './pages/plain.ts';
import { draftOf, type FormDeps, frameOf, keepLanguage, termsNow } from './visit.ts';

type Answered = Response | Promise<Response>;
/** What answers a page, given what its address opens. */
export type Answering<T> = (c: WebContext, deps: FormDeps, found: T) => Answered;
/** What a link opens, and the address of its page. */
export type Linked = Opened & { readonly action: string };

/** Answers with what a link still opens; one that opens nothing any more says what to do instead. */
export function withLink(
  deps: FormDeps,
  purpose: Parameters<typeof linkPath>[0],
  answer: Answering<Linked>,
  { prolongs = false } = {},
) {
  return async (c: WebContext): Promise<Response> => {
    const { web, site } = deps;
    const key = c.req.param('token') ?? '';
    const opened = await openLink(web.db, site, { purpose, key, now: web.clock.now(), prolongs });
    if (opened === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
    const submission = await keepLanguage(c, deps, opened.submission);
    return answer(c, deps, { ...opened, submission, action: linkPath(purpose, key) });
  };
}

/** Answers with the job that this browser writes, or says that it is not open here. */
export function withDraft(deps: FormDeps, answer: Answering<Submission>, gone = elsewherePage) {
  return async (c: WebContext): Promise<Response> => {
    const draft = await draftOf(c, deps);
    return draft === undefined ? c.html(gone(frameOf(c, deps)), 410) : answer(c, deps, draft);
  };
}

export type Finished = { readonly draft: Submission; readonly terms: FormTerms };

/** The same for a job whose every page is finished; any other leads to the first page that is not. */
export function withFinished(deps: FormDeps, answer: Answering<Finished>, gone = elsewherePage) {
  return withDraft(
    deps,
    async (c, _, draft) => {
      const terms = await termsNow(c, deps);
      const unfinished = unfinishedPath(draft, terms);
      return unfinished === undefined ? answer(c, deps, { draft, terms }) : c.redirect(unfinished, 303);
    },
    gone,
  );
}

/** The first page that is unfinished, with what is missing there; undefined when all are finished. */
export function unfinishedPath({ jobId, draft }: Submission, terms: FormTerms): string | undefined {
  const step = firstUnfinished(draft, terms);
  return step === undefined ? undefined : jobAddress(jobId, `${step.name}?check=1`);
}
