import { cleanHtml, escapeHtml, htmlToText, plainLine } from '../listings/values/html.ts';

/**
 * Plain text as HTML: blank lines separate paragraphs, lines that begin with a dash are a list, `**words**` are bold. What was written
 * in HTML stays, for the cleaning of the listing.
 */
export function markupOf(text: string): string {
  if (/<(?:p|br|ul|ol|li|div|h\d|b|strong|em|i)\b/i.test(text)) return text;
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => blocks(part.trim().split(/\r?\n/)))
    .join('');
}

/** The same, safe to be shown on a page. */
export function safeMarkup(text: string): string {
  return cleanHtml(markupOf(text));
}

/** What a text says, or a line, without its markup: what is left of it in a listing. */
export function withoutMarkup(text: string, isLine: boolean): string {
  return isLine ? plainLine(text) : htmlToText(safeMarkup(text));
}

const item = /^\s*[-*•–]\s+(?=\S)/;

/** Lines as paragraphs and lists. */
function blocks(lines: readonly string[]): string {
  const runs: string[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && item.test(last[0]) === item.test(line)) last.push(line);
    else runs.push([line]);
  }
  return runs
    .map((run) =>
      item.test(run[0] ?? '')
        ? `<ul>${run.map((line) => `<li>${inline(line.replace(item, ''))}</li>`).join('')}</ul>`
        : `<p>${run.map(inline).join('<br>')}</p>`,
    )
    .join('');
}

function inline(line: string): string {
  return escapeHtml(line).replace(/\*\*(?=\S)([^*]+?)(?<=\S)\*\*/g, '<strong>$1</strong>');
}
