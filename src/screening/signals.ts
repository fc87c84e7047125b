import type { Signal } from './signal.ts';
import { bigNameSignals } from './signals/big-name.ts';
import { contactSignals } from './signals/contact.ts';
import { dataSignals } from './signals/data.signals.ts';
import { historySignals } from './signals/history.ts';
import { linkSignals } from './signals/links.signals.ts';
import { moneySignals } from './signals/money.ts';
import { paySignals } from './signals/pay.signals.ts';
import { personSignals } from './signals/person.signals.ts';
import { processSignals } from './signals/process.ts';
import { signSignals } from './signals/weak-signals.ts';
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
