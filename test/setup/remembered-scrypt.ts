/** A password takes a tenth of a second of a core to hash: a worker derives the key of equal inputs once. */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Answer = (error: Error | null, key: Buffer) => void;
const real = crypto.scrypt;
const known = new Map<string, Buffer>();

function remembered(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  answer: Answer,
): void {
  const inputs = JSON.stringify([password, salt, length, options]);
  const key = known.get(inputs);
  if (key !== undefined) return void setImmediate(() => answer(null, Buffer.from(key)));
  real(password, salt, length, options, (error, made) => {
    if (error === null) known.set(inputs, Buffer.from(made));
    answer(error, made);
  });
}

Object.assign(crypto, { scrypt: remembered });
syncBuiltinESMExports();
