import { readFileSync } from 'node:fs';

/** Loaded before a process (`--import`): its local clock is off by the milliseconds that a file says, and jumps when the file changes. */
const file = process.env['SKEW_FILE'];
const trueNow = Date.now.bind(Date);
let off = 0;
if (file !== undefined) {
  const look = () => {
    try {
      off = Number(readFileSync(file, 'utf8')) || 0;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      off = 0;
    }
  };
  look();
  setInterval(look, 200).unref();
}
const TrueDate = Date;
globalThis.Date = new Proxy(TrueDate, {
  construct: (of, given, target) =>
    Reflect.construct(of, given.length === 0 ? [trueNow() + off] : given, target) as object,
  apply: () => new TrueDate(trueNow() + off).toString(),
  get: (of, key, receiver) =>
    key === 'now' ? () => trueNow() + off : (Reflect.get(of, key, receiver) as unknown),
});
