import { withApplyLine, withClosingLine, splitApplyLine } from '../listings/values/apply-line.ts';
import { escapeHtml } from '../listings/values/html.ts';
import type { Listing } from '../listings/listing.ts';

/** How a target wants descriptions. */
export type DescriptionTerms = {
  readonly description: 'html' | 'text';
  /** Most characters; 0: no limit. */
  readonly maxDescription: number;
  /** The closing date stands as a last line, so that students see it if we cannot take the job down. */
  readonly closingLine: boolean;
  /** It shows questions for applicants. */
  readonly questions?: boolean;
  /** Text that the source wants shown with its jobs. */
  readonly attribution?: string;
};

/** `job_desc` for one target: body, attribution, closing date, apply address; only the body is shortened to a limit. */
export function describedFor(listing: Listing, terms: DescriptionTerms): string {
  const whole = assembled(bodyOf(listing, terms.description), listing, terms, terms.description);
  if (terms.maxDescription === 0 || whole.length <= terms.maxDescription) return whole;
  const frame = assembled('', listing, terms, terms.description).length;
  return assembled(
    shortened(listing.descriptionText, terms.maxDescription - frame, terms.description),
    listing,
    terms,
    terms.description,
  );
}

function bodyOf(listing: Listing, markup: 'html' | 'text'): string {
  return markup === 'html' ? splitApplyLine(listing.job.job_desc ?? '').body : listing.descriptionText;
}

function assembled(body: string, listing: Listing, terms: DescriptionTerms, markup: 'html' | 'text'): string {
  const asking = terms.questions === true ? withQuestions(body, listing.questions ?? [], markup) : body;
  const attributed =
    terms.attribution === undefined ? asking : withParagraph(asking, terms.attribution, markup);
  const closing =
    terms.closingLine && listing.expiresAt !== undefined
      ? withClosingLine(attributed, listing.expiresAt, markup)
      : attributed;
  return listing.applyUrl === undefined ? closing : withApplyLine(closing, listing.applyUrl, markup);
}

/** What applicants are asked to answer, under its own heading. */
function withQuestions(body: string, questions: readonly string[], markup: 'html' | 'text'): string {
  if (questions.length === 0) return body;
  const heading = 'Questions for applicants';
  return markup === 'html'
    ? `${body}<p><strong>${heading}</strong></p><ol>${questions.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ol>`
    : `${body}\n\n${heading}\n${questions.map((one, at) => `${at + 1}. ${one}`).join('\n')}`.trim();
}

function withParagraph(body: string, text: string, markup: 'html' | 'text'): string {
  return markup === 'html' ? `${body}<p>${escapeHtml(text)}</p>` : `${body}\n\n${text}`.trim();
}

/** The text's beginning in at most `room` characters, cut between words. As HTML it is one paragraph, escaped within the room. */
function shortened(text: string, room: number, markup: 'html' | 'text'): string {
  const wrap = (words: string) => (markup === 'html' ? `<p>${escapeHtml(words)}</p>` : words);
  let length = Math.max(0, room);
  for (;;) {
    const cut = text
      .slice(0, length)
      .replace(/\s+\S*$/, '')
      .trimEnd();
    const candidate = wrap(cut === '' ? '' : `${cut} …`);
    if (candidate.length <= room || length === 0) return length === 0 ? '' : candidate;
    length = Math.max(0, length - (candidate.length - room) - 1);
  }
}
