/** A log line is an event with fields, never a sentence with values glued in. Secrets and people's data are not fields. */
export type Log = {
  readonly debug: (event: string, fields?: LogFields) => void;
  readonly info: (event: string, fields?: LogFields) => void;
  readonly warn: (event: string, fields?: LogFields) => void;
  readonly error: (event: string, fields?: LogFields) => void;
};

export type LogFields = Readonly<Record<string, unknown>>;

/** Says nothing: for tests, and for commands whose output is data. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
