/**
 * The runs of three letters of a text, told once, so that a pattern is not tried where letters are lacking which every match of it
 * holds. What a pattern needs is read from the pattern itself. All that is no letter of a word counts as one blank. For each run a
 * word of bits says which windows contain it; where there are more than 32 windows, neighbors share a bit. So it does for each digit,
 * for two and three digits in a row, and for signs that patterns ask for.
 */
export type Trigrams = Int32Array;

/** Sentences that a window has. */
export const WINDOW = 3;

/** The runs of a text in its sentences; a window begins with each of them. */
export function trigramsOf(sentences: readonly string[]): Trigrams {
  const grams = new Int32Array(ALONE + SIGNS + signs.length);
  let [before, pair, second] = [0, 0, 0];
  for (const [nth, sentence] of sentences.entries()) {
    let windows = 0;
    for (let at = Math.max(0, nth - WINDOW + 1); at <= nth; at += 1) windows |= bitOf(at, sentences.length);
    for (let at = 0; at <= sentence.length; at += 1) {
      const letter = at < sentence.length ? letterOf(sentence.charCodeAt(at)) : 0;
      const third = letter < SIGNS ? letter : 0;
      const place = (pair * SIGNS + third) & (PLACES - 1);
      // The first two letters end runs that begin in the sentence before.
      grams[place] = (grams[place] ?? 0) | (at < 2 ? windows | before : windows);
      if (letter >= FIRST_DIGIT) {
        grams[ALONE + letter] = (grams[ALONE + letter] ?? 0) | windows;
        const row = ALONE + (pair >= FIRST_DIGIT * SIGNS ? MOST_IN_ROW : 2);
        if (third !== 0 && second >= FIRST_DIGIT) grams[row] = (grams[row] ?? 0) | windows;
      }
      pair = second * SIGNS + third;
      second = third;
    }
    before = windows;
  }
  return grams;
}

/** The bit of a window, of so many. */
export function bitOf(window: number, windows: number): number {
  return 1 << (windows <= 32 ? window : Math.floor((window * 32) / windows));
}

/** The bits of the windows in which the pattern may have a match: no other window can match. */
export function windowsFor(grams: Trigrams, pattern: RegExp): number {
  let need = needs.get(pattern);
  if (need === undefined) {
    need = pattern.flags === '' || pattern.flags === 'g' ? needOf(pattern.source) : nothing;
    needs.set(pattern, need);
  }
  return need(grams);
}

type Need = (grams: Trigrams) => number;
const needs = new WeakMap<RegExp, Need>();
const EVERYWHERE = -1;
const nothing: Need = () => EVERYWHERE;

/** Runs beyond so many share a place with others, and more is tried. */
const PLACES = 8192;
/** Single digits and signs come last, with rows of digits: patterns of sums and hours need them, and most sentences lack them. */
const ALONE = PLACES;
const MOST_IN_ROW = 3;

/** Blank, a to z, low line, 0 to 9; signs are blanks in a run. */
const FIRST_DIGIT = 28;
const SIGNS = 38;
const signs = '$%+';

const letters = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return code - 96;
  if (code >= 48 && code <= 57) return code - 48 + FIRST_DIGIT;
  if (code >= 65 && code <= 90) return code - 64;
  const sign = signs.indexOf(String.fromCharCode(code));
  return code === 95 ? 27 : sign < 0 ? 0 : SIGNS + sign;
});

/** Pounds and euros are dollars. */
function letterOf(code: number): number {
  if (code < 128) return letters[code] ?? 0;
  return code === 0xa3 || code === 0x20ac ? SIGNS : 0;
}

/** A part of a pattern: all that it can be, letter by letter, where that is little; else what it needs. */
type Part = readonly string[] | Need;
const MOST = 64;
const empty: readonly string[] = [''];
const digits = '0123456789'.split('');
/** Stand among letters for the edge of a word, and for whatever may follow. */
const EDGE = '|';
const OPEN = '*';
const anything: readonly string[] = [OPEN];

function needOf(source: string): Need {
  return asNeed(new PatternReader(source).alternatives());
}

/** Reads a pattern from left to right. */
class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): Part {
    const parts = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      parts.push(this.#sequence());
    }
    const texts = parts.flatMap((part) => (typeof part === 'function' ? [] : part));
    const others = parts.filter((part) => typeof part === 'function');
    if (texts.length <= MOST && others.length === 0) return texts;
    const all = [asNeed(texts), ...others];
    return all.includes(nothing) ? anything : oneOf(all);
  }

  #sequence(): Part {
    const all: Need[] = [];
    let texts: readonly string[] = empty;
    const close = () => {
      const need = asNeed(texts);
      if (need !== nothing) all.push(need);
      texts = empty;
    };
    let isWhole = true;
    while (
      this.#at < this.#source.length &&
      this.#source[this.#at] !== '|' &&
      this.#source[this.#at] !== ')'
    ) {
      const part = this.#repeated(this.#single());
      if (typeof part === 'function') {
        isWhole = false;
        close();
        all.push(part);
      } else {
        // What many texts have before anything, and what stands behind it, is asked one after the other.
        if (texts.length * part.length > MOST || (part === anything && texts.length > 1)) {
          isWhole = false;
          close();
        }
        texts = texts.flatMap((before) => part.map((text) => before + text));
      }
    }
    if (isWhole) return texts;
    close();
    return all.length === 0 ? anything : eachOf(all);
  }

  #repeated(part: Part): Part {
    const times = /^(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at, this.#at + 12));
    if (times === null) return part;
    this.#at += times[0].length;
    if (times[0].startsWith('?')) return typeof part === 'function' ? anything : ['', ...part];
    if (times[0].startsWith('*') || times[1] === '0' || part === anything) return anything;
    const row = part === digits ? Math.min(Number(times[1] ?? 1), MOST_IN_ROW) : 1;
    if (row > 1) return (grams) => grams[ALONE + row] ?? 0;
    if (typeof part !== 'function' && part.length === 1) return part.map((text) => text + OPEN);
    const need = asNeed(part);
    return need === nothing ? anything : need;
  }

  #single(): Part {
    const char = this.#source[this.#at] ?? '';
    if (char === '(') return this.#group();
    if (char === '[') return this.#choice();
    this.#at += 1;
    if (char === '\\') return this.#escaped();
    if (char === '^' || char === '$') return empty;
    return char === '.' ? anything : [plain(char)];
  }

  #group(): Part {
    const opening =
      /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(this.#source.slice(this.#at, this.#at + 40))?.[0] ?? '(';
    this.#at += opening.length;
    const part = this.alternatives();
    this.#at += 1;
    return /^\(\?<?[=!]/.test(opening) ? empty : part;
  }

  #choice(): Part {
    const end = /^\[(?:\\.|[^\]\\])*\]/.exec(this.#source.slice(this.#at))?.[0].length ?? 1;
    const inside = this.#source.slice(this.#at + 1, this.#at + end - 1);
    this.#at += end;
    const isListed =
      !inside.startsWith('^') && !/\\[^\d.()[\]\\/-]|[^\\]-./.test(inside.replaceAll('\\d', ''));
    if (!isListed) return anything;
    const others = inside
      .replace(/\\d|\\/g, '')
      .split('')
      .map(plain);
    return [...new Set(inside.includes('\\d') ? [...digits, ...others] : others)];
  }

  #escaped(): Part {
    const char = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (char === 'b') return [EDGE];
    if (char === 'd') return digits;
    if (char === 's' || char === 'W') return [' '];
    return /\w/.test(char) ? anything : [plain(char)];
  }
}

function plain(char: string): string {
  if (/[£€]/.test(char)) return '$';
  return /\w/.test(char) || signs.includes(char) ? char.toLowerCase() : ' ';
}

function asNeed(part: Part): Need {
  if (typeof part === 'function') return part;
  const each = part.flatMap(spelled).map(numbersOf);
  if (each.some((numbers) => numbers.length === 0)) return nothing;
  const tree = treeOf(each);
  return (grams) => holding(grams, tree, 0, tree.length, EVERYWHERE);
}

function oneOf(needs: readonly Need[]): Need {
  return (grams) => {
    let windows = 0;
    for (const need of needs) windows |= need(grams);
    return windows;
  };
}

function eachOf(needs: readonly Need[]): Need {
  return (grams) => {
    let windows = EVERYWHERE;
    for (const need of needs) if (windows !== 0) windows &= need(grams);
    return windows;
  };
}

/**
 * Lists of runs as a tree, from the top: behind each run where to go on when a text lacks it. What most lists have stands first, so
 * that a text without it is done with all of them at once: this is asked some hundred times of every text.
 */
function treeOf(lists: readonly (readonly number[])[]): Int32Array {
  const common = new Map<number, number>();
  for (const runs of lists) for (const run of runs) common.set(run, (common.get(run) ?? 0) + 1);
  const runs = [...common].sort(([, a], [, b]) => b - a).map(([run]) => run);
  const ranks = new Map(runs.map((run, rank) => [run, rank]));
  const tree: number[] = [];
  const grow = (branches: readonly (readonly number[])[], depth: number) => {
    for (const [rank, alike] of Map.groupBy(branches, (branch) => branch[depth] ?? 0)) {
      const elsewhere = tree.push(runs[rank] ?? 0, 0) - 1;
      // A list that ends here makes the longer ones needless.
      if (alike.every(({ length }) => length > depth + 1)) grow(alike, depth + 1);
      tree[elsewhere] = tree.length;
    }
  };
  const ranked = (list: readonly number[]) => list.map((run) => ranks.get(run) ?? 0).sort((a, b) => a - b);
  grow(lists.map(ranked), 0);
  return Int32Array.from(tree);
}

/** The windows, of those given, that have all runs of one of the lists that stand in the tree from `from` to `to`. */
function holding(grams: Trigrams, tree: Int32Array, from: number, to: number, windows: number): number {
  let found = 0;
  for (let at = from; at < to;) {
    const elsewhere = tree[at + 1] ?? 0;
    const here = windows & (grams[tree[at] ?? 0] ?? 0);
    if (here !== 0) found |= elsewhere === at + 2 ? here : holding(grams, tree, at + 2, elsewhere, here);
    at = elsewhere;
  }
  return found;
}

/** With a blank where the edge of a word asks for one; nothing where there can be no such edge. */
function spelled(text: string): string[] {
  let written = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char !== EDGE) {
      written += char;
      continue;
    }
    const [before, after] = [written.at(-1), text.slice(at).replaceAll(EDGE, '')[0]].map(known);
    if (before === undefined || after === undefined) {
      if ((before ?? after ?? ' ') !== ' ') written += ' ';
    } else if ((before === ' ') === (after === ' ')) return [];
  }
  return [written];
}

function known(char: string | undefined): string | undefined {
  if (char === OPEN) return undefined;
  return char !== undefined && signs.includes(char) ? ' ' : char;
}

function numbersOf(text: string): readonly number[] {
  return text.split(OPEN).flatMap(runsOf);
}

/** The places of a text's runs and signs; of one without a run those of its digits too. */
function runsOf(text: string): readonly number[] {
  const each = Array.from(text, (char) => letterOf(char.charCodeAt(0)));
  const alone = each.filter((letter) => letter >= (each.length < 3 ? FIRST_DIGIT : SIGNS));
  const inRun = each.map((letter) => (letter < SIGNS ? letter : 0));
  const runs = inRun.slice(2).map((third, at) => {
    const run = ((inRun[at] ?? 0) * SIGNS + (inRun[at + 1] ?? 0)) * SIGNS + third;
    return run & (PLACES - 1);
  });
  return [...alone.map((letter) => ALONE + letter), ...runs];
}
