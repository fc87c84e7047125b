import type { Signal } from './signal.ts';
import { bigNameSignals } from './signals/big-name.ts';
import { contactSignals } from './signals/contact.ts';
import { dataSignals } from './signals/data.ts';
import { historySignals } from './signals/history.ts';
import { linkSignals } from './signals/links.ts';
import { moneySignals } from './signals/money.ts';
import { paySignals } from './signals/pay.ts';
import { personSignals } from './signals/person.ts';
import { processSignals } from './signals/process.ts';
import { signSignals } from './signals/signs.ts';
import { workSignals } from './signals/work.ts';

/** Every signal of fraud, strongest themes first. A new one is a line in a theme's file and a text in its test. */
export const signals: readonly Signal[] = [
  ...moneySignals,
  ...dataSignals,
  ...workSignals,
  ...signSignals,
  ...contactSignals,
  ...bigNameSignals,
  ...personSignals,
  ...processSignals,
  ...paySignals,
  ...linkSignals,
  ...historySignals,
];
