import { fold, invisible, shorten } from '../core/text.ts';
import { bitOf, type Trigrams, trigramsOf, WINDOW, windowsFor } from './trigram-filter.ts';

/** A text as signals read it: folded, without invisible characters, in windows of three sentences. */
export type Reading = {
  readonly whole: string;
  readonly windows: readonly string[];
  readonly grams: Trigrams;
};

export function readingOf(...parts: readonly (string | undefined)[]): Reading {
  const text = parts.filter((part) => part !== undefined && part !== '').join('.\n');
  const all = undisguised(text.replace(invisible, ''))
    // What is one blank already is not touched, which is most of it.
    .replace(/[^\S\n ][^\S\n]*| [^\S\n]+/g, ' ')
    .replace(/[’‘`´]/g, "'")
    // No end of a sentence.
    .replace(/\b(mrs?|ms|dr|prof)\.(?=\s)/gi, '$1')
    .replace(/[“”„«»]/g, '"')
    .split(/(?<=[.!?;])\s+|\s*[\n•·]+\s*/u)
    .map(fold)
    .flatMap(pieces)
    .filter((sentence) => sentence !== '');
  const grams = trigramsOf(all);
  const mayWarn = windowsFor(grams, warning) !== 0 || windowsFor(grams, denying) !== 0;
  const sentences = mayWarn ? all.filter((sentence) => !warns(sentence)) : all;
  const whole = sentences.join(' ');
  return {
    whole,
    windows: sentences.map((_, at) => sentences.slice(at, at + WINDOW).join(' ')),
    grams: sentences.length === all.length ? grams : trigramsOf(sentences),
  };
}

/** The text with its disguised words as they are meant: `dep0sit`, `c h e c k`, Latin words with letters of another script. */
function undisguised(text: string): string {
  const lettered = foreign.test(text) ? text.replace(word, inLatin) : text;
  const spelled = /[01345][a-z]/i.test(lettered) ? lettered.replace(withDigits, inLetters) : lettered;
  return spelled.replace(spelledOut, (letters) => letters.replaceAll(' ', ''));
}

const inLetters = (one: string) => one.replace(/[01345]/g, (digit) => 'ol_eas'[Number(digit)] ?? digit);

/** Words of Latin letters with others among them that look like such. */
export function mixedScripts(text: string): readonly string[] {
  return foreign.test(text) ? (text.match(word) ?? []).filter((one) => inLatin(one) !== one) : [];
}

function inLatin(one: string): string {
  const letters = Array.from(one, (letter) => lookAlikes.get(letter) ?? letter).join('');
  return /[a-z]/i.test(one) && !foreign.test(letters) ? letters : one;
}

const foreign = /[\u0370-\u04ff]/;
const word = /[a-z\u0370-\u04ff]+/gi;
const lookAlikes = new Map(
  Array.from('аеорсхуіѕјһԁкмтвнοαεικνρτυχАЕОРСХУІЅЈКМТВНΟΑΕΙΚΝΡΤΧ', (letter, at) => [
    letter,
    'aeopcxyisjhdkmtbhoaeikvptuxAEOPCXYISJKMTBHOAEIKNPTX'[at] ?? letter,
  ]),
);
/** A word of some length, not a part of an address. */
const withDigits = /(?<![\w@./-])(?=[a-z\d]{5})[a-z]+(?:[01345]{1,2}[a-z]+)+(?![\w@/-]|\.\w)/gi;
const spelledOut = /(?<!\S)(?:[a-z] ){3,}[a-z](?!\w)/gi;

/** A sentence in which an employer warns of fraud, fights it, or says what it never asks for: it asks for nothing. */
function warns(sentence: string): boolean {
  return (warning.test(sentence) || denying.test(sentence)) && !demanding.test(sentence);
}

const warning =
  /\b(?:spot|detect|investigat|report|prevent|warn|recogni[sz]|fight|explain|refus|analy[sz]|monitor|combat|erkenn|warnen|verhinder)\w*\b[^.!?]{0,60}\b(?:scams?|scammers?|frauds?|fraudulent|forged|counterfeit|fake|mules?|laundering|phishing|betrug\w*)\b|\b(?:fraud|scam) (?:prevention|awareness|detection|alert|warning)\b|\bbeware of\b/;
const denying =
  /\b(?:we|they|recruiters?|our (?:team|staff|company|recruiters?)|\w+ (?:will|does|do|would|shall)) (?:(?:will|do|does|would|shall) )?(?:never|not) (?:ask|request|require|charge|contact|write|text|message|send)\w*\b|\bnever (?:ask|request|require|charge)s?\b[^.!?]{0,40}\b(?:candidates?|applicants?|for)\b/;
/** What sounds like a warning and yet wants something done. */
const demanding =
  /\b(?:but|just|only|simply|instead|except|unless|however)\b|[,:-] ?(?:please |and |so |then |you )?(?:send|text|deposit|reply|respond|write|pay|buy|message|contact|forward|e-?mail|provide|submit|give|enter|call|add|join|open|keep)\b|\b(?:send|text|give|forward|provide|submit) (?:us|me|him|her|it|your|the)\b|\byou (?:will |must |can )?(?:deposit|send|pay|forward|receive|buy|keep|transfer)\b/;

/** Patterns take time that grows with the square of a sentence: one without an end is read in pieces. */
function pieces(sentence: string): readonly string[] {
  return sentence.length <= LONGEST ? [sentence] : (sentence.match(piece) ?? []);
}

const LONGEST = 600;
const piece = new RegExp(String.raw`\S.{0,${LONGEST - 1}}(?!\S)|\S{1,${LONGEST}}`, 'gu');

/** Words that must stand together (in one window, in any order), and words that make them harmless. */
export type Pattern = { readonly all: readonly RegExp[]; readonly unless?: RegExp };

/** The first place where one of the patterns holds, quoted; undefined when none does. */
export function quote(reading: Reading, patterns: readonly Pattern[]): string | undefined {
  for (const pattern of patterns) {
    const [at] = placesOf(reading, pattern, { most: 1 });
    if (at !== undefined) return excerpt(reading.windows[at] ?? '', pattern.all[0]);
  }
  return undefined;
}

/**
 * The windows in which a pattern holds, at most so many, of those with the bits of `among`: it is tried only where it may hold, since
 * each takes long.
 */
export function placesOf(
  { grams, windows, whole }: Reading,
  { all, unless }: Pattern,
  { most = Infinity, among = -1 }: { readonly most?: number; readonly among?: number } = {},
): readonly number[] {
  let possible = among;
  for (const words of all) {
    possible &= windowsFor(grams, words);
    if (possible === 0) return [];
  }
  const places: number[] = [];
  for (let at = 0; at < windows.length && places.length < most; at += 1) {
    if ((possible & bitOf(at, windows.length)) === 0) continue;
    const text = windows[at] ?? '';
    if (all.every((words) => words.test(text)) && unless?.test(text) !== true) places.push(at);
  }
  return places.length > 0 && all.every((words) => words.test(whole)) ? places : [];
}

function excerpt(window: string, words: RegExp | undefined): string {
  const at = Math.max(0, (words?.exec(window)?.index ?? 0) - 40);
  return shorten(`${at > 0 ? '…' : ''}${window.slice(at)}`, 140);
}

/** One thing within `gap` characters of another, in either order, in one sentence. */
export function near(a: string, b: string, gap: number): RegExp {
  return new RegExp(`(?:${a})[^.!?]{0,${gap}}(?:${b})|(?:${b})[^.!?]{0,${gap}}(?:${a})`);
}
