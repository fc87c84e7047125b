import { quote, type Pattern } from '../screening-reading.ts';
import type { Signal } from '../signal.ts';

/** Kinds of work that hardly exist outside fraud (signals 15 and 16). */
export const workSignals: readonly Signal[] = [
  {
    id: 'reshipping',
    rule: 15,
    points: 35,
    sentence: 'Parcels are to be received at home and sent on.',
    find: (_subject, _context, reading) => quote(reading, reshipping),
  },
  {
    id: 'paid-clicks',
    rule: 15,
    points: 35,
    sentence: 'Clicks, likes, ratings or copying are paid, in levels or without any skill.',
    find: (_subject, _context, reading) => quote(reading, clicks),
  },
  {
    id: 'advertising-on-things',
    rule: 15,
    points: 35,
    sentence: "The worker's own car, bicycle or laptop is to carry an advertisement for a weekly sum.",
    find: (_subject, _context, reading) => quote(reading, wraps),
  },
  {
    id: 'home-tests',
    rule: 15,
    points: 35,
    sentence: 'It is mystery shopping, envelope stuffing, assembly or sampling at home.',
    find: (_subject, _context, reading) => quote(reading, homeWork),
  },
  {
    id: 'absent-employer',
    rule: 16,
    points: 30,
    sentence: 'A private person who is away, or reachable only in writing, hires for errands.',
    find: (_subject, _context, reading) => quote(reading, absent),
  },
];

const parcel =
  /\b(?:parcels?|consignments?|sendungen|warensendungen|pakete?|paquetes?|pacotes?|colis|pacchi|pacco|packages?|packets?|boxes|goods|shipments?|deliveries|orders|items|electronics|merchandise|letters|phones|returns)\b/;
const atHome =
  /\b(?:your|their|a)(?: own)? (?:\w+ or )?(?:door|doorstep|home|house|apartment|address|place|garage|residence|dorm(?: room)?|room|mailbox|flat|porch)\b|\b(?:at|from) home\b|\b(?:deliver\w*|sent|shipped|come|arrive) to you(?:r mailbox)?\b|\bzu ?hause\b|\ben (?:su |tu )?casa\b|\b(?:em|sua) casa\b|\b(?:a|da) casa(?: (?:tua|sua))?\b|\b(?:desde|de) casa\b|\b(?:su|tu|seu) domicilio\b|\bihrer adresse\b|\bbei ihnen\b|\bvotre (?:adresse|domicile)\b|\bchez (?:vous|toi)\b|\bhomeoffice\b|\ba domicile\b|\bdorm (?:addresses|room)\b|\bhome[- ]based\b/;
const sendsOn =
  /\b(?:re-?ship\w*|re-?mail\w*|re-?label\w*|re-?pack\w*|re-?send\w*|ship (?:them|it) on|zur post|(?:sticker|label) over|to the (?:carrier|post office)|addressed to (?:other|different|someone|somebody)|weiterleit\w*|neu etikettier\w*|reenvi\w+|reexpedi\w+|weiter(?:zu)?send\w*|otra direccion|outro endereco|autre adresse|rispedi\w+|spedi\w+|inoltr\w+|versend\w+|weiterversend\w+|neue etiketten|zur post|nouvelles etiquettes|forward\w*|send (?:them|it) (?:on|to|out)|ship (?:them|it|to)|new (?:shipping )?labels?|(?:swap|change|replace|switch) (?:the|their|its|our) (?:\w+ )?labels?|leave them (?:for|with)|print\b[^.!?]{0,30}\blabels?|next address|post office|prepaid label|(?:driver|courier|somebody|someone) (?:\w+ )?(?:collects?|picks? (?:them|it) up)|under another name|leave them for|drop (?:them|it) (?:off|at)|go(?:es)? to the customer|hand them (?:over|to)|onward)\b/;
const warehouse =
  /\b(?:our (?:\w+ )?(?:warehouse|store|shop|mailroom|facility|distribution center)|mailroom|residents|warehouse|forklift|delivery driver|cdl|fulfillment center|loading dock)\b/;

const reshipping: readonly Pattern[] = [
  { all: [parcel, atHome, sendsOn], unless: warehouse },
  {
    all: [
      /\b(?:\d+|dollars|euros?|pounds|usd|eur|cents|paid|pays?)[€£$]? (?:for )?(?:each|every|per|a) (?:re-?shipped |forwarded |inspected )?(?:parcel|package|packet|box)\b/,
      atHome,
    ],
    unless: warehouse,
  },
];

const clicks: readonly Pattern[] = [
  {
    all: [
      /\b(?:likes?|subscribe|follow|hearts?|click\w*|rate|rating|ratings|stars?|review apps|watch (?:videos|ads)|gusta|screenshots?|suscri\w+|reproducir|curtir)\b/,
      /\b(?:task|tasks|a click|per click|seconds? a|level|levels|channels?|products?|productos|hotels?|artists|apps|videos|merchants?|orders?|vip|wallet|usdt)\b/,
      /\b(?:paid|pays?|earn|earns|gane|ganhe|usd|dollars|commission|a day|per day|diari\w+|\d+ ?%|balance|cashed|wallet|settled)\b|[$€£]\d/,
      /\b(?:free training|no experience|anyone|sin experiencia|level|levels|top-?up|telegram|whatsapp|signal|screenshots?|vip|balance|prepayment|hour a day|minutes a day|seconds|a day|diarios|at once)\b/,
    ],
    unless:
      /\b(?:click-through|ppc|seo|sem|google ads|campaign|crm|content moderation|trust and safety|bugs?|annotat\w+|analytics|social media (?:manager|strategy|intern)|our (?:design|product|research) team|labels?|pack\w*)\b/,
  },
  {
    all: [
      /\b(?:optimi[sz]ation|data|order|app|product|booking) tasks?\b|\b(?:boost|rais|improv|increas|lift)\w* (?:the |their |our )?(?:\w+ )?(?:in the )?(?:ratings?|orders|visibility|ranking)\b/,
      /\b(?:commission|per task|each task|each day|daily|a day|balance|basic salary|every five days)\b/,
    ],
    unless: /\b(?:our (?:shop|store)|in the catalog|on sales)\b/,
  },
  {
    all: [
      /\b(?:copy[- ](?:and|&)[- ]paste|typ(?:e|ing|ist)|captcha|form filling|ad posting|sms sending|data entry)\b/,
      /\b(?:no (?:skills?|experience|boss|interview)|anyone|from home|home based|smart ?phone)\b/,
      /\b(?:per page|each page|a page|per form|\$?\d+ (?:in )?a day|per day|daily|each (?:page|form|entry))\b/,
    ],
  },
];

const wraps: readonly Pattern[] = [
  {
    all: [
      /\b(?:wrap\w*|decal|sticker|advert\w*|vinyl|logo|banner|ad)\b/,
      /\b(?:your (?:own )?(?:car|bonnet|vehicle|bike|bicycle|truck|scooter|laptop|motorcycle|pick-?up|van|jeep|suv)|on your (?:car|bicycle|bike|vehicle)|people with cars|on the (?:bonnet|hood|bumper|windows?)|cars?, trucks? or bikes?)\b/,
      /\b(?:week|weekly|month|monthly)\b/,
    ],
    unless:
      /\b(?:body shop|detailer|sign shop|install(?:er|ing) (?:wraps|vinyl)|our vans|car show|mileage|student paper)\b/,
  },
];

const homeWork: readonly Pattern[] = [
  {
    all: [
      /\b(?:myster(?:y|ious)|secret) (?:shop\w*|evaluat\w*|customer|client)|\bevaluat\w+ (?:the )?(?:services? of )?(?:\w+ )?(?:money transfer|walmart|stores?|shops?|western union|moneygram)/,
      /\b(?:assignment|packet|instructions|your (?:salary|commission|pay|bank)|per (?:assignment|visit|shop)|letter|survey)\b/,
    ],
    unless: /\b(?:city payroll|civil service|w-2|our (?:chain|stores)|regional manager)\b/,
  },
  {
    all: [
      /\b(?:stuff\w* envelopes|envelope stuff\w*|assembl\w+ (?:\w+ ){1,3}(?:at|from) home|home assembly|pack\w* (?:pens|pencils|candles|soap) (?:at|from) home)\b/,
    ],
    unless: /\bin (?:our|the) (?:\w+ )?(?:office|church|library|school|store|shop|headquarters)\b/,
  },
  {
    all: [
      /\b(?:sample|samples|survey kit|test kit|kits?)\b/,
      /\b(?:in|at|from) your (?:home|own home|house|kitchen|bathroom)\b|\bat home\b/,
      /\b(?:each|per sample|a sample|per kit)\b/,
      /\b(?:mail (?:it|them) back|send (?:it|them) back|recruit|bond|kit)\b/,
    ],
    unless: /\b(?:visit (?:families|clients|patients|homes)|in our (?:lab|studio|workshop))\b/,
  },
];

const errand =
  /\b(?:errands?|assistant|shopping|mailing (?:letters|gifts)|picking up|pick(?:s)? up|walk(?:er|ing)? (?:our|my|the|two)|dogs?|pupp(?:y|ies)|pets?|driver|tutor|nanny|companion|clean(?:er|ing)?|volunteer|orphanage|house ?keep\w*|babysit\w*|caregiver|photographer|visit them|hold the keys|stocking|gifts?|letters|supplies|office duties|caretaker|duties|besorgungen|einkaufe|assistent\w*|haushaltshilfe|courses|menage|recados|mandados|diligencias|compras|commissioni|faccende)\b/;
const away =
  /\b(?:(?:i (?:am|'m|will be)|as i(?:'m| am)|while i) (?:currently |presently |now |still )?(?:at a (?:symposium|conference|summit|workshop|hospital)|attend\w*|in hospital|offshore|(?:being )?deploy(?:ed|ing)|at sea|away|working abroad|working offshore|abroad|out of (?:town|the country|state)|travel\w*|overseas|coming to|moving|relocating|on a (?:mission|trip)|at a conference|in (?:australia|canada|the uk|london|europe|asia|africa|dubai))|je suis en deplacement|a l'etranger|estoy (?:de viaje|en el extranjero)|estou (?:viajando|no exterior)|sono (?:all'estero|in viaggio)|im ausland|auf (?:reisen|dienstreise)|en voyage|fuera del pais|i travel a lot|(?:my family and i|we) (?:are|will|'re) (?:be )?(?:mov\w+|relocat\w+|com\w+)|relocating (?:to|family)|family relocating|(?:we|i) arrive in|before (?:we|i) arrive|until (?:i|we) (?:arrive|return|get back)|when (?:i|we) (?:arrive|return)|mission abroad|i travel (?:often|frequently|constantly|regularly|all the time)|je voyage (?:beaucoup|souvent)|viajo (?:mucho|muito)|ich reise viel|viaggio (?:molto|spesso)|during my (?:fieldwork|trip|travels?|absence|sabbatical|deployment)|while i(?:'m| am) (?:away|abroad|on)|being deployed|out of town|lives? abroad|mission trip|not (?:yet )?in (?:town|the country))\b/;
const writtenOnly =
  /\b(?:i(?:'m| am) (?:deaf|hard of hearing|hearing impaired|mute)|only (?:communicate|reach\w*|contact\w*) (?:by|via|through|in) (?:text|e-?mail|writing|sms|chat)|(?:email|text|e-mail) only|don'?t have access to (?:a )?phone|(?:cannot|can'?t|can only|prefer to|unable to) (?:talk|speak|call|write|communicate|take calls|answer)|always in meetings|no (?:phone )?calls|no time (?:for|to)|tight schedule|busy schedule|contacts nobody by phone|never meet)\b/;

const absent: readonly Pattern[] = [
  {
    all: [away, errand],
    unless:
      /\b(?:our (?:clients|customers|team|office)|travel nurse|company car|university payroll|badges|attendees|registration desk|trains? you|new (?:building|office)|larger (?:studio|office|space|store)|in the office|our house)\b/,
  },
  {
    all: [writtenOnly, errand, /\b(?:i|my|me|owner)\b/],
    unless: /\bthen (?:visit|come|meet)\b|\bcome (?:by|over)\b|\bvisit (?:me|us|the (?:shop|store|office))\b/,
  },
  {
    all: [
      /\b(?:funds|check|draft|envelope|allowance|card)\b/,
      /\bmy (?:assistant|accountant|secretary|client|caretaker|sponsor|husband's accountant|agent|lawyer|attorney|colleague)\b/,
      errand,
    ],
  },
  {
    all: [
      /\b(?:cultivated|widower|gentleman|widow|generous|lonely)\b/,
      /\b(?:allowance|gifts?|card)\b/,
      /\b(?:companion\w*|discre\w+|seeks? a student|photos?)\b/,
    ],
    unless: /\b(?:librar(?:y|ies)|read aloud|our (?:clients|residents))\b/,
  },
];
