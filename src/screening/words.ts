/** Parts of patterns that several signals share, as regular expressions over folded text. */

/** A check as a thing to be paid with, not "to check" and not a background check. */
export const check = String.raw`(?:\bche?ques?\b|\b(?:cashier'?s?|certified|bank|e|electronic|mobile|voided|payroll|company|business|advance|voucher)[- ]checks?\b|\b(?:an?|the|this|by|via|your|our|my|his|first|accept|several|some|with|as|of|those|[\d,.]+) (?:first |large |small |mailed |printed )?checks?\b(?! (?:in|out|up|on|off|the|whether|if|run|runs|list|that (?:all|every))\b)|\bchecks (?:are|will be) (?:usually )?sent|\bmoney orders?\b|\b(?:bank|company'?s|production'?s|sponsor'?s|demand) draft\b|\b(?:a|the) draft (?:for|of|over|from|\(|includes|which|that)|\bschecks?\b|\bassegn[oi]\b)`;

/** What remains of a sum, or is somebody else's of it. */
export const surplus = String.raw`(?:\bremainder\b|\bthe rest\b|\bthe (?:remaining|outstanding|leftover|extra) \w+|\bthe balance\b|\bsurplus\b|\bleft ?over\b|\bwhat(?:'s| is) left\b|\bwhat remains\b|\bwhat(?:ever)? you don'?t (?:spend|use|need)\b|\boverpa(?:y|id)\w*|\bthe excess\b|\bextra (?:funds|money|amount)\b|\bthe difference\b|\b(?:his|her|their|its) (?:part|share|portion|cut)\b|\bwhose (?:part|share)\b|\b(?:el|o|il) (?:resto|restante)\b|\ble (?:reste|solde)\b|\b(?:den|der) rest\b|\brestbetrag\b|\bla differenza\b|\bla diferencia\b|\b\d+ ?% left\b)`;

export const workersAccount = String.raw`(?:\b(?:your|a private|a personal|their|su|the worker'?s|an?) (?:own |personal |private |checking |savings |existing |idle |bank )*account\b|\bat (?:your|any|a) bank\b|\byour (?:own )?bank\b|\batm account|\b(?:su|tu|sua|tuo|suo) (?:banco|cuenta|conta|conto)\b|\b(?:votre|ton) compte\b|\b(?:ihr|dein)(?:em?|es)? (?:konto|bankkonto)\b|\bis in your account\b)`;

export const takingIn = String.raw`(?:\b(?:receiv\w+|accept\w*|collect\w*|tak\w+ in|route)\b[^.!?]{0,40}\b(?:payments?|funds?|money|contributions?|donations?|transfers?|sums?|wires?)\b|\bdeposit(?:s|ed|ing)? (?:a|an|the|it|them|this|that|our|is|at|into|in)\b|\bput (?:it|them|the \w+) in|\bcash(?:es)? (?:it|them|a)\b|\btakes? out (?:the )?cash\b|\bwithdraw\w*\b|\bphone camera\b|\bmobile deposit\b|\bdeposit[ae]\w{0,3}\b|\bencaiss\w+|\bdeposer\b|\bincass\w+|\bversa(?:te|re|lo)?\b|\blosen\b[^.!?]{0,30}\bein\b|\beinlosen\b|\beinreichen\b|\bcobr[ae]\w{0,3}\b|\bonce it is in\b|\b(?:posts|clears)\b)`;

/** Ways to send money that nobody can call back. */
export const moneyService = String.raw`(?:money ?gram|western union|walmart2walmart|walmart money|ria money|remitly|reload(?:able)? (?:code|card)s?|prepaid (?:voucher|card|code)s?|(?:paysafe|apple|itunes|google play|steam|vanilla|ebay|amazon|gift|razer)[ -]?(?:gift )?cards?|gift codes?|cash ?app\b|cash ?tag|\bzelle\b|\bvenmo\b|\busdt\b|\bbitcoins?\b|\bbtc\b|\bethereum\b|\bvouchers?\b|\bcrypto ?(?:currency|wallet)?\b)`;

/** A sum with its currency, or a bare one that is no count of hours, people or years. */
export const amount = String.raw`(?:[$€£] ?\d[\d.,]*(?!k|\d)|\b\d[\d.,]* ?(?:[$€£]|usd\b|eur\b|cad\b|gbp\b|dollars?\b|euros?\b)|\b(?:of|is|against|costs?|for) \d{2,4}\b(?! ?(?:%|hours?|hrs?|days?|weeks?|months?|years?|minutes?|people|students|words|lbs?|pounds|miles|chars|am|pm|employees|participants|sq|k\b|/|-|–|:|\+))|\(\d{2,4}[,) ](?!\d)|, \d{2,4}[,.])`;

/** What the worker would pay for. */
export const feeNoun = String.raw`\b(?:fees?|bond|deposit|deposito|security|contribution|contribucion|activation(?: order| code)?|starter (?:kit|pack\w*)|kit|kits|licen[cs]e|registration|enrol+ment|placement|processing|membership|admission|pre-?payment|advance payment|top-?up|upgrades?|insurance|badge|uniform|stamp|course|class|exam|charge|bundle|package|filing|visa|oath card|credit report|card check|portfolio|book|clearance|cuota|inscripcion|tasa|caution|kaution|\w*gebuhr(?:en)?|frais|taxa|tassa|quota|anticipo|acompte|vorkasse|convention|inventory|sample pack|coordinator's account)\b`;
