import type { Workplace } from './listing.ts';

/** Onsite, hybrid or remote, from the source's words for it; hybrid wins, since it says both. */
export function workplaceOf(words: readonly string[]): Workplace | undefined {
  const text = words.join(' | ').slice(0, 1_000);
  if (/\bremote\b[^|]*\bsensing\b/i.test(text)) return undefined;
  if (hybrid.test(text)) return 'hybrid';
  if (none.test(text)) return 'onsite';
  const says = { remote: remote.test(text), onsite: onsite.test(text) };
  return says.remote ? (says.onsite ? 'hybrid' : 'remote') : says.onsite ? 'onsite' : undefined;
}

/** From a job's title, where the word stands for the place and not for the trade: "(Remote)", "- Remote". */
export function workplaceInTitle(title: string): Workplace | undefined {
  const label =
    /[([|–—,/-]\s*((?:100% |fully |partially )?(?:remote|hybrid|on-?site|work from home|home ?office)\b[^)\]|,]*)/i.exec(
      title,
    )?.[1];
  return label === undefined ? undefined : workplaceOf([label]);
}

/** What is left of a place when the words for the workplace are taken out. */
export function withoutWorkplace(text: string): string {
  return text.replace(phrases, ' ');
}

const hybrid =
  /\b(?:hybrid\w*|híbrid[oa]|teilweise (?:remote|home)|partial(?:ly)? (?:remote|telework)|partiel|\d+ days?\s*(?:\/|per|a)\s*(?:wk|week)|(?:\d+ days? (?:in[- ]person|in[- ]office|on-?site)))\b|remote\s*\+\s*on_?site/i;
const none = /\b(?:pas[_ ]teletravail|pas de télétravail|not remote|no remote|non[- ]remote)\b/i;
const remote =
  /\b(?:remote(?:ly)?|telecommut\w*|tele-?work\w*|télétravail|teletravail|teletrabajo|work[- ]from[- ]home|wfh|home[- ]?office|home[- ]?based|virtual|anywhere in the world|work from anywhere|fully|distributed|удал[её]нн?\w*|дистанционно)\b/i;
const onsite =
  /\b(?:on-?\s?_?site|in[- ]office|in[- ]person|office[- ]based|vor ort|sur site|presencial|präsenz)\b/i;

const phrases =
  /\b\d+(?:-\d+)? days?(?:\s*(?:\/|per|a)\s*(?:week|wk|month))?|\b(?:(?:100 ?%|fully|full|partially|partly|mostly|temporarily|optional(?:ly)?|flexible|possible|primarily|permanently)[ -]*)?(?:remote(?:ly)?(?:[ -]*(?:first|friendly|only|ok|okay|work(?:ing)?|job|position|role|possible|optional|eligible))?|telecommut(?:e|ing)|tele-?work(?:ing)?|télétravail|teletravail|teletrabajo|work(?:ing)?[- ]from[- ](?:home|anywhere)|wfh|home[- ]?office|home[- ]?based|virtual|hybrid(?:[ -](?:remote|work(?:ing)?|role|position))?|on-?\s?site|in[- ]office|in[- ]person|office[- ]based|vor ort|presencial)(?![\p{L}\p{N}])|\b100 ?%/giu;
