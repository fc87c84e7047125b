import { near, quote, type Pattern } from '../screening-reading.ts';
import type { Signal } from '../signal.ts';
import {
  amount,
  check,
  feeNoun,
  inspection,
  moneyService,
  surplus,
  takingIn,
  workersAccount,
} from '../text-tokens.ts';

/** Money that is not the worker's: checks to pay in, sums to pass on, fees before the first day (signals 12 and 13). */
export const moneySignals: readonly Signal[] = [
  {
    id: 'passes-money-on',
    rule: 12,
    points: 40,
    forces: true,
    sentence: 'The worker is to take in a check or funds and spend them or pass them on.',
    find: (_subject, _context, reading) => quote(reading, passesMoneyOn),
  },
  {
    id: 'untraceable-payment',
    rule: 12,
    points: 40,
    forces: true,
    sentence: 'Money is to move by gift card, voucher, wallet or a service that cannot be called back.',
    find: (_subject, _context, reading) => quote(reading, untraceable),
  },
  {
    id: 'pays-first',
    rule: 13,
    points: 35,
    sentence: 'The worker is to pay a fee, a deposit or a kit before earning.',
    find: (_subject, _context, reading) => quote(reading, paysFirst),
  },
];

/** Bookkeepers, tellers and those who fight fraud handle money as a trade. */
const tradeWords =
  /\b(?:reconcil\w+|accounts (?:payable|receivable)|check runs?|ledger|journal entr\w+|teller|cash drawer|procurement|for (?:our )?customers|money mules?|suspicious activity|fake checks? schemes?|merchant services|treasury|clients?' (?:money|accounts?)|for clients|pledges|check[- ]cashing|escrow|title company|notary|(?:gear|equipment|tools|instruments?) can be borrowed|we lend you|(?:hand (?:them|it) the|collect|print|file) receipts?|at the (?:front desk|register|ticket window)|(?:rent )?reminders|(?:mileage|invoice) (?:is|by)|invoices?)\b/;
const trade = new RegExp(`${tradeWords.source}|${inspection.source}`);
const worker =
  /\b(?:you|your|yours|u|yourself|usted|su|le|vous|votre|sie|ihr\w{0,2}|du|dein\w{0,2}|voce|seu|sua|tu|tuo|lei|recibira|recibe|recebera|recevrez|ricevera\w?|assistant|representative|tutor|trainees?|students?|interns?|worker|employee|manager|clerk)\b/;
const moneyWord =
  /\b(?:che(?:ck|que)s?|draft|money|cash|bank|accounts?|funds|deposit\w*|pay(?:ment|ments|check)?|zelle|amount|sum|wages?|dollars|salary|order|konto|geld|dinero|cuenta|argent|compte|dinheiro|conta|denaro|conto|euros?)\b|[$€£]/;

const sentToWorker = near(
  String.raw`\b(?:sen[dt]s?|mail(?:s|ed)?|emails?|e-mails?|post(?:s|ed)?|issue[ds]?|receives?|received|gets?|deliver(?:ed|s)?|reach(?:es)?|arrives?|comes?|provided?|prepays?|prepaid|pay(?:s|ment|ments)?|paid|funds?|covers?|includes?|clears?|in advance|ahead of time|upfront|up front|on day one|before you|envi[ao]\w*|envoy\w+|remis|adresse|recib\w+|receb\w+|recevr\w+|recevez|mando|mandiamo|ricev\w+|erhalten|erhaltst|bekommen|bekommst|schicken|senden)\b`,
  check,
  70,
);
const spends =
  /\b(?:buy|bought|purchas\w+|order(?:ed|s)?|shop\w*|shopping|equipment|equipos|suppl(?:y|ies|ier)|software|laptop|notebook|computer|computador\w*|ordenador|portatil|ordinateur|programas|logiciels?|workstation|furniture|(?:home|mini) ?office|materials?|gear|tools|vendor|proveedor|fournisseur|rental|food|crate|set ?up|toys|wheelchair|instruments?|equipamento|materiel|attrezzatura|ausrustung|suministros|materiales|fournitures|besorgungen)\b/;
const passes = String.raw`\b(?:sen[dt]|sends|sending|transfer|transfers|return|returns|forward|forwards|pay|pays|wire|wires|zelle|hand(?! tools?\b)|hands|handed|give|gives|leave|leaves|pass|passes|belongs?|remit|remits|get|settle|transfier\w+|transfir\w+|envi[ae]\w*|envoye\w*|transfere\w*|uberweis\w+|vir(?:ez|er)|leite\w*|weiterleit\w*|gib|geben|bonific\w+|invi[ai]\w*|deduct|deducts|keep|keeps|take|takes)\b`;
const thirdParty = String.raw`\b(?:courier|caretaker|mover|agent|planner|florist|artist|engineer|organi[sz]er|specialist|stylist|installer|vet|landlord|owner|treasurer|home|supplier|vendor|designer|decorator|nurse|store|seller|sellers|accountant|trainer|driver|nanny|aide|guide|host|colleague|client|buyers?|graphic person)(?:'s)?\b`;

const passesMoneyOn: readonly Pattern[] = [
  { all: [sentToWorker, spends, worker], unless: trade },
  { all: [near(passes, surplus, 70), moneyWord, worker], unless: trade },
  { all: [near(workersAccount, takingIn, 120)], unless: trade },
  {
    all: [
      new RegExp(check),
      new RegExp(takingIn),
      /\b(?:your|you|tu|su|vous)\b/,
      new RegExp(`${surplus}|${passes}`),
    ],
    unless: trade,
  },
  // The check holds somebody else's money.
  {
    all: [
      new RegExp(`${check}|\\b(?:payment|funds|money|allowance|envelope)\\b`),
      near(
        thirdParty,
        String.raw`\b(?:(?:part|share|portion|cut)(?! of the (?!money|funds|amount|sum|che))|money|fees?|bill|funds?|owed|belongs?|paid|pay)\b`,
        40,
      ),
      near(passes, String.raw`\b(?:it|him|her|them|his|whose|their|the \w+'s|you|bill)\b`, 30),
      new RegExp(
        `${check}|\\b(?:deposit|plus|extra|first payment|upfront|in advance|ahead|balance|surplus)\\b`,
      ),
    ],
    unless: trade,
  },
  {
    all: [
      near(
        check,
        String.raw`\b(?:from|out of) (?:it|which|this|that|the (?:check|draft|amount|sum|money))\b|\balso (?:pays?|covers?|includes?)\b|\bcomes with your contract`,
        60,
      ),
      /\b(?:pay|paid|pays|settle|hand|give|owed)\b/,
    ],
    unless: trade,
  },
  {
    all: [
      near(
        check,
        String.raw`\b(?:includ(?:es|ing)|cover(?:s|ing)|contain(?:s|ing)|with) (?:\w+ ){0,3}\w+'s (?:wages?|share|fees?|money|pay|salary|cut|part|bill)\b`,
        50,
      ),
      /\b(?:pass|hand|give|pay|forward|send|take out|settle)\b/,
      worker,
    ],
    unless: trade,
  },
  // It holds more than the worker's pay, and the worker hands that part on.
  {
    all: [
      new RegExp(check),
      /\b(?:it|this|that|which|sum|amount|payment) (?:will )?(?:also )?(?:includes?|covers?|contains?|holds?)\b/,
      /\b(?:hand|give|pass|pay|forward|transfer|send)s? (?:it|this|that|them)? ?(?:on )?(?:to|over)\b|\b(?:which|that) you (?:then )?(?:hand|give|pass|pay|forward|send)\b/,
      worker,
    ],
    unless: trade,
  },
  {
    all: [
      near(
        String.raw`\b(?:receiv|accept|collect|process|handl|rout|mov)\w*|\b(?:donations|payments|funds|money|transfers|wires) (?:come|go|arrive)s? (?:in|to)\b|\b(?:pay|land|credited|transferred) (?:in)?to (?:you|yours|your)\b|\bland with you`,
        String.raw`\b(?:payments?|contributions|donations|money|funds|transfers|buyers|sums?)\b`,
        50,
      ),
      /\b\d+ ?(?:%|percent|per ?cent)(?! (?:of (?:the|your|our) (?:work|time|job|role|boxes|week|day)|rise|raise|travel))|\bper ?cent(?! of (?:the|your|our) (?:work|time|job|boxes))|\bcommission (?:of|for) (?:each|every)/,
      worker,
      /\b(?:pass|forward|send|convert|rest|entitled|keep|take|yours|account|courier|cash|transfer|profit|stay|deduct)\w*\b/,
    ],
    unless: trade,
  },
  {
    all: [
      /\b(?:payments?|funds|donations|transfers|money|sums)\b[^.!?]{0,60}\b(?:reach\w*|land\w*|arriv\w*|come|comes|go|paid|credited|wired|sent)\b[^.!?]{0,20}\byour (?:\w+ )?account\b/,
      /\b(?:change|convert|release|forward|pass|withdraw|supplier|artists?|cards?|codes?)\b/,
    ],
    unless: trade,
  },
  // Others pay the worker, who passes it on as cash or coins.
  {
    all: [
      /\b(?:clients?|customers?|buyers?|borrowers?|donors?|investors?|senders|partners?)\b[^.!?]{0,30}\b(?:deposit|wire|transfer|pay|send|credit)\w*\b[^.!?]{0,40}\b(?:to|into|in|on) (?:you|your)\b/,
      /\b(?:withdraw|forward|convert|purchase|buy|retain|keep|deduct|pass)\w*\b/,
      /\d ?%|\b(?:percent|commission|coins?|crypto\w*|bitcoin|usdt|wallet|in cash|atm)\b/,
    ],
    unless: trade,
  },
  {
    all: [
      /\b(?:given|sent|credited with|receive) (?:\w+ ){0,4}(?:money|funds|budget|[$€£]?\d[\d,.]+) (?:to|for) (?:set|buy|purchase|the purchase|your (?:work|home|office)|(?:the |our |office |work )*(?:software|equipment))|\bwe credit your account\b|\bfund it (?:beforehand|in advance|by)|\b(?:tasks and|all|the|and) funds[^.!?]{0,30}\b(?:provided|sent|given|loaded|released)\b|\bfunds (?:will be|are) (?:provided|sent|mailed|loaded)|\badd (?:the )?funds\b/,
      worker,
    ],
    unless: /\bgrant\b|\bfund manager|\binvest\w+ fund|\bmeal card|\bguests\b|\bclub was\b/,
  },
  {
    all: [
      near(
        String.raw`\b(?:pay|paid|hand|collect\w*|takes? out|put)\b`,
        String.raw`\b(?:rent|first month|deposit|cash)\b`,
        60,
      ),
      /\b(?:to you|atm|in cash|courier|hand(?:s|ed)? (?:it|him|her|them))\b/,
      /\b(?:owner|landlord|courier|abroad|account|agent)\b/,
    ],
    unless: trade,
  },
];

const movesTo = String.raw`\b(?:send|sends|transfer\w*|pay|pays|paid|payable|buy|buys|bought|purchase[ds]?|return|forward|remit|remits|deposit|settled?|arrived|released|pick up|scratch|through|via|by|only accepts|accepts|convert|compr\w+|achet\w+|kauf\w*|acquist\w+|or|with|to|por|per|par|via|en|against)\b`;
const payer =
  /\b(?:you|your|yours|usted|sie|ihr\w{0,2}|vous|votre|voce|resto|restante|den rest|su (?:sueldo|salario)|seu salario|tuo stipendio|votre salaire|(?:ihr|dein) gehalt|tutor|worker|student|candidates?|trainer|coordinator|merchant|balance|fee|amount|overpayment|rest|vendor|supplier|manager|agent|proveedor|bond|deposit|security|level|contribution|pago|scholarship|planner|sellers?|wage|cost)\b/;

const untraceable: readonly Pattern[] = [
  {
    all: [new RegExp(String.raw`${movesTo}(?:\W+\w+){0,7}\W+${moneyService}`), payer],
    unless:
      /\b(?:procurement|retail|registers?|tills?|cashiers?|customers|fintech|payment methods?|blockchain (?:engineer|developer)|exchange|point of sale|raffle|win an?|prize|participants?|respondents?|expenses|rewards? program|payouts?|push-to-card|ach|as an? (?:\w+ )?gift card|(?:cash|check|venmo|zelle|paypal),? or (?:by )?(?:cash|check|venmo|zelle|paypal)\b[^.!?]{0,25}\b(?:after|each|every|weekly|at the end|on the day|as you (?:like|prefer|wish)|your choice)|with our (?:own |company |prepaid |purchasing |office )*card|company card)\b/,
  },
  {
    all: [
      /\b(?:connect|link|import|verify|fund)\w* (?:the|your|a) (?:crypto )?wallet\b|\bstake [$€£]? ?\d|\bto your wallet\b|\bpaid in (?:crypto|usdt|tokens?)\b|\bpago en usdt\b|\b(?:steam|itunes|google play|apple) (?:gift )?cards?\b|\bbitcoin (?:atm|kiosk|machine)\b/,
    ],
    unless: /\b(?:developer|compliance|solidity|retail|register|help customers|transit)\b/,
  },
  {
    all: [
      /\b(?:top(?:s|ped)?[- ]?up|recharge|recarga|deposit|unlock|holds|opens? when)\b/,
      /\b(?:balance|levels?|wallet|credit|saldo|nivel|vip ?\d*|combination|prepayment|payouts?|get back|withdraw\w*|sacar|retirar)\b/,
      /\b(?:tasks?|clicks?|likes?|heart|bookings?|orders?|missions?|tareas?|products?|posts?|doubled|lucky)\b/,
    ],
    unless: /\b(?:screens?|developers?|shel(?:f|ves)|wholesale|register)\b/,
  },
  // Cards are bought and their codes sent, in any order of the words.
  {
    all: [
      /\b(?:gift[ -]?cards?|(?:apple|itunes|steam|google play|amazon|ebay|razer) (?:gift )?cards?|(?:gutschein|geschenk|guthaben)\w*karten?|cartes?[- ]cadeaux?|tarjetas? (?:de )?regalo|cart(?:ao|oes)[- ](?:de[- ])?presentes?|cart[ae] regalo)\b/,
      /\b(?:codes?|code frei|codigos?|codici?|scratch\w*|rubbel\w*|grattez|photos?|fotos?|pictures?|bilder)\b|\b(?:geld|money|dinero|dinheiro|argent|soldi)\b[^.!?]{0,40}\b(?:zuruck|back|devuelv\w+|devolv\w+|rembours\w+|vorab)\b|\b(?:reembols\w+|rembours\w+|rimbors\w+|paid back|pay you back)\b/,
      /\b(?:buy|purchase|pick up|get|kauf\w*|besorg\w*|achet\w+|compr\w+|acquist\w+)\b/,
    ],
    unless:
      /\b(?:retail|registers?|cashiers?|customers?|fintech|raffle|respondents?|rewards? program|payouts?|company card)\b/,
  },
];

const workerPays = String.raw`\b(?:(?:you|worker|hire|student|candidates?|applicant|intern|rider|coach|member|helper|collector|each \w+|new \w+) (?:\w+ ){0,2}(?:pays?|transfers?|sends?|remits?|buys?|purchase|deposits?|invests?|covers?)|pay(?:ing|able)? (?:a|an|the|by|through|your|before|at|\$|\d)|(?:to|must|has to|have to) be paid|a paid (?:portfolio|membership|profile|listing|registration)|must (?:buy|pay|send)|(?:send|pay|transfer) [$€£]?\d[\d.,]*|bring [$€£]?\d[\d.,]*|(?:you|candidates?|applicants?)(?: have|'ve| has)? paid (?:the|a|an|your)|after (?:the )?payment|(?:is|are) (?:due|needed|required)|due at|payable|costs?|transferable|refund\w*|returned|comes? back|paid back|get (?:it|this) back|devuelve\w*|zuruck|rembours\w+|reembols\w+|rimbors\w+|vorab|im voraus|uberweisen (?:sie|du)|a l'avance|d'avance|por adelantado|antecipad\w+|anticipatamente|in exchange for|against \d+|are bought|debe pagar|book your (?:place|seat|spot)|(?:confirm|secure|reserve) your|released once|arrived by|your investment|remit|before we assign|registration is|fee is)\b|\((?:\$\d[\d,.]*|\d{2,4})[,)](?!\d)`;
const othersPay =
  /\b(?:no (?:\w+ )?fees?|without (?:any )?fees?|free of charge|(?:at|on) no (?:cost|charge)|at our (?:own )?(?:cost|expense)|we (?:\w+ )?(?:pay|cover|reimburse|refund your)|company (?:pays|covers)|paid (?:for )?by (?:us|the (?:company|bank|employer|agency|city|district|hospital|university))|not to us|reimburs\w+|employer[- ]paid|tuition|residents?|tenants?|patients?|(?:clients?|customers?|guests?) (?:pay|who)|families|explain (?:to|that)|after (?:the season|you are hired)|paid to the (?:school|state|board|college)|state (?:exam|license)|rental|rent|premiums?|coverage|eligible|for free|deposit (?:for|on) (?:the|your|a) (?:\w+ )?(?:uniform|keys?|badge|locker|cabin|costume)|benefits?|401|match\b|equity|bonus|square)\b/;

const paysFirst: readonly Pattern[] = [
  { all: [near(feeNoun, amount, 60), new RegExp(workerPays)], unless: othersPay },
  {
    all: [
      /\b(?:buy|purchas\w+|order|get|obtain|pay for) (?:your|the|a|an|our) (?:[\w$]+ ){0,2}(?:(?:starter|enrol+ment|welcome|launch|business|demo|founders?'?s?) (?:kit|box|set|pack\w*|bundle)|activation|licen[cs]e|training pack\w*|inventory|sample kit|membership|bundle)\b|\bstarter kit and activation\b|\b(?:your|the|a) (?:[$€£]\d[\d,.]* )?founder'?s?'? (?:kit|box|set|pack\w*|bundle)\b/,
    ],
    unless: othersPay,
  },
  {
    all: [
      /\b(?:upgrades?|levels?|packages?|tasks?) (?:are |is |can be )?(?:bought|unlocked|purchased)\b|\bprepayment (?:is|of)\b|\bpre-?payment is needed|\bdeposito inicial\b|\binitial deposit\b/,
    ],
    unless: othersPay,
  },
  {
    all: [
      /\bjoin (?:with|for|by)\b[^.!?]{0,20}[$€£]\d|\b(?:stay|remain|keep|be) active\b[^.!?]{0,40}\b(?:orders?|purchases?|autoship|volume)\b/,
    ],
  },
  {
    all: [
      near(
        String.raw`\b(?:fee|deposit|bond|security|registration)\b`,
        String.raw`\b(?:refund(?:ed|able)|returned|given back|get (?:it|this) back|paid back)\b`,
        50,
      ),
      worker,
    ],
    unless: othersPay,
  },
  {
    all: [
      /\b(?:you|each|new \w+|candidates?|applicants?) (?:\w+ ){0,2}pay(?:s)? (?:for )?(?:your|the|their|a) (?:own )?(?:background check|drug test|training|equipment|visa|certificat\w+|uniform|onboarding)\b/,
    ],
    unless: othersPay,
  },
];
