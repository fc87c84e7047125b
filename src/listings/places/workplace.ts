import type { Workplace } from '../listing.ts';

/** Onsite, hybrid or remote, from the source's words for it; hybrid wins, since it says both. */
export function workplaceOf(words: readonly string[]): Workplace | undefined {
  const text = words.join(' | ').slice(0, 1_000);
  if (/\bremote\b[^|]*\bsensing\b/i.test(text)) return undefined;
  if (hybrid.test(text)) return 'hybrid';
  if (none.test(text)) return 'onsite';
  if (/^\s*anywhere\s*$/i.test(text)) return 'remote';
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
  /\b(?:hyb?r[iy]d\w*|h[íi]brid[oa]|ibrid[oa]|teilweise (?:remote|home)|partial(?:ly)? (?:remote|telework)|partiel|\d+ (?:days?|jours?|tage?|d[ií]as?|dagen|giorni|dagar)\s*(?:\/|per|pro|par|por|an?|in|de|zu)\s*(?:wk|week|semaine|semana|woche|settimana|télétravail|home ?office)|(?:\d+ days? (?:in[- ]person|in[- ]office|on-?site|remote(?:ly)?|(?:from|at) home|wfh)))\b|remote\s*\+\s*on_?site/i;
const none = /\b(?:pas[_ ]teletravail|pas de télétravail|not remote|no remote|non[- ]remote)\b/i;
const remote =
  /\b(?:remote(?:ly)?|telecommut\w*|tele-?work(?! eligible)\w*|télétravail|teletravail|teletrabajo|work[- ]from[- ]home|wfh|home[- ]?office|home[- ]?(?:based|working|work)|virtual|anywhere in the world|work from anywhere|fully|distributed|zdaln\w+|etäty|distansarbete|fjernarbe\w+|hjemmekontor|thuiswerk\w*|trabajo remoto|remoto|a distancia|à distance|teletrabalho|telelavoro|smart ?working|távmunka|удал[её]нн?\w*|дистанционно)\b/i;
const onsite =
  /\b(?:on-?\s?_?site|in[- ]office|work(?:ing)?[- ]from[- ](?:the )?office|in[- ]person|office[- ]based|vor ort|sur site|presencial|präsenz)\b/i;

const phrases =
  /\b\d+(?:-\d+)? (?:days?|jours?|tage?|d[ií]as?|dagen|giorni|dagar)(?:\s*(?:\/|per|pro|par|por|an?)\s*(?:week|wk|month|semaine|woche|semana|settimana))?|\b(?:(?:100 ?%|o|no|not|non|fully|full|partially|partly|mostly|temporarily|optional(?:ly)?|flexible|possible|primarily|permanently)[ -]*)?(?:remote(?:ly)?(?:[ -]*(?:first|friendly|only|ok|okay|work(?:ing)?|job|position|role|possible|optional|eligible))?|telecommut(?:e|ing)|tele-?work(?:ing)?(?: eligible)?|t[ée]l[ée]travail(?: (?:partiel|complet|total|possible|occasionnel|régulier|à))?|teletrabajo|zdaln\w+|praca zdalna|etäty\p{L}*|distansarbete|fjernarbe\w+|hjemmekontor|thuiswerken|trabajo remoto|remoto|a distancia|à distance|teletrabalho|telelavoro|smart ?working|távmunka|work(?:ing)?[- ]from[- ](?:home|anywhere|(?:the )?office)|wfh|home[- ]?office|home[- ]?(?:based|work(?:ing)?)|virtual|h[íi]brid[oa]|ibrid[oa]|hybr[iy]d\w*(?:[ -](?:remote|work(?:ing)?|role|position))?|on-?\s?site|in[- ]office|in[- ]person|office[- ]based|vor ort|presencial)(?![\p{L}\p{N}])|\b100 ?%/giu;
