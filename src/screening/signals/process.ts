import { quote, type Pattern } from '../screening-reading.ts';
import type { Signal } from '../signal.ts';

/** How somebody is hired: at once, unseen, in secret, by flattery (signals 11, 19, 20 and their kin). */
export const processSignals: readonly Signal[] = [
  {
    id: 'text-a-number',
    rule: 11,
    points: 30,
    sentence: 'Applicants are to write to a messenger or to text a number.',
    find: (_subject, _context, reading) => quote(reading, messages),
  },
  {
    id: 'no-interview',
    rule: 19,
    points: 20,
    sentence: 'It hires at once, without an interview, or by chat.',
    find: (_subject, _context, reading) => quote(reading, unseen),
  },
  {
    id: 'already-chosen',
    rule: 19,
    points: 20,
    sentence: 'It tells the reader that he or she is already chosen.',
    find: (_subject, _context, reading) => quote(reading, chosen),
  },
  {
    id: 'avoids-school-mail',
    rule: 29,
    points: 25,
    sentence:
      'It asks to keep it secret, or to answer from a private mailbox and not from that of the school.',
    find: (_subject, _context, reading) => quote(reading, secret),
  },
  {
    id: 'hurries',
    rule: 19,
    points: 10,
    sentence: 'It presses for a decision within hours.',
    find: (_subject, _context, reading) => quote(reading, hurry),
  },
  {
    id: 'selling-scheme',
    rule: 20,
    points: 15,
    sentence: 'It promises unlimited income, ranks or rewards for recruiting others.',
    find: (_subject, _context, reading) => quote(reading, scheme),
  },
];

const number = String.raw`(?:\+\d[\d() .-]{8,}\d|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})`;

const messages: readonly Pattern[] = [
  {
    all: [
      new RegExp(
        String.raw`\b(?:text|sms|message|whats ?app|write)\b[^.!?]{0,100}?(?:to|at|me on|us on|on)? ?${number}`,
      ),
    ],
    unless:
      /\b(?:(?:call|ring|phone) or (?:text|write|message)|(?:text|write|message) or (?:call|ring|phone)|questions|call us)\b/,
  },
  {
    all: [
      /\b(?:whats ?app|telegram|signal|hangouts?|wechat|viber|discord|skype|line app|google chat|messenger|wire app|kakao)\b/,
      /\b(?:add (?:me|us|our|him|her)|download|install|takes? place|held|onboarding|contact|reach|write|text|message|ask|join|interviews?|apply|ping|unase|unete|escrib\w+|contacte|chame|schreib\w*|hr director|recruiter|manager)\b[^.!?]{0,60}\b(?:whats ?app|telegram|signal|hangouts?|wechat|viber|discord|skype|google chat|messenger|kakao)\b|\b(?:whats ?app|telegram|signal) ?(?:\+|@|\()|\bgrupo de telegram\b|\b(?:group|chat) on (?:whatsapp|telegram|signal)\b/,
    ],
    unless:
      /\b(?:channels?|from (?:our )?(?:customers|guests|members|visitors)|social media|integrations?|api|customer (?:support|service|care)|platforms?|community manager|crm|sdk|product|marketing|discord between)\b/,
  },
  {
    all: [
      /\b(?:reply|respond|answer|apply|contact\w*) (?:\w+ )?(?:by|via|per|through) (?:sms|text)\b|\btext (?:\W?\w+\W? )?(?:from|to) (?:your|my|this)\b|\btext "/,
    ],
    unless: /\b(?:text (?:reminders|alerts|notifications)|opt|when a shift|(?:guest|customer|member)s?)\b/,
  },
];

/** Who comes by is seen. */
const inPerson =
  /\b(?:(?:just |please |and |to )(?:come|stop|drop) (?:in|by|over)|meet (?:us|me|the (?:crew|team|owner|family))|walk[- ]?ins?|trial (?:shift|day)|visit (?:us|me|the (?:shop|store|office|farm)))\b/;

const unseen: readonly Pattern[] = [
  {
    all: [
      /\b(?:no|without|skip|not hold|never hold|do not hold|don'?t (?:do|hold|need)|sin|sem|nao ha|no hay|ohne|sans|pas d'|senza|nessun|keine?) ?(?:\w+ ){0,3}(?:interviews?|entrevistas?|vorstellungsgesprach|bewerbungsgesprach|entretien|colloquio)\b(?! (?:rooms?|experience|skills))|\binterviews? (?:is|are) not (?:needed|required|necessary)\b|\bno test, no interview\b/,
    ],
    unless: new RegExp(
      String.raw`\b(?:experience|training|practice) (?:in|with) interviews?\b|${inPerson.source}`,
    ),
  },
  {
    all: [
      /\b(?:interviews?|entrevista|entretien|colloquio|vorstellungsgesprach|assessment|onboarding|screening)\b[^.!?]{0,60}\b(?:chat|por mensajes|par messages?|hangouts?|whats ?app|telegram|signal|messenger|e-?mail|text|sms|discord|skype|teams chat|questionnaire|in writing)\b/,
    ],
    unless:
      /\b(?:video (?:interview|call)|phone (?:interview|call|screen)|in[- ]person|on-?site interview|walk-in|schedule an interview|email (?:your|a) resume|support|customers?|we will (?:email|text) you to schedule|at our office|reminders?|interview (?:times|slots|schedules?)|(?:record|transcribe|conduct|edit)\w* interviews|transcri\w+|in half an hour|afterwards)\b/,
  },
  {
    all: [
      /\b(?:hired|hire you|hiring is done|start\w*|position confirmed|confirms? (?:the|your) position|matched|accepted|approved|an offer|offer letter|answer)\b[^.!?]{0,50}\b(?:the same day|same day|within (?:the day|\d+ (?:hours|minutes)|an hour|minutes|a day|(?:one|two|three) (?:hours|days))|in (?:20|\d+) minutes|instantly|on the spot|right away|today|immediately after)\b|\b(?:the same day|within \d+ (?:hours|minutes))\b[^.!?]{0,30}\b(?:hired|position|filled)\b/,
    ],
    unless: new RegExp(
      String.raw`\b(?:interviews?|respond within|reply within|fast food|hiring event|customers?|guests?|patients?|shipped|camp|response)\b|${inPerson.source}`,
    ),
  },
];

const chosen: readonly Pattern[] = [
  {
    all: [
      /\b(?:you (?:passed|are|have been|were|re|'re|'ve been) (?:\w+ )?(?:our pre-?screening|hired|shortlisted|short-listed|selected|chosen(?! by)|nominated|pre-?approved|approved|accepted|awarded|invited to start)|your (?:resume|cv|profile|demo|application|e-?mail|contact|name) (?:was|were|has been|is) (?:\w+ )?(?:recommended|picked|selected|chosen|found|reviewed and approved(?! by)|approved|forwarded|shortlisted)|found your (?:profile|resume|contact|cv|details|e-?mail)|congratulations(?! cards)|checking your (?:cv|resume)|glad to offer you|pleased to offer you|your (?:award|offer) (?:letter|is)|your (?:work-study )?award|got your (?:contact|details|e-?mail|resume) from|ha sido seleccionad[oa]|foi selecionad[oa]|avez ete (?:selectionne|retenu|choisi)\w*|(?:wurden|wurdest|sind|bist) (?:\w+ ){0,2}ausgewahlt|(?:sei|e) stato selezionato)\b/,
    ],
    unless:
      /\b(?:if (?:you are|selected|you)|once (?:you are )?selected|should you be|candidates (?:who|selected)|after (?:you are|being)|when you (?:work|have)|selected candidates?|when you are|will be (?:contacted|notified|reviewed))\b/,
  },
];

const secret: readonly Pattern[] = [
  {
    all: [
      /\b(?:not|instead of|rather than|don'?t use|do not use|avoid|never)\b[^.!?]{0,30}\b(?:school|university|college|student|campus|edu|\.edu|institutional) (?:e-?mail|mail|account|address|mailbox)\b|\b(?:alternate|alternative|personal|private|non-?(?:school|edu|university|college)|secondary|other) (?:\(\w+\) )?(?:e-?mail|mail ?box|mail|address|inbox|number|phone)\b/,
      /\b(?:contact|write|reply|use|send|text|answer|apply|with|from|provide)\b/,
    ],
    unless:
      /\b(?:personal e-?mails? (?:of|from) (?:customers|clients|patients)|client files|main line|office account)\b/,
  },
  {
    all: [
      /\b(?:keep (?:this|it) (?:confidential|secret|between us|to yourself)|do not (?:answer|reply to) this (?:address|e-?mail|message)|don'?t (?:tell|discuss)|do not (?:tell|discuss)|absolutely? confidential|without telling)\b/,
    ],
    unless:
      /\b(?:patient|client|records?|hipaa|data|equal|applications? (?:is|are|will)|search|callers|registrar|(?:sensitive|student) files)\b/,
  },
  {
    all: [
      /\bforwarded (?:by|from|on behalf of) (?:staff|faculty|a (?:professor|colleague)|the (?:dean|office|department))\b|\bi(?:'m| am) sharing a job\b|\bsharing (?:this|a) job opportunity from\b|\ba (?:colleague|friend) of mine\b(?! (?:runs|teaches|leads|works) (?:the|in|at|here))/,
    ],
  },
];

const hurry: readonly Pattern[] = [
  {
    all: [
      /\b(?:limited (?:slots?|spots?|seats?|places?)|(?:spots?|slots?|seats?|places?) (?:are )?(?:filled|limited|going)|within (?:24|48|12|the next|two|a few) hours?|valid for \d+ hours|by tonight|before midnight|do not miss|don'?t miss|act (?:now|fast)|only (?:today|serious)|positions go quickly|cupos limitados|urgent(?:ly)? (?:requires?|needs?|needed|hiring)|needed urgently|first come|last chance)\b/,
    ],
    unless: /\b(?:apply within|respond within|emergency|urgent care|on call|patients?|customers?|tickets?)\b/,
  },
];

const scheme: readonly Pattern[] = [
  {
    all: [
      /\b(?:(?:build (?:a|your) (?:team|network)|overrides|retire your|your own link|hungry for|top (?:people|earners)|income (?:is )?(?:only )?limited (?:only )?by)|earn on (?:\w+ )?(?:levels|generations|tiers)|(?:enrol\w*|sign\w*|join\w*) under you|unlimited (?:\w+ )?(?:earn\w*|income|upside|commission|potential)|time freedom|sponsor (?:\w+ ){1,2}people|team (?:to )?duplicate|residual (?:income|che(?:ck|que)s?|commissions?)|own your time|legs? left and right|passive income|be your own boss|own boss|financial freedom|zero ceiling|no ceiling|replace your (?:9|nine|job|salary)|warm market|down-?line|up-?line|network marketing|multi-?level|mlm|(?:recruit|refer|invite|sign up|bring) (?:(?!to |for )\w+ ){0,3}(?:others|friends|classmates|relatives|members|collectors|people|agents|students)\b|opens? the next rank|rank (?:up|advancement)|your own (?:branch|franchise|store|business)|owners? report|not a job|six figures|car bonus)\b/,
    ],
    unless:
      /\b(?:recruit(?:ing|er|ment) (?:coordinator|team|volunteers|staff|nurses)|(?:employee )?referral (?:bonus|program)|unlimited (?:pto|vacation|paid)|base (?:pay|salary)|talent acquisition|admissions|volunteers|study participants)\b/,
  },
];
