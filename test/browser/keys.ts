import type { Page } from 'playwright-core';
import type { Answers } from '../../src/submissions/submission-answers.ts';

type Focused = {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly checked: boolean;
  readonly text: string;
  readonly label: string;
};

/** Where the keys are; of a list, the label of the entry that is wanted there. */
async function focused(page: Page, wanted = ''): Promise<Focused> {
  return page.evaluate<Focused>(`(() => { const at = document.activeElement; return {
    name: at.name ?? '', type: at.tagName === 'SELECT' ? 'select' : (at.type ?? ''), value: at.value ?? '', checked: at.checked === true,
    text: at.textContent.trim(), label: [...(at.options ?? [])].find((option) => option.value === ${JSON.stringify(wanted)})?.label ?? '' }; })()`);
}

/** Goes with the tab key to the stop that says a text. */
export async function tabTo(page: Page, text: string): Promise<void> {
  for (let stop = 0; stop < 90; stop += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).text === text) return;
  }
  throw new Error(`no stop of the keys says ${text}`);
}

/** Fills in one page and sends it by the button of that name, by keys alone. */
export async function byKeys(page: Page, answers: Answers, button = 'Continue'): Promise<void> {
  const done = new Set<string>();
  for (let stop = 0; stop < 120; stop += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (at.type === 'submit' && at.text === button) {
      const before = page.url();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.toString() !== before);
      return;
    }
    const values = answers[at.name] ?? [];
    const [wanted = ''] = values;
    if (at.type === 'checkbox') {
      if (values.includes(at.value) && !at.checked) await page.keyboard.press('Space');
    } else if (wanted === '' || done.has(at.name)) continue;
    else if (at.type === 'radio') {
      for (let turn = 0; turn < 12 && (await focused(page)).value !== wanted; turn += 1)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
    } else if (at.type === 'select') await page.keyboard.type((await focused(page, wanted)).label);
    else {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(wanted);
    }
    done.add(at.name);
  }
  throw new Error(`the keys never came to ${button}`);
}
