import type { SalaryUnit } from '../listing.ts';

/** An amount, with the words before and behind it. */
type Context = Readonly<Record<'lead' | 'rest' | 'whole' | 'match', string>> & {
  readonly signed: boolean;
  readonly unit: SalaryUnit | undefined;
  readonly first: number;
  readonly second: number | undefined;
};

/** `20 hours per week`, `38,5 Std./Woche`: no amount. */
export const workTime =
  /^[\s-]?(?:(?:hours?|hrs?|days?|shifts?) ?(?:\/|per |an? |each )\s?(?:week|wk|month|semester|year)|(?:std|stunden|uren|uur|horas|ore|heures|timmar|timer|godzin)(?!\p{L}))/iu;

/** Words that lead to the highest, and to the lowest pay. */
export const upTo =
  /(?<![\p{L}])(?:up to|as high as|max(?:im\p{L}+|\.)?(?: of)?|bis zu|höchstens|fino a|até|jusqu['’]?[àa]|hasta|tot|until|under|(?<!(?:no|not) )less than|(?:no|not) more than|not (?:to )?exceed(?:ing)?|nte|as much as)\s*:?\s*$|(?<![\p{L}])до\s*$/iu;
export const from =
  /(?<![\p{L}])(?:from|starting(?: (?:at|from|salary|pay|wage|rate))?(?: of)?|starts? (?:at|from)|min(?:im\p{L}+|\.)?(?: (?:salary|pay|wage|rate))?(?: of)?|at least|mindestens|almeno|au moins|al menos|minst|(?:not|no) less than|ab|à partir d[e'’]|a partir d[ei]|desde|vanaf|over|(?<!(?:no|not) )more than|upwards? of|in excess of|as low as|a floor of|od|từ)\s*:?\s*$|(?<![\p{L}])от\s*$/iu;
const payWord =
  /\b(?:sal[aá]r\w*|pay(?:s|ing)?|wages?|compensation|comp|rate|remuneration|stipend|base|ote|earn\w*|\p{L}*(?:gehalt|vergütung|lohn|entgelt)|salaire|rémunération|brut\w*|net\w*|sueldo|salario|stipendio|retribuzione|salaris|loon|wynagrodzenie|\p{L}*(?:lön|lønn?)|ral|tjm|ctc|quincenal(?:es)?|bolsa|ajuda de custo|honorarium|compensated(?= (?:at|with)\b)|(?:receives?|earns?|gets?|paid) a flat fee|(?:bi-?weekly|semi-?monthly|fortnightly)(?=(?: (?:at|of))*:?\s*$)|(?<=^[ /]+(?:paid )?)(?:bi-?weekly|semi-?monthly|fortnightly)|paid(?=\s*$))\b|зарплат|оклад|доход|плата|рплата|[給薪俸]|年収|급여|연봉|lương/iu;
/** What an amount is of, when it is not of pay: said right behind it, or leading to it. */
const otherBehind =
  /^[\s)+-]*(?:(?!plus\b|and\b|with\b)[\p{L}-]+\s+){0,4}?(?:bonus(?:es)?|sign[- ]?on|sign[- ]?up|insurance|perks?|marketplace|allowance|budget|reimbursement|deposit|fund(?:ing|s)?|grant|equity|stock|options|referral|relocation|assistance|gift|card|internet|phone|wellness|gym|commuter|meals?|parking|equipment|home office|learning|application fee|tuition|scholarship|credit|voucher|discount|revenue|valuation|in funding|series [a-f]|raised|market|portfolio|per quarter|award|prize|(?:in|cash) prizes|fee|layover|contribution|co-?pay\w*|loans|loan (?:repayment|forgiveness)|(?:annual|yearly|monthly|in|in (?:weekly|daily)) (?:sales|volume|turnover|takings)|\p{L}*(?:gutscheine?|sachbezug|zuschuss|prämie)|rent|refer|per (?:violation|occurrence|claim|accident|incident))\b/iu;
const otherLead =
  /(?:(?<!\p{L}|\+ |и )(?:преми|бонус|скидк|штраф|подъ[её]мн|доставк|компенсац)\p{L}*|\b(?:raised|raising|funding|funded|bonus|sign[- ]?on|commission(?: plan)?|ommission plan|insurance|perks?|primes?|participation|intéressement|allowance|budget|reimburse\w*|deposit|grant(?! pays)|equity|zusätzlich|zlich|additional|extra(?!s)|revenue|valued|valuation|worth|managing|portfolio|referral|refunds?|invoices|transactions|purchases|donations|repayments?|forgiveness|mortgages|loans|fees|(?:desk|application|registration|league|membership|course|training|entry|franchise|processing|exam|enrol\w*|program\w*) fee|relocation|assistance|gift|card|internet|phone|wellness|gym|commuter|meals?|parking|equipment|home[- ]office|learning|tuition|stock|match(?:ing|es)?|contribution|assets|aum|sales of|up to an? additional|(?<!\b(?:driver|member|associate|employee|rep|server|technician|agent|worker|tutor|courier)s |\b(?:you|who|they|staff|crew|team|earn[^.;]{1,20} (?:mile|hour) and) )average|median|plus|benefits? (?:of|worth)|access to an?|sav(?:e|es|ed|ing|ings)|costs?|spend(?:s|ing)?|fines?|penalt(?:y|ies)|pric(?:es?|ing)|tickets?|deals?|rent\b|chiffre d['’]affaires|\p{L}*umsatz(?= )|omzet|fatturato|(?<!(?:staff|employee|crew) )turnover (?:of|is)|(?:service|surety|fidelity) bond|charge(?:s|d) (?!with)|charging (?:clients|customers|families|guests)|dues (?:are|of)|scholarship(?: of|:)|award (?:limit|of|amount)|room and board|deduct\w*|donat\w*|prizes?|housing is|(?:homes|houses|properties) (?:from|for|priced|at|between|up to))|příspěvek|zuschuss|sachbezug|資本金|交通費|手当|賞与|売上|奖金|补贴|자본금|수당|상여|식대|매출|thưởng|phụ cấp)(?:[^.;!?$€£\d]{0,25})$/iu;
/** Who refers someone is paid for that, who pays is not paid. */
const otherClause =
  /\brefer(?:ring)? (?!to\b)[^.;!?]*$|\d ?% of (?:\p{L}+ ){1,2}(?:rate|wage|scale)[^.;!?\d]*$|\bvouchers?\b[^.,;!?]*$|\bcommission[- ]only\b(?![^.;!?]*\b(?:earn|make|income|ote))[^.;!?]*$|\b(?:(?:candidate|applicant|participant|student|volunteer|member|client|customer|guest|patient|tenant|user|parent|employee)(?:s|(?= must| will| may))|families|you) (?:(?:must|will|may|only) )*pay(?: (?:an?|the|only|up to))*\s*$/iu;
/** Money for one purpose: `a health stipend of $200/month`, `$200 monthly health stipend`. */
const purpose = String.raw`(?:health|wellness|fitness|gym|technology|tech|internet|phone|home[- ]office|learning|travel|book|education|development|remote|food|housing|clothing|uniform|tool|car|vehicle|transport\p{L}*|transit|commuter|lunch|co-?working|childcare)[- ](?:\p{L}+ ){0,2}(?:stipend|allowance|credit|reimbursement)`;
const purposeLead = new RegExp(String.raw`\b${purpose}[^.;!?$€£\d]{0,25}$`, 'iu');
const purposeBehind = new RegExp(
  String.raw`^(?:(?!\b(?:plus|and|with)\b)[^.;,!?+$€£\d]){0,30}\b${purpose}`,
  'iu',
);

/** `$500/month toward your rent`, `£49 for an enhanced check` */
const towards =
  /^\s*for (?:[\p{L}-]+ ){0,4}(?:checks?|exams?|licen[cs]es?|certificat\p{L}+|uniforms?|visas?|travel|books|supplies|conferences?|housing|room|meals)\b|^\s*(?:(?:\/|per|an?|each|every)\s*)?(?:\p{L}+\s+)?(?:towards?|(?:to (?:help )?(?:cover|pay|offset)|to help with) (?:your |their |the )?(?:rent|housing|(?:student )?loans?|childcare|tuition|insurance|commut\p{L}*|living))\b/iu;

/** Whether an amount is what the work is paid with. */
export function isPay({ lead, rest, whole, match, signed, unit, first, second }: Context): boolean {
  const largest = second ?? first;
  if (!(largest > 1 || (largest > 0 && byPiece.test(rest) && payWord.test(lead)))) return false;
  if (/pound/i.test(match) && lifted.test(lead)) return false;
  if (
    /^\s?(?:[mbt]r?illion|mio|mrd|bn|mm?|crores?)(?![\p{L}])|^[bt](?![\p{L}])/iu.test(rest) ||
    /^\s?%/.test(rest)
  )
    return false;
  if (towards.test(rest) || otherClause.test(lead)) return false;
  if (purposeLead.test(lead) || purposeBehind.test(rest)) return false;
  if (!signed && workTime.test(rest)) return false;
  if (otherBehind.test(rest) && !/^[\s)]*(?:\+|plus|and|with|,)/i.test(rest)) return false;
  const last = lead.slice(lead.lastIndexOf(',') + 1);
  if (otherLead.test(unit === 'HOUR' || /^ (?:and )?a stipend of $/.test(last) ? last : lead)) return false;
  if (!signed)
    return (
      (largest >= 5 && whole.length < 200 && whole.replace(match, ' ').replace(fillers, '').trim() === '') ||
      (unit !== undefined &&
        (payWord.test(lead) || counted.test(match + rest.slice(0, 20))) &&
        largest >= 5) ||
      (second !== undefined && payWord.test(lead) && largest >= 1000) ||
      (/\d[.,]\d\d\b/.test(match) && /^ ?hourly(?: ?[.,;(+]| plus|$)/i.test(rest))
    );
  return (
    unit !== undefined ||
    second !== undefined ||
    payWord.test(lead) ||
    payWord.test(rest.slice(0, 30)) ||
    /^[^\p{L}\p{N}]*$/u.test(lead) ||
    upTo.test(lead) ||
    from.test(lead) ||
    (largest >= 10_000 && largest < 2_000_000 && !small.test(match))
  );
}

/** Pay for work by the piece, which may be of cents: `We pay $0.12 per word`. */
const byPiece = /^ ?(?:\/|per|an?) ?(?:word|mile)\b(?! for)/i;
/** Said of pounds that are a weight. */
const lifted = /\b(?:lift|carry|push|pull|mov|weigh|handl|load|object|package|box)\w*\b[^.;:]*$/i;
/** Numbers that count money where a unit stands beside them: `月給25万`, `15-25K·14薪`, `15 triệu/tháng`. */
const counted = /^[^万萬만]*\d[万萬만]|triệu|\d(?:tr|jt)\b|juta|^\S+薪/i;
/** Ten thousand of these are no large sum. */
const small = /[円元원đ₫₩]|VN/i;

/** Words that a pay field holds beside its number. */
const fillers = new RegExp(
  String.raw`${payWord.source}|per|an?(?!\p{L})|hour(?:ly)?|hr|year(?:ly)?|annum|annual(?:ly)?|month(?:ly)?|week(?:ly)?|day|daily|p\.?a\.?|p[hdwm]|yr|mo|wk|gross|range|from|up to|min(?:imum)?|max(?:imum)?|low|high|approx\w*|circa|ca\.?|[\s:;,.()/+*-]`,
  'giu',
);
