import type { Frame } from '../../../../src/faces/web/html/html-layout.ts';
import type { Html } from '../../../../src/faces/web/html/format-text.ts';
import { decidingPages } from './views-of-deciding.ts';
import { labelPages } from './views-of-labels.ts';
import { readingPages } from './views-of-reading.ts';
import { recordPages } from './views-of-records.ts';
import { settingPages } from './views-of-settings.ts';

/** Every page of operations, full of data. Each text that comes from outside is made by `say`, so that a test can say something else. */
export function everyPage(
  frame: Frame,
  say: (plain: string) => string = (plain) => plain,
): Record<string, Html> {
  return {
    ...readingPages(frame, say),
    ...decidingPages(frame, say),
    ...labelPages(frame, say),
    ...recordPages(frame, say),
    ...settingPages(frame, say),
  };
}
