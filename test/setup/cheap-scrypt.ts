/** A password takes a tenth of a second of a core to hash. The tests derive keys by the same function with the least work. */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Answer = (error: Error | null, key: Buffer) => void;
const real = crypto.scrypt;

function cheap(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  answer: Answer,
): void {
  real(password, salt, length, { ...options, N: 2 }, answer);
}

Object.assign(crypto, { scrypt: cheap });
syncBuiltinESMExports();
