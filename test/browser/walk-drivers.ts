import type { Locator, Page } from 'playwright-core';

/** One act of a person. `in` narrows it to the row, section or form that has this text. */
export type Step =
  | { readonly press: string; readonly in?: string }
  | { readonly write: string; readonly text: string }
  | { readonly choose: string; readonly entry: string }
  | { readonly tick: string }
  /** What stands folded under these words. */
  | { readonly open: string }
  /** No act: script shows these words when the work is done; without script a person presses the link. */
  | { readonly await: string; readonly link: string }
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

/** Waits until the work is done that a page tells the state of. */
async function workDone(page: Page): Promise<void> {
  const asked = `${page.url()}/progress`;
  for (let done = false; !done;) {
    const said: unknown = await (await page.request.get(asked)).json();
    done = Reflect.get(Object(said), 'done') === true;
  }
}

/** By the pointer, where script shows by itself that work is done. */
export const byPointer: Hands = async (page, step) => {
  if ('write' in step) {
    const written = page.getByLabel(step.write).first();
    // On a telephone the search stands in the menu.
    if (!(await written.isVisible())) await page.getByRole('link', { name: 'Menu' }).click();
    await written.fill(step.text);
  } else if ('choose' in step) await page.getByLabel(step.choose).first().selectOption(step.entry);
  else if ('tick' in step) await page.getByLabel(step.tick).first().check();
  else if ('open' in step) await page.locator('summary', { hasText: step.open }).click();
  else if ('await' in step) await page.getByText(step.await).first().waitFor();
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

/** By the pointer without script: a person looks again when the work is done. */
export const withoutScript: Hands = async (page, step) => {
  if (!('await' in step)) return byPointer(page, step);
  await workDone(page);
  await byPointer(page, { press: step.link });
  await byPointer(page, step);
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

/** The stop of the tab key for a box: of a group of choices it is the chosen one, or the first. */
async function stopFor(page: Page, box: Locator): Promise<Locator> {
  if ((await box.getAttribute('type')) !== 'radio') return box;
  const group = page.locator(`input[type=radio][name="${await box.getAttribute('name')}"]`);
  const chosen = group.and(page.locator(':checked'));
  return (await chosen.count()) > 0 ? chosen : group.first();
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
    const wanted = page.getByLabel(step.tick).first();
    await tabTo(page, await stopFor(page, wanted), step);
    // The arrows go through a group of choices; each that they come to is chosen.
    for (let turn = 0; turn < 12 && !(await wanted.evaluate(isThere)); turn += 1)
      await page.keyboard.press('ArrowDown');
    if (!(await wanted.isChecked())) await page.keyboard.press('Space');
  } else if ('open' in step) {
    await tabTo(page, page.locator('summary', { hasText: step.open }), step);
    await page.keyboard.press('Enter');
  } else if ('await' in step) await page.getByText(step.await).first().waitFor();
  else {
    if ('press' in step) await tabTo(page, pressed(page, step), step);
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
    await page.waitForLoadState();
  }
};
