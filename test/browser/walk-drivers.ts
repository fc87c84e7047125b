import type { Locator, Page } from 'playwright-core';

/** One act of a person. `in` narrows it to the row, section or form that has this text. */
export type Step =
  | { readonly press: string; readonly in?: string }
  | { readonly write: string; readonly text: string }
  | { readonly choose: string; readonly entry: string }
  | { readonly tick: string }
  /** Enter, in the field with this label. */
  | { readonly send: string };

/** What carries out the steps of a walk. */
export type Hands = (page: Page, step: Step) => Promise<void>;

/** The first of what has this name; of what stands in main before what stands in the navigation. */
function pressed(page: Page, { press, in: part }: { readonly press: string; readonly in?: string }): Locator {
  const within =
    part === undefined ? page.locator('body') : page.locator('tr, li, form, .notice', { hasText: part });
  const name = new RegExp(`^${press.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
  return within.getByRole('link', { name }).or(within.getByRole('button', { name })).first();
}

/** By the pointer, with or without script. */
export const byPointer: Hands = async (page, step) => {
  if ('write' in step) {
    const written = page.getByLabel(step.write).first();
    // On a telephone the search stands in the menu.
    if (!(await written.isVisible())) await page.getByRole('link', { name: 'Menu' }).click();
    await written.fill(step.text);
  } else if ('choose' in step) await page.getByLabel(step.choose).first().selectOption(step.entry);
  else if ('tick' in step) await page.getByLabel(step.tick).first().check();
  else if ('send' in step) {
    await Promise.all([
      page.waitForEvent('framenavigated'),
      page.getByLabel(step.send).first().press('Enter'),
    ]);
    await page.waitForLoadState();
  } else {
    await pressed(page, step).click();
    await page.waitForLoadState();
  }
};

/** Whether the keys are at an element; it runs in the page. */
const isThere = (one: unknown) => Reflect.get(Reflect.get(globalThis, 'document'), 'activeElement') === one;

/** Goes with the tab key to one element, as far as the page has stops, and twice round at most. */
async function tabTo(page: Page, wanted: Locator, step: Step): Promise<void> {
  await wanted.waitFor();
  for (let stop = 0; stop < 400; stop += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate(isThere)) return;
  }
  throw new Error(`no stop of the keys at ${page.url()} is ${JSON.stringify(step)}`);
}

/** By keys alone: Tab, Space, Enter and letters. */
export const byKeys: Hands = async (page, step) => {
  if ('write' in step) {
    await tabTo(page, page.getByLabel(step.write).first(), step);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(step.text);
  } else if ('choose' in step) {
    await tabTo(page, page.getByLabel(step.choose).first(), step);
    await page.keyboard.type(step.entry);
  } else if ('tick' in step) {
    await tabTo(page, page.getByLabel(step.tick).first(), step);
    await page.keyboard.press('Space');
  } else {
    if ('press' in step) await tabTo(page, pressed(page, step), step);
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
    await page.waitForLoadState();
  }
};
