import { readable } from '../../core/text.ts';
import { escapeHtml } from '../../listings/values/html.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { Recipient } from '../../platform/mail/recipient.ts';

/** One message with one button, in HTML and in plain text. */
export type Message = {
  readonly subject: string;
  readonly heading: string;
  readonly lines: readonly string[];
  /** Lines of a list after the first line. */
  readonly list?: readonly string[];
  readonly button: { readonly label: string; readonly href: string };
  /** Further links under the button. */
  readonly links?: readonly { readonly label: string; readonly href: string }[];
  readonly code?: { readonly lead: string; readonly digits: string };
  readonly after?: readonly string[];
  /** Why somebody gets it. */
  readonly why: string;
  readonly lang: string;
  /** A label above the address that it leads to. */
  readonly address: (values: { readonly label: string }) => string;
  /** Before the address for questions. */
  readonly help: string;
};

/** The letter as a mail. Everything in it is text: what an employer wrote stays harmless in both forms. */
export function mailOf(written: Message, to: Recipient, helpEmail: string | undefined): Mail {
  const letter = {
    ...written,
    subject: readable(written.subject),
    heading: readable(written.heading),
    lines: written.lines.map(readable),
    list: (written.list ?? []).map(readable),
    button: { ...written.button, label: readable(written.button.label) },
    links: (written.links ?? []).map(({ label, href }) => ({ label: readable(label), href })),
    after: (written.after ?? []).map(readable),
  };
  return {
    to,
    subject: oneLine(letter.subject),
    text: textOf(letter, helpEmail),
    html: htmlOf(letter, helpEmail),
  };
}

function textOf(letter: Message, helpEmail: string | undefined): string {
  const { heading, lines, list = [], button, links = [], code, after = [], why, help: ask, address } = letter;
  const listed = list.length === 0 ? [] : [list.map((line) => `  - ${oneLine(line)}`).join('\n')];
  const coded = code === undefined ? [] : [code.lead, `    ${code.digits}`];
  const body = [
    oneLine(heading),
    ...lines.map(oneLine),
    ...listed,
    ...[button, ...links].map(({ label, href }) => `${address({ label: oneLine(label) })}\n${href}`),
    ...coded,
    ...after.map(oneLine),
  ];
  const help = helpEmail === undefined ? '' : `\n${ask} ${helpEmail}`;
  return `${body.join('\n\n')}\n\n-- \n${why}${help}\n`;
}

const cell = 'margin:0 0 16px';

function htmlOf(letter: Message, helpEmail: string | undefined): string {
  const { subject, heading, lines, list = [], button, links = [], code, after = [], why, lang } = letter;
  const paragraph = (text: string) => `<p style="${cell}">${wordsOf(text)}</p>`;
  const listed =
    list.length === 0
      ? ''
      : `<ul style="${cell};padding-left:20px">${list.map((line) => `<li>${wordsOf(line)}</li>`).join('')}</ul>`;
  const pressed = `<p style="margin:0 0 20px"><a href="${escapeHtml(button.href)}" style="display:inline-block;padding:12px 20px;background:#0b5c86;color:#ffffff;border-radius:4px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>`;
  const linked = links
    .map(
      ({ label, href }) =>
        `<p style="${cell}"><a href="${escapeHtml(href)}" style="color:#0b5c86">${wordsOf(label)}</a></p>`,
    )
    .join('');
  const coded =
    code === undefined
      ? ''
      : `${paragraph(code.lead)}<p style="${cell};font:700 26px/1.2 Consolas,Menlo,monospace;letter-spacing:6px">${escapeHtml(code.digits)}</p>`;
  const help =
    helpEmail === undefined
      ? ''
      : ` ${escapeHtml(letter.help)} <a href="mailto:${escapeHtml(helpEmail)}" style="color:#0b5c86">${escapeHtml(helpEmail)}</a>`;
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:0;padding:24px 12px;background:#f4f6f7;color:#16202a;font:16px/1.5 -apple-system,Segoe UI,Roboto,Arial,sans-serif"><div style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #d5dbe0;border-radius:6px;overflow-wrap:anywhere"><main style="padding:28px 28px 24px"><h1 style="${cell};font-size:22px;line-height:1.25">${wordsOf(heading)}</h1>${lines.map(paragraph).join('')}${listed}${pressed}${linked}${coded}${after.map(paragraph).join('')}</main><footer style="padding:16px 28px;border-top:1px solid #d5dbe0;color:#52606d;font-size:14px">${escapeHtml(why)}${help}</footer></div></body></html>`;
}

/** Line breaks in what somebody wrote would make new lines, or headers, of ours. The no-break spaces of French stay. */
function oneLine(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ').trim();
}

/** Words in HTML; what is quoted from a script that runs from right to left turns nothing around it. */
function wordsOf(text: string): string {
  return escapeHtml(text).replace(
    /(“|«\u00a0)([^”»]+)(”|\u00a0»)/g,
    (whole, open: string, quoted: string, close: string) =>
      rightToLeft.test(quoted) ? `${open}<bdi>${quoted}</bdi>${close}` : whole,
  );
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
