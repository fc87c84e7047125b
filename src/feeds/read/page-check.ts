/** What was found where a job's page was. */
export type PageSeen = {
  /** 0: nobody answered. */
  readonly status: number;
  readonly asked: string;
  /** After redirects. */
  readonly answered?: string;
  readonly text?: string;
};

/** `gone`: the page confirms that the job ended. `there`: it does not. `uncertain`: it says nothing, and removes nothing (rule R9). */
export type PageVerdict = { readonly kind: 'gone' | 'there' | 'uncertain'; readonly why: string };

/** Reads a job's page as evidence before the job is taken down (rule R9). */
export function judgePage(seen: PageSeen): PageVerdict {
  const { status, asked, answered = asked, text = '' } = seen;
  if (isLever(asked) && status === 404)
    return { kind: 'uncertain', why: 'Lever answers 404 for live jobs that it does not list' };
  if (status === 404 || status === 410) return { kind: 'gone', why: `its page answers HTTP ${status}` };
  if (status < 200 || status > 299)
    return {
      kind: 'uncertain',
      why: status === 0 ? 'its page did not answer' : `its page answers HTTP ${status}`,
    };
  if (losesId(asked, answered)) return { kind: 'uncertain', why: 'its page redirects to one without its id' };
  const words = visibleWords(text);
  if (wall.test(words)) return { kind: 'uncertain', why: 'its page asks whether a machine is reading' };
  if (closed.test(words)) return { kind: 'gone', why: 'its page says that the job is closed' };
  if (words.length < SHELL) return { kind: 'uncertain', why: 'its page is an empty shell' };
  return { kind: 'there', why: 'its page still shows the job' };
}

/** Fewer characters of text than this are a shell that a script fills. */
const SHELL = 200;

const wall =
  /verify (that )?you are (a )?human|are you a robot|captcha|checking your browser|enable javascript and cookies|access denied/i;
const closed =
  /\b(no longer (accepting applications|available|open|active)|(position|job|role|vacancy|posting) (has been|is|was) (filled|closed|removed)|job (has )?expired|applications (are|have) closed|this (job|posting) (has )?expired)\b/i;

function isLever(address: string): boolean {
  return URL.canParse(address) && /(^|\.)lever\.co$/.test(new URL(address).hostname);
}

/** The address asked for ends in an id that the answering one has not. */
function losesId(asked: string, answered: string): boolean {
  if (asked === answered || !URL.canParse(asked)) return false;
  const { pathname, searchParams } = new URL(asked);
  const ids = [...pathname.split('/'), ...searchParams.values()].filter((part) => /\d/.test(part));
  return ids.length === 0 || !ids.some((id) => answered.includes(id));
}

function visibleWords(html: string): string {
  return html
    .replace(/<(script|style|noscript|template)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ')
    .trim();
}
