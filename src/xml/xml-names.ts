/** Where the name that starts at `at` ends: XML 1.0 (fifth edition) names, colons included. `at` itself when none starts. */
export function nameEnd(text: string, at: number): number {
  let end = at;
  let code = text.charCodeAt(end);
  let beyondAscii = code > 127;
  if (!(isLetter(code) || code === UNDERSCORE || code === COLON || beyondAscii)) return at;
  while (
    isLetter(code) ||
    (code >= 45 && code <= COLON && code !== 47) ||
    code === UNDERSCORE ||
    code > 127
  ) {
    if (code > 127) beyondAscii = true;
    end += 1;
    code = text.charCodeAt(end);
  }
  return !beyondAscii || isName(text.slice(at, end)) ? end : at;
}

/** Whether a text is a name of XML 1.0. */
export const isName = (text: string) => NAME.test(text);

/** Whether a text is only white space, as XML means it. */
export const isSpace = (text: string) => !/[^ \t\n\r]/.test(text);

/** The first place at or after `at` that is not white space. */
export function skipSpace(text: string, at: number): number {
  let next = at;
  while (isSpaceCode(text.charCodeAt(next))) next += 1;
  return next;
}

const UNDERSCORE = 95;
const COLON = 58;

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isSpaceCode = (code: number) => code === 32 || code === 10 || code === 9 || code === 13;

const START =
  ':A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}-\\u{200d}' +
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const NAME = new RegExp(`^[${START}][${START}.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}-\\u{2040}-]*$`, 'u');
