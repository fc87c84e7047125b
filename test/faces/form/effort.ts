import { load } from 'cheerio';
import type { Answers } from '../../../src/submissions/submission-answers.ts';
import type { Browser } from '../web/support/web.ts';

/** How somebody is taken to write: 5 characters a second, 2 seconds to find a field and go on, 1 second for a page. */
export const model = { charactersASecond: 5, secondsAField: 2, secondsAPage: 1 } as const;

export type Effort = {
  /** Fields that were touched; an answer that stood there already costs nothing. */
  readonly fields: number;
  readonly characters: number;
  readonly pages: number;
};

export function secondsOf({ fields, characters, pages }: Effort): number {
  return characters / model.charactersASecond + fields * model.secondsAField + pages * model.secondsAPage;
}

/** Goes from page to page to the check of all answers, writes what does not stand there yet, and counts. */
export async function effortOf(browser: Browser, answers: Answers, from = '/post/email'): Promise<Effort> {
  let total: Effort = { fields: 0, characters: 0, pages: 0 };
  for (let path = from; !path.endsWith('/check');) {
    if (total.pages > 12) throw new Error(`the form never came to its check, but to ${path}`);
    const { sent, fields, characters } = written(await browser.text(path), answers);
    total = {
      fields: total.fields + fields,
      characters: total.characters + characters,
      pages: total.pages + 1,
    };
    const response = await browser.post(path.replace(/\?.*/, ''), sent);
    const led = response.headers.get('location');
    if (led === null) throw new Error(`${path} was not taken: ${problemsIn(await response.text())}`);
    path = led;
  }
  return { ...total, pages: total.pages + 1 };
}

/** What a page sends when the answers are written where they do not stand yet, and what that costs. */
function written(page: string, answers: Answers) {
  const $ = load(page);
  const sent: Record<string, string[]> = {};
  let [fields, characters] = [0, 0];
  const names = new Set(
    $('main [name]:not([type=hidden]):not(button):not([name=fax2])')
      .get()
      .map((one) => $(one).attr('name') ?? ''),
  );
  for (const name of names) {
    const controls = $(`main [name="${name}"]`);
    const stands = controls
      .get()
      .filter(
        (one) =>
          !['radio', 'checkbox'].includes($(one).attr('type') ?? '') || $(one).attr('checked') !== undefined,
      )
      .map((one) => valueOf($(one)));
    const isText = controls.is('textarea, input:not([type=radio]):not([type=checkbox])');
    const wanted = answers[name] ?? stands;
    sent[name] = [...wanted];
    for (const [row, value] of wanted.entries()) {
      if (isText ? stands[row] === value : stands.includes(value)) continue;
      fields += 1;
      characters += isText ? value.length : 0;
    }
  }
  return { sent, fields, characters };
}

function valueOf(control: ReturnType<ReturnType<typeof load>>): string {
  if (control.is('textarea')) return control.text().trim();
  if (control.is('select'))
    return (
      control.find('option[selected]').attr('value') ?? control.find('option').first().attr('value') ?? ''
    );
  return control.attr('value') ?? '';
}

function problemsIn(page: string): string {
  return load(page)('.summary li').text();
}
