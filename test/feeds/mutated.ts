/** What breaks readers: ends and beginnings of markup, odd characters, numbers out of range, names that objects have already. */
const tokens = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<!DOCTYPE a [',
  ']>',
  '&',
  '&#x110000;',
  '&#0;',
  '&nbsp;',
  '&lt;script&gt;',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '\\u0000',
  '\\ud800',
  'null',
  'true',
  '1e999',
  '-0',
  '99999999999999999999',
  '\u0000',
  '\uFEFF',
  '\u202E',
  '\uFFFD',
  '\r',
  '\r\n',
  '\t',
  '__proto__',
  'constructor',
  'toString',
  '<job>',
  '</job>',
  '<item>',
  '<p>',
  '%',
  '%zz',
  'http://',
  'javascript:',
  'data:',
  'é',
  '“',
  '\u{1F600}',
];

/** A document with a few things wrong with it; the same for the same seed. */
export function mutated(document: Uint8Array, seed: number): Uint8Array {
  const random = seeded(seed);
  let bytes = Buffer.from(document);
  for (let change = 1 + random(6); change > 0; change -= 1) {
    const at = random(bytes.length + 1);
    const length = Math.min(bytes.length - at, 1 + random(random(2) === 0 ? 8 : 400));
    const piece = bytes.subarray(at, at + length);
    switch (random(7)) {
      case 0:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 1:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          ...Array<Buffer>(1 + random(20)).fill(piece),
          bytes.subarray(at),
        ]);
        break;
      case 2:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from([random(256), random(256)]),
          bytes.subarray(at),
        ]);
        break;
      case 3:
        bytes = random(3) === 0 ? Buffer.from(bytes.subarray(0, at)) : bytes;
        break;
      case 4:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(bytes.subarray(random(bytes.length + 1)).subarray(0, length)),
          bytes.subarray(at + length),
        ]);
        break;
      default:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from((tokens[random(tokens.length)] ?? '').repeat(random(9) === 0 ? 5_000 : 1)),
          bytes.subarray(at + random(2) * length),
        ]);
    }
  }
  return new Uint8Array(bytes);
}

/** Whole numbers below a bound, always the same ones (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
