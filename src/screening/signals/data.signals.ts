import { near, quote, type Pattern } from '../screening-reading.ts';
import type { Signal } from '../signal.ts';

/** Papers, numbers and passwords that nobody needs before an offer (signal 14). */
export const dataSignals: readonly Signal[] = [
  {
    id: 'asks-for-papers',
    rule: 14,
    points: 40,
    forces: true,
    sentence: 'It asks for bank data, identity papers or a social security number before an offer.',
    find: (_subject, _context, reading) => quote(reading, papers),
  },
  {
    id: 'asks-for-passwords',
    rule: 14,
    points: 40,
    forces: true,
    sentence: 'It asks for a password, a code, or a sign-in with the account of the school.',
    find: (_subject, _context, reading) => quote(reading, passwords),
  },
  {
    id: 'borrows-identity',
    rule: 15,
    points: 35,
    sentence: "The work is to lend one's own account, name, address or connection to others.",
    find: (_subject, _context, reading) => quote(reading, lends),
  },
];

const asks = String.raw`\b(?:send|submit|upload|forward|enter|give|tell us|tell me|return|reply with|email|e-mail|text|include|attach|fill(?: in| out)?|share|provide|scan|photo(?:s|graph)?|pictures?|cop(?:y|ies)|proceed with|apply with|collect(?:ed|s)? by|reading (?:the )?|we need|we only need|asked for|necessary|required|verify your|verification of|hold|read(?:s|ing)? out|complete|envi[ae]\w*|adjunt\w*|mand[ae]\w{0,2}|schick\w*|send(?:en|e|et)|ubermitteln|benotigen|envoy\w+|fournir|fournissez|donnez|invi[ai]\w*|forni\w+)\b`;
const number = String.raw`\bssn\b|\bsocial security\b|\b(?:last (?:four|4)|digits) of your social\b|\byour bank\b|\bbank (?:name|account|branch|user|log-?in|details|data|info\w*|routing|card|password)\b|\brouting (?:and|number|no|digits)|\bname of (?:your|the) bank\b|\btell us the bank\b|\b(?:your |online )banking (?:details|info\w*|log-?in)|\b(?:account|iban) number|\bcard number|\byour (?:debit|credit|bank|atm) card\b|\bboth sides\b|\bonline access details\b|\bfront and back\b|\bcode of the card\b|\bmother'?s maiden\b|\bdirect deposit (?:form|info\w*|details)|\bdeposit details\b|\b(?:cuenta|datos) bancari[ao]s?\b|\bdados bancarios\b|\b(?:konto|bank)(?:daten|verbindung|nummer)\b|\b(?:coordonnees|informations|identifiants) bancaires\b|\b(?:votre|ton) (?:rib|iban)\b|\b(?:el|su|seu|tuo|suo|l'|votre|ihre?) ?iban\b|\bcoordinate bancarie\b|\bnumero de (?:su )?cuenta\b|\bnumber of your (?:\w+ )?card\b`;
const paper = String.raw`\bpassport\b|\bpas(?:aporte|saporte|saporto|seport)\b|\b(?:reise)?pass(?:es|kopie)\b|\b(?:reisepass|personal)?ausweis\w*|\bcarte d'identite\b|\bpiece d'identite\b|\bcarta d'identita\b|\bdocumento de identidad\b|\bcedula\b|\bselfie\b|\bid ?(?:card|document|scan|photo)\b|\b(?:scan|copy|photo|picture|image) of (?:your |the )?(?:\w+ )?(?:id|identity|licen[cs]e|card)\b|\bidentity (?:card|document|paper)s?\b|\bdriver'?s? licen[cs]e (?:photo|picture|copy|scan|front|back)|\butility bill\b|\bproof of (?:address|residence)\b|\bbill with your address\b|\bdate of birth\b|\bdob\b|\bselfie\b|\bphotos? of you\b|\bparents' contacts\b`;

/** Papers after the contract, a licence to drive, customers' data: nothing unusual. */
const ordinary =
  /\b(?:after (?:hire|hiring|an offer|the offer|acceptance|you (?:start|are hired))|upon (?:hire|offer|employment)|once hired|at onboarding|on your first day|first day for the i-9|through workday|against id\b|i-9 and payroll only|equal opportunity|kyc|id badge|patients?'?|customers?'?|clients?'?|valid (?:passport|driver)|travel|of (?:groups|guests|passengers|tenants|visitors)|(?:guests?|passengers?|tenants?|visitors?)' |assist\w* (?:for|with|in)|assistance|inquiries|participants|time sheets|help (?:guests|visitors|families|students)|vendors and|of vendors|pull requests|write code|photographs|for \d+ (?:people|employees|staff))\b/;

const papers: readonly Pattern[] = [
  { all: [near(asks, number, 110)], unless: ordinary },
  { all: [near(asks, paper, 80)], unless: ordinary },
  {
    all: [
      /\b(?:send|provide|reply|forward|submit|text|email|e-mail)\b[^.!?]{0,90}\bage\b[^.!?]{0,60}\b(?:bank|account|occupation|phone|passport)\b|\b(?:bank|occupation|account)\b[^.!?]{0,60}\bage\b/,
    ],
  },
];

const passwords: readonly Pattern[] = [
  // Who has these has the wallet.
  {
    all: [/\b(?:your|own) (?:\w+ )?(?:(?:seed|recovery|secret) (?:phrase|words)|private keys?)\b/],
    unless: /\b(?:never|nobody)\b/,
  },
  {
    all: [
      /\b(?:geben|gib|sende\w*|schick\w*|teilen|envoy\w+|donne\w*|communique\w*|envi[ae]\w*|mand[ae]\w*|comparta|compartilh\w+|invi[ai]\w*|comunic\w+)\b[^.!?]{0,60}\b(?:zugangsdaten|passwor(?:t|te|tes)|login-?daten|kennwort|identifiants|mots? de passe|contrasena|clave|senha|credenziali|password|codigo|codice)\b/,
    ],
  },
  {
    all: [
      /\b(?:log ?in|sign(?:ing)? in|logging in|enter|provide|send|give|hand over|with|confirm|need|share|apply)\b[^.!?]{0,80}\b(?:passwords?|passcode|net ?id|credentials|session cookie|(?:us|me) the log-?ins?|(?:user ?names?|log-?ins?|pins?) and (?:user ?names?|passwords?|pins?|codes?)|(?:campus|university|school|college|student) (?:username|user name|log-?in|credentials|sso)|(?:one-time|verification|security|six-digit|6-digit|sms|access|mfa|2fa) codes?)\b/,
    ],
    unless:
      /\bhelp\w*\b[^.!?]{0,40}\bpasswords?\b|\bnever (?:ask|share|need)\b|\b(?:password resets?|reset passwords?|help desk|support tickets?|users? with|access management|identity management|credentials? (?:in|required|from)|teaching credentials?|professional credentials?|apply (?:through|with) your (?:university|student) (?:portal|account) on handshake|show your student id|codes? (?:of|for) (?:the )?(?:rooms?|lockers?|doors?|boxes|items|products))\b/,
  },
  {
    all: [
      /\b(?:codes?|pin|numbers|digits)\b/,
      /\b(?:read|reads|forward|send|tell|give|pass|enter|type)\b[^.!?]{0,40}\b(?:them|it|codes?|back|numbers|digits)\b|\bphone that gets the codes\b/,
      /\b(?:your|their|own) (?:phones?|number|line|lines)\b|\b(?:codes?|numbers?|digits) (?:that )?you (?:receive|get) (?:by|via|through)\b|\b(?:get|receive) (?:\w+[ -]){0,3}codes?\b|\bphone that gets\b/,
    ],
    unless: /\b(?:catalog|boxes|lockers?|callers|customers|guests|inventory)\b/,
  },
  // The second step of a sign-in, which somebody else has begun.
  {
    all: [
      /\b(?:approve|accept|confirm|press|tap|answer)\w*\b[^.!?]{0,50}\b(?:duo|push(?:es)?|authenticator|sign-?in request|log-?in request)\b|\b(?:duo|authenticator|push(?:es)?|(?:sign-?in|log-?in) (?:request|prompt))\b[^.!?]{0,50}\b(?:approve|accept|confirm|press|tap)\b/,
      /\b(?:you|your|yourself)\b|\b(?:then|when|please)\b/,
    ],
    unless:
      /\b(?:help (?:people|users|students|staff)|help ?desk|okta|platforms?|polic(?:y|ies)|never approve|did not ask for|developers?|production|deploy\w*|pull requests?)\b/,
  },
  {
    all: [
      /\b(?:account|mailbox|award)s?\b[^.!?]{0,60}\b(?:confirm|verif|re-?activat|suspend)\w*/,
      /\b(?:signing in|sign in|log ?in|university id|student id|by (?:friday|tonight|tomorrow|today))\b/,
    ],
  },
  {
    all: [
      /\b(?:install|download)\b[^.!?]{0,40}\b(?:our|the|this) (?:\w+ )?(?:client|extension|app|apk|software|plug-?in|remote (?:desktop|access)|anydesk|teamviewer)\b/,
      /\b(?:wallet|cookie|password|log ?in|screen|profile|bank|account)\b/,
    ],
    unless:
      /\b(?:customers? install|deploy|installation technician|lab computers|classrooms?|your shifts?|your schedule)\b/,
  },
];

/** Services whose accounts are rented by those whose own were closed. */
const market = String.raw`(?:paypal|ebay|amazon|etsy|shopify|stripe|venmo|cash ?app|wise|revolut|linkedin|upwork|fiverr|airbnb|facebook|seller|merchant|marketplace)`;

const lends: readonly Pattern[] = [
  {
    all: [
      new RegExp(
        String.raw`\b(?:open|register|create|set up)\w*\b[^.!?]{0,30}\b${market}\b[^.!?]{0,30}\baccounts?\b|\b${market} accounts? of (?:our|the) (?:associates|workers|members|partners|students|helpers)\b`,
      ),
      /\b(?:your (?:own )?(?:details|data|name|documents|id)|we (?:list|sell|use|run|operate)|buyers pay you|give us|you keep|per account)\b/,
    ],
    unless: /\b(?:for (?:our )?(?:customers|clients|members)|our (?:shop|store|brand)'s)\b/,
  },
  {
    all: [
      /\b(?:anydesk|team ?viewer|rust ?desk|remote (?:desktop|control|access))\b/,
      /\b(?:your|their) (?:own )?(?:\w+ )?(?:profile|account|computer|laptop|pc|device)\b/,
    ],
    unless: /\b(?:support (?:our|the|staff|users)|help ?desk|customers?|users'?|clients'?)\b/,
  },
  // Examinations and papers of others.
  {
    all: [
      /\b(?:take|sit|complete|write|do)s?\b[^.!?]{0,30}\b(?:exams?|tests?|quizzes|assignments?|essays?|term papers?|coursework|(?:online )?courses?)\b[^.!?]{0,30}\b(?:(?:under|in) (?:the|another|their|somebody's|someone's) (?:other )?(?:name|identity)|on behalf of|(?:instead of|in place of) (?:our |the |other )?(?:students?|clients?|them))\b/,
    ],
  },
  // Accounts that are opened for somebody else.
  {
    all: [
      /\bopen\w* (?:[\w-]+ ){0,4}accounts?\b|\b(?:eroffn|offn)\w+ (?:[\w-]+ ){0,4}konto\w*|\bouvr\w+ (?:[\w-]+ ){0,3}comptes?\b|\babr\w+ (?:[\w-]+ ){0,3}(?:cuentas?|contas?)\b|\bapr\w+ (?:[\w-]+ ){0,3}conti?o?\b/,
      /\b(?:hand|give|send|pass|share|turn|geben|gib|sende\w*|schick\w*|envoy\w+|donne\w*|envi[ae]\w*|entreg\w+|mand[ae]\w*|invi[ai]\w*)\b[^.!?]{0,50}\b(?:log-?ins?|access|credentials|cards?|passwords?|details|zugangsdaten|karten?|identifiants|carte|claves?|tarjetas?|senhas?|credenziali)\b/,
    ],
    unless:
      /\b(?:for (?:our )?(?:customers|clients|members|new members)|customers'?|clients'?|account opening team|kunden)\b/,
  },
  {
    all: [
      /\b(?:lend|rent|lease|loan|hire out|let us use|give us access to|use of|sell)\b[^.!?]{0,50}\b(?:your|an?|it|verified|existing)\b[^.!?]{0,40}\b(?:account|profile|log-?in|identity|name|number|line|sim|card)\b|\b(?:account|profile)\b[^.!?]{0,80}\b(?:lend|rent) it\b/,
    ],
  },
  {
    all: [
      /\b(?:send|post|write|message|forward|apply|work|operate)\w*\b[^.!?]{0,40}\b(?:from|under|through|using|in) your (?:own )?(?:profile|account|name(?! tags?\b)|identity|linkedin|(?:telegram|whatsapp|facebook|instagram|linkedin|twitter|discord|tiktok) (?:profile|account|number))\b/,
    ],
    unless: /\bunder your (?:supervision|leadership|direction)\b/,
  },
  {
    all: [
      /\b(?:sim (?:cards?|slots?|box(?:es)?|banks?)|laptops?|notebooks?|computers?|devices?|phones?|modems?|routers?|servers?|machines?)\b/,
      /\b(?:your|their) (?:apartment|home|house|dorm|room|own internet|internet|wi-?fi|connection|network|place|address)\b/,
      /\b(?:powered|plugged|switched on|online|connected|reachable|running|keep (?:them|it)|overseas|abroad|remote (?:engineers|staff|workers)|nothing to do|no effort|keep our)\b/,
      /\b(?:per device|a device|each|month|monthly|nothing|restart\w*|per month|no effort|your name)\b/,
    ],
    unless:
      /\b(?:we (?:provide|supply|ship) you (?:a|with a) laptop|equipment is (?:shipped|provided)|camp|clients|campers|lessons?)\b/,
  },
  {
    all: [
      /\byour name (?:is|will be|gets) (?:used|put|registered|listed)\b|\bin your name\b|\bunder your name\b/,
      /\b(?:account|shipment|company|lease|vendor|phone|subscription|registered|parcel|order)\w*\b/,
    ],
    unless: /\bpublish|byline|article|magazine/,
  },
];
