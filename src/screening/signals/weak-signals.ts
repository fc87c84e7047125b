import { shorten } from '../../core/text.ts';
import { bitOf, windowsFor } from '../trigram-filter.ts';
import { placesOf, type Reading } from '../screening-reading.ts';
import type { Evidence, Signal } from '../signal.ts';
import type { Subject } from '../subject.ts';
import { check, inspection, moneyService, surplus } from '../text-tokens.ts';

/**
 * Small signs that prove nothing alone and seldom stand together in an honest post. They find schemes whose words no single signal
 * knows yet: a scheme needs money, a way for it, a lure and a reason why nobody meets.
 */
export const signSignals: readonly Signal[] = [
  {
    id: 'small-signs-together',
    rule: 15,
    points: 20,
    fallback: true,
    sentence: 'Several small signs of known schemes stand close together.',
    find: (subject, _context, reading) => together(subject, reading),
  },
];

/** Signs in one passage that are worth 10 points, and 20. Where much is written, more of everything stands without meaning. */
function enoughFor({ origin, text }: Subject): { readonly some: number; readonly many: number } {
  if (origin === 'feed') return { some: 3, many: 4 };
  return text.length < SHORT ? { some: 2, many: 2 } : { some: 2, many: 3 };
}

const SHORT = 800;
/** Windows (of three sentences each) that one passage begins. */
const PASSAGE = 5;

function together(subject: Subject, reading: Reading): Evidence | undefined {
  const { some, many } = enoughFor(subject);
  const possible = Object.entries(signs)
    .map(([name, sign]) => ({ name, sign, in: windowsFor(reading.grams, sign.words) }))
    .filter((one) => one.in !== 0);
  const among = crowded(
    reading,
    possible.map((one) => one.in),
    some,
  );
  const found: { readonly name: string; readonly at: readonly number[] }[] = [];
  for (const [nth, { name, sign }] of possible.entries()) {
    // What is left would not be enough: most texts have no sign, and each sign costs as much as all checks before it.
    if (among === 0 || found.length + possible.length - nth < some) return undefined;
    const at = placesOf(reading, { ...sign, all: [sign.words] }, { among });
    if (at.length > 0) found.push({ name, at });
  }
  if (found.length < some) return undefined;
  let best: readonly string[] = [];
  for (let from = 0; from < reading.windows.length; from += 1) {
    const here = found.filter(({ at }) => at.some((place) => place >= from && place < from + PASSAGE));
    if (here.length > best.length) best = here.map(({ name }) => name);
  }
  if (best.length < some) return undefined;
  return { evidence: shorten(best.join(', '), 140), points: best.length >= many ? 20 : 10 };
}

/** The bits of the windows in passages where so many of the signs may stand. */
function crowded({ windows }: Reading, signsIn: readonly number[], some: number): number {
  let bits = 0;
  for (let from = 0; from < windows.length; from += 1) {
    let passage = 0;
    for (let at = from; at < Math.min(windows.length, from + PASSAGE); at += 1)
      passage |= bitOf(at, windows.length);
    if (signsIn.filter((sign) => (sign & passage) !== 0).length >= some) bits |= passage;
  }
  return bits;
}

type Sign = { readonly words: RegExp; readonly unless?: RegExp };

const sum = String.raw`(?:[$€£] ?\d[\d.,]{0,11}|\b\d[\d.,]{0,11} ?(?:[$€£]|usd[tc]?\b|eur\b|dollars?\b|euros?\b|pounds?\b))`;

const who = String.raw`\b(?:organi[sz]er|specialist|sitter|nanny|dealer|driver|agent|florist|baker|supplier|vendor|artist|caterer|trainer|seller|installer|mover|landlord|dispatcher|planner|painter|courier|caregiver|caretaker|teacher|guide|host|publisher|illustrator|accountant|merchant|tradesman|craftsman|handyman|lady|consultant|chauffeur|treasurer|trainer|man|company|shop|field office|head office|coordinator|colleague|proveedor|distribuidor|fournisseur|lieferant|fornitore)s?\b`;

/** Each says in a few words what it is, for the evidence. */
const signs: Readonly<Record<string, Sign>> = {
  'the own account': {
    words: new RegExp(
      String.raw`\b(?:your|own|personal|private) (?:\w+ ){0,2}(?:accounts?|bank(?:ing)?|zelle|venmo|paypal|cash ?app|card|wallet(?! and phone)|profile|log-?in)\b(?! (?:of the|opens))|\bat your bank\b|\b(?:pay|paid|wire|deposit|transfer|send|come)\w* (?:\w+ ){0,3}(?:in)?to (?:you|yours)\b|\b(?:ihr|dein)\w* (?:\w+ )?(?:giro)?konto\b|\b(?:votre|ton) compte\b|\b(?:su|tu|sua|tuo|suo) (?:cuenta|conta|conto)\b`,
    ),
    unless: /\b(?:direct deposit|your account manager|own accounts? (?:of|team)|design portfolio)\b/,
  },
  'sending on': {
    words: new RegExp(
      String.raw`\b(?:(?:forward|pass|(?<!bank )transfer|wire|hand|release|remit|settle|feed|convert|withdraw(?! books))(?:e?s|e?d|ing)?|(?:leit|uberweis|reenvi|transfier)\w*|vire[zr])\b[^.!?]{0,30}\b(?:it|them|him|her|on|rest|along|weiter|hers|his|theirs|funds|money|coins?|cash|summe|percent|share|part|what is left|remainder)\b|\bmove\w*\b[^.!?]{0,20}\b(?:money|funds|coins?|percent|cash(?! box))\b|\b(?:bring|get|send) (?:it|them|the (?:other|second|balance) (?:part|portion|half)) (?:on )?to\b|${surplus}`,
    ),
    unless:
      /\b(?:libraries|mailroom|customers?|patients?|moved out|clients'|residents|kasse|receptionist|hands? (?:it|them) out|next climber|signs the log)\b/,
  },
  'a share to keep': {
    words: new RegExp(
      String.raw`\b(?:keep|keeping|retain|take off|hold back|deduct|less|minus|behalt\w*|garde\w*|qued[ae]\w*|tratt\w+|entitled to)\b[^.!?]{0,25}(?:${sum}|\d|\bper ?cent\b|\bprozent\b|\bten\b|\byour)(?! ?(?:an hour|per hour|\/ ?h))|\b(?:\d+|ten|five|eight|ninety|twenty) ?(?:%|per ?cent|prozent) (?:of|for|from|and|on|is yours|yours|commission)\b`,
    ),
    unless:
      /\b(?:tuition|discount|staff price|savings|hourly|an hour|equity|move \d+ percent|of the boxes|tips|your (?:shift|hours|eyes|notes))\b/,
  },
  'money ahead of work': {
    words: new RegExp(
      String.raw`\b(?:before|ahead|in advance|beforehand|first|prior|upfront|up front|prepa(?:y|id))\b[^.!?]{0,60}\b(?:payment|funds|money|budget|wages|allowance|cheque|draft|check\b(?! (?:in|out)))|\b(?:payment|funds|money|budget|wages|allowance|cheque|draft)\b[^.!?]{0,40}\b(?:ahead|in advance|beforehand|up ?front)\b|\b(?:we|i|assistant|office|producer|insurer|sponsor|accountant|bank|publisher)\b[^.!?]{0,25}\b(?:deposit|fund|mail|post|issue|send|transfer|credit|provide)(?:s|ed)?\b[^.!?]{0,30}\b(?:payment|funds|money|budget|account|sum|cheque|draft|check\b(?! (?:in|out)))|\bat your disposal\b|\b(?:you are|you will be|get|be) (?:given|handed|advanced) ${sum}|\b(?:pays?|covers?|i cover)\b[^.!?]{0,30}\b(?:up ?front|beforehand|in advance|before)\b|\bim voraus\b|\bpor adelantado\b|\bd'avance\b|\bin anticipo\b|\b(?:funds|money|cheque|draft|check)\b[^.!?]{0,25}\b(?:is|are|will be|gets?|comes?) (?:\w+ )?(?:sent|mailed|posted|provided|issued|deposited|delivered|to you)\b`,
    ),
    unless:
      /\b(?:bank transfer on|paid within|first aid|donors?|customers?|parents|payment slips|we deposit (?:gifts|checks)|each (?:week|friday))\b/,
  },
  'a third one who is paid': {
    words: new RegExp(
      String.raw`${who}(?:'s)? (?:\w+ ){0,3}(?:fee|wages|share|part|pay|cost|price|who (?:is|drives|comes|brings)|that (?:is|delivers|will)|before|when|money|is paid|is to get)\b|\b(?:pay|settle|transfer|hand|forward|pass|give|wire|belongs?|owed)\b[^.!?]{0,40}\b(?:to|with|the|our|my|him|her) (?:\w+ )?${who}|\b(?:his|her|their) (?:fee|share|part|money|wages|cut) (?:is|in|from|to)\b|\bwhat (?:belongs to (?:him|her|them)|(?:he|she|it) costs)\b`,
    ),
    unless:
      /\b(?:payroll|invoices?|nothing to pay|our treasurer|our clients?|vendors'? bills|customers?|reconcil\w+|escrow|receipts?|share of the work|part of the load|payment slips)\b/,
  },
  'money nobody calls back': {
    words: new RegExp(
      String.raw`${moneyService}|${check}|\bcrypto\b|\bcoins?\b|\b(?:by|via) wire\b|\bwire us\b|\bmoney cards?\b|\bpix\b|\bchime\b|\bcriptomoneda\w*|\bcertified bank instrument\b|\bbank instrument\b`,
    ),
    unless: new RegExp(
      String.raw`${inspection.source}|\b(?:gift shop|sell gift|compliance|kyc|cash,? or (?:zelle|venmo|check)|(?:venmo|zelle) or (?:cash|check)|by (?:cash|card),? (?:cash )?or check|interlibrary|ethics board|irb|choir|handed out|(?:store|shop|office|school|church|company|club) pays (?:\w+ )?by check|by check (?:or|within|each|every|on)|is handed out|copay\w*|co-pay\w*)\b`,
    ),
  },
  'a price for the worker': {
    words: new RegExp(
      String.raw`\b(?:fees?|kit|box|pack|case|package|module|bond|deposit|tax|insurance|materials|activation|order|contribution|commitment|clearance|certificat\w+|charged?|licens\w+|portfolio|badge|guard card|vest|seat|uniform|book|file|visa|security|token|bundle|exam|registration|recharge|top-?up|payable|remitted|cover|costs?|price|membership|system|guide|class|access)\b[^.!?]{0,50}(?:${sum}|\b(?:of|costs?) \d{2,3}\b(?! ?(?:hours|schools|students|people|minutes|children|%|words)))|${sum} (?:opens|buys|gets you|unlocks)\b|${sum}[^.!?]{0,30}\b(?:fee|contribution|payable|deposit|kit|pack|for (?:the|your) (?:\w+ )?(?:kit|guard card|badge|box|uniform|order|background check|class|vest)|voucher|holds? your|in total|to begin|as (?:a )?(?:security|token)|of commitment|once)\b`,
    ),
    unless:
      /\b(?:we (?:\w+ )?(?:pay|cover|refund|reimburse|certify)|reimburse\w*|bonus|an hour|per hour|hourly|salary|free|commission of|stipend|on delivery|late|(?:lab|school|office|club) (?:buys|pays)|kill fee|in total by|base|per delivery)\b/,
  },
  'money that comes back': {
    words:
      /\b(?:comes? back|get back|gets? it back|taken off when|credited to your|(?:later )?deducted from (?:what|your)|returned (?:with|at|after)|refund(?:ed|able)|money-?back|(?:is|are) (?:returned|given back|reimbursed)|be reimbursed|added to your first|positive again|double back|pay double|reimburse the amount|(?:refund|get) the price|with the first pay\w*|goes? back to you|(?:freed|unlocked) once|paid out with|verify themselves|withdraw\w*(?! books)|paid back)\b/,
    unless:
      /\b(?:after (?:\d+ hours|a year)|customers?|guests|patients|parents|tuition|travel|flight|mileage|expenses|instruments? comes? back|comes? back (?:next|for|to work))\b/,
  },
  'anybody will do': {
    words:
      /\b(?:no (?:prior |special |other )?(?:experience|knowledge|skills?|drug test|project|licen[cs]e|certificate|interview|selection|degree|background in|bosses|sales|questions|calling|duty|duties)\b|(?:nobody is|everyone is|everybody is|everyone) (?:gets|refused|interviewed|accepted|hired)|any(?:one| major| department)\b|all majors|(?:students|people) of (?:all|any|every)|guaranteed|nothing to (?:do|sell)|easy money|only a smart ?phone|sin entrevista|nessun colloquio|ohne vorkenntnisse|sans experience|everybody who passes)\b/,
    unless:
      /\b(?:we (?:teach|train)|training (?:is|shift)|will train|trains? you|in our|come (?:in|by)|visit|an? (?:hour|year) (?:of|in)|we show you|paid training|gpa)\b/,
  },
  'already chosen': {
    words:
      /\b(?:you (?:were|are|have been|qualify)(?: \w+)? (?:nominated|picked|selected|chosen|shortlisted|accepted|for a)\b|(?:granted|selected|awarded) you\b|you (?:have )?(?:passed|won)|your \w+ was selected|well done|great news|congratulations|your (?:application|profile|number|resume) (?:was|were|has been|caught)|got your (?:number|resume|contact)|accepted candidates|hired persons|selected persons|based on your (?:application|profile)|will like to proceed)\b/,
    unless: /\b(?:if you|once|should you)\b/,
  },
  haste: {
    words:
      /\b(?:within (?:\d+|an?|the|one|two|24) (?:minutes?|hours?)\b(?! of)|in one hour|(?:seats|places|spots|slots) (?:\w+ ){0,6}(?:limited|remain|left)|after \d+ hours|nearly spent|starts? (?:today|tomorrow|tonight|monday|tuesday)|this evening|same (?:day|hour|afternoon)|by (?:friday|tonight|monday|midnight)|lock your|urgent\w*|hired (?:at once|immediately|instantly)|holds? your seat|reserve your|des demain|am selben tag|noch heute|empieza hoy|right after (?:the|it)|first pay within|at once)\b/,
    unless:
      /\b(?:interviews?|respond|apply today|storm|weekly pay|hiring event|walk-in|hire right away|come)\b/,
  },
  'only in writing': {
    words:
      /\b(?:whats ?app|telegram|wechat|viber|on signal|signal (?:app|messenger|and)|discord|text(?:ing)? (?:is|interview|me|messages|mr|mrs|ms|your)|by text|messaging|in writing|writing only|write only|write to us only|(?:wire|google messages) (?:app|and)|chat (?:only|interview)|(?:interview|assessment|conversation) (?:\w+ ){0,5}(?:chat|e-?mail|messages?|messaging|questions by)|e-?mail only|by typing|number (?:that )?i can text|text \w+ to (?:begin|start|apply)|(?:cannot|can't) (?:talk|call|make calls|speak)|instructions come by|coordinated by (?:e-?)?mail|guide you by|training by e-?mail|por mensajes|screen capture|hangouts|no calls|no camera)\b/,
    unless:
      /\b(?:channels|remind|integration|customers|members|learners|moderat|schedule|social media|community|video call|resumes by text|never by text|only from)\w*\b/,
  },
  'papers and numbers': {
    words:
      /\b(?:ssn|social security (?:number|card)|last four|maiden name|date of birth|passport|state id|(?:your|an|of the) id\b|id card|real papers|selfie|your face|driver'?s? licen[cs]e (?:photo|front)|photograph of|front and back|both sides|personalausweis|kontonummer|\brib\b|\biban\b|(?:carte|piece) d'identite|documento|bank name|present bank|name of your bank|routing|verified (?:profile|at)|home address|full address|with your documents|pin\b)\b/,
    unless:
      /\b(?:clients'?|customers'?|borrowers|guests|patients|residents|tenants|travel|after (?:the|an) offer|first (?:day|night)|i-9|proof of|degree|families)\b/,
  },
  'log-ins and codes': {
    words:
      /\b(?:(?:your|the|under their|their own|give us|us|me|her|university|online banking) (?:\w+ )?(?:log-?in|password|username|user name|credentials|access)\b|net ?id|log in (?:with|remotely)|sign(?:ing)? in with|login (?:alert|id|access)|codes? (?:they|you|on|that|when)|(?:mail|read us the|reveal the) (?:code|numbers)|six numbers|\bduo\b|scratch (?:them|the)|report the digits|seed phrase|zugangsdaten|your own (?:\w+ )?(?:account|profile)|browser plugin|antivirus|remote (?:control|desktop client)|extension)\b/,
    unless: /\b(?:reset|help desk|customers|support|two-factor)\b/,
  },
  'the own contact data': {
    words:
      /\bname\b[^.!?]{0,60}\b(?:cell|mobile|phone|telephone|address)\b[^.!?]{0,80}\b(?:e-?mail|mobile|phone|major|age|year|bank|payment)\b|\b(?:personal|private|alternat\w+|non-school) (?:e-?mail|mail|address|number|mobile|account|cell)\b|\be-?mail that you use outside\b|\bnot (?:the school'?s|your \.?edu)\b/,
  },
  'pay by the piece': {
    words: new RegExp(
      String.raw`(?:${sum}|\b(?:two|three|four|five|ten) (?:dollars|euros|usd)|\b\d+) ?(?:for|per|a|an|each|je|par) (?:each|every|unit|message|box|letter|line|app|task|set|account|bank|parcel|package|colis|machine|follow|assignment|ticket|review|sign|trip|run|flat|page|test|click|like|piece|one of|one\b)|\b(?:each|every) (?:set|unit|box|one|message|machine|review|assignment|sample|friend) (?:is worth|brings|pays|earns)|${sum} (?:each\b|a follow)`,
    ),
    unless:
      /\b(?:visit|lesson|class|service|rehearsal|illustrat|delivery|interview|words|drawing|requirements?|term\b|semester)\w*\b/,
  },
  'things at home': {
    words:
      /\b(?:at|to|from|in|on|reach) your (?:own )?(?:door(?:step)?|porch|house|home|residence|apartment|address|kitchen table|bedroom|room|place|couch|dorm)\b|\b(?:chez vous|a votre adresse|zu hause|en (?:su|tu) casa)\b|\b(?:drop|leave) (?:them|it) (?:at|for|with)\b|\byour (?:\w+(?:'s)? )?(?:internet|wi-?fi|network|router)\b|\bplug it (?:in|into)\b|\b(?:plugged in|switched on|powered on)\b|\b(?:stuff|assemble|type|typ\w+|paste|work)\w*\b[^.!?]{0,30}\b(?:at|from) home\b/,
    unless: /\b(?:we ship|ship you|patients?|clients?'?|equipment is|laptop|families|our house|hybrid)\b/,
  },
  'parcels and labels': {
    words:
      /\b(?:parcels?|packages?|shipments?|goods|orders|boxes|consignments?|colis|pakete|paquetes|pacchi)\b[^.!?]{0,80}\b(?:label|sticker|inspect|photograph|re-?box|re-?pack|swap|carrier|carton|reach you|arrive|post office|customs|under (?:another|our)|scratches|etiquette|etikett)\w*\b/,
    unless:
      /\b(?:our (?:\w+ ){0,2}(?:warehouse|store|shop|studio|building|class|room)|mailroom|library|residents|hospital|warehouse|fulfil\w+)\b/,
  },
  'clicks and stars': {
    words:
      /\b(?:follow|likes|five[- ]stars?|five-star|boosts?|clicks?|press\w*|rate|ratings?|hearts?|review)\b[^.!?]{0,60}\b(?:per set|sets?|proof|screen ?(?:shot|capture)s?|times|platform|a day|daily|creators|products?|orders|hotels?|guest houses|songs|artists|apps)\b|\b(?:lucky|combination|premium) (?:booking|order|app|task)\b/,
    unless:
      /\b(?:campaigns?|dashboard|analytics|brief creators|our (?:app|platform|customers)|policy|newsletter|google reviews)\b/,
  },
  'an advertisement on own things': {
    words:
      /\b(?:decal|banner|sticker|wrap|graphic|logo|vinyl|advert\w*)\b[^.!?]{0,60}\b(?:your|the|any) (?:own )?(?:car|truck|bike|bicycle|vehicle|doors?|bonnet|hood|laptop|pickup|scooter)\b|\bown an? (?:car|van|truck|bike|scooter)\b|\bdrive (?:as|to class|normally)\b|\bany car\b/,
    unless: /\b(?:customers'?|shop|install(?:er|ing)? trainee|our (?:vans|fleet))\b/,
  },
  'much for little': {
    words: new RegExp(
      String.raw`\b(?:nearly|almost) nothing|\bminutes (?:a|each|per)? ?(?:day|time|daily)|\bspare (?:time|minutes)|\b(?:at|from|on|with) (?:the|your|their) (?:couch|sofa|phones?)|\bturn your\b|\bget paid to\b|\bwhile (?:you|it) (?:study|drive|sleep|stays?)|\bas (?:you normally do|usual)|\bretire in\b|\bunlimited\b|\b(?:[1-9]|1[0-2]|two|three|four|five|six|seven|eight|ten) (?:hours?|hrs) (?:in a week|weekly|a week|per week|of \w+ weekly|pro woche)\b[^.!?]{0,60}[$€£]? ?\b(?:[3-9]\d\d|\d,\d{3})\b|[$€£]? ?\b(?:[3-9]\d\d|\d,\d{3}) ?(?:dollars|usd|euros?)? (?:weekly|a week|per week|each week|every seven days)\b|[$€£] ?(?:[1-9]\d\d) ?(?:daily|a day|an? half-day)\b`,
    ),
    unless:
      /\b(?:room and board|36 hours|40 hours|full[- ]time|cdl|second shooter|camera|average rep|for ten hours|pto|vacation|gross)\b/,
  },
  'ranks and circles': {
    words:
      /\b(?:level (?:one|two|\d)|levels of|generations|passive|residual|overrides|enroll(?:s|ed)? under|launch (?:order|pack)|your circle|points that|agents? (?:they|you) bring|agencies of their own|(?:build|watch|grow)s? (?:your|a) (?:team|owners|downline)|downline|change your (?:story|life)|time freedom|own your time|settle for average|not (?:employment|hiring employees)|ruby|diamond|invite (?:friends|two|three)|friends? who signs|recruit (?:two|three|friends)|(?:everyone|everybody|people|classmates) you (?:introduce|bring|invite)|bring (?:two|three|five) (?:classmates|friends|others)|(?:each|every) \w+ you bring|income grows|no limit to|left their jobs|tell your story|no ceilings|sponsor \w+ people|be rewarded|own funds|be your own boss|no ceiling|six figures|top earners)\b/,
    unless: /\b(?:our leads|license|you a base|years|level (?:of|nurse|position|engineer|one trauma))\b/,
  },
  'nobody is there': {
    words:
      /\b(?:i(?:'m| am)? (?:\w+ ){0,2}(?:travel\w*|away|abroad|in (?:the )?hospital|hospitali[sz]ed|on an? (?:oil )?(?:rig|mission)|move|moving|relocat\w+|overseas|at sea|deployed|at a (?:summit|conference|symposium))|while i attend|relocating|come over from|(?<!parts |open |runs? )until (?:january|february|march|april|may|june|july|august|september|october|november|december)|i am (?:giving|teaching|serving|working)\b[^.!?]{0,20}\bin [a-z]+ until|(?:comes|arrives) (?:for|to|near)\b[^.!?]{0,30}\b(?:weeks?|month|holiday)|fuera de la ciudad|ziehen\b[^.!?]{0,25}\baus\b|missionar(?:y|ies)|being deployed|(?:lives?|spends?) (?:most of the year )?(?:in|far|abroad)|before (?:we|i) (?:land|arrive)|we (?:are|will be) (?:moving|relocating|deaf)|hard of hearing|deaf|cannot (?:visit|talk)|do(?:es)? not need to come|no meetings|never meet|not deliver overseas|(?:engineers|office) (?:abroad|overseas)|in asia|estoy de viaje|im ausland|a l'etranger|all'estero|no exterior)\b/,
    unless:
      /\b(?:sabbatical|whole time|brother|meet (?:you|us|me|him|her)|(?:when|once) we meet|come and meet|our house|visit me|students?|learners|interpreter)\b/,
  },
  'kept from others': {
    words:
      /\b(?:(?:do not|don't|never|must never|nobody may) (?:tell|mention|know)|school has been informed|keep (?:it|this) (?:secret|confidential|private|between)|no questions asked|discree?t\w*|discretion)\b/,
    unless: /\b(?:patients?|clients?|references|hipaa|ndas?)\b/,
  },
  'in the own name': {
    words:
      /\b(?:in|under) (?:your|their|another) (?:own )?(?:name|names|log-?in|account|profile|documents)\b|\bown name\b|\b(?:create|register|open|hold|eroffn|ouvr|abr|link|rent)\w*\b[^.!?]{0,25}\b(?:accounts?|profile|konto|compte|cuenta|number)\b|\bregister you as\b|\b(?:let|while) (?:our|an?|the) (?:engineers?|developers?|staff|team|operator) (?:do|does|code|work|use)\b|\bhalf of (?:the|your|every) (?:salary|pay|invoice) is yours|\b(?:on|with) your (?:own )?(?:card|money|real papers)\b|\bwith a high limit\b/,
    unless:
      /\b(?:for (?:our )?(?:customers|clients)|publish|byline|articles?|accounts (?:payable|receivable)|key accounts|members|account (?:executive|manager)|new accounts for)\b/,
  },
};
