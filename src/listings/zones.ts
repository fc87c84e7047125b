import { Temporal } from 'temporal-polyfill';
import type { Place } from './listing.ts';

/** Zone names of mails and feeds, as offsets. The name decides, although it may be wrong for the season. */
const named: Readonly<Record<string, string>> = {
  Z: 'Z',
  UT: 'Z',
  UTC: 'Z',
  GMT: 'Z',
  WET: '+00:00',
  BST: '+01:00',
  WEST: '+01:00',
  IST: '+05:30',
  CET: '+01:00',
  CEST: '+02:00',
  MEZ: '+01:00',
  MESZ: '+02:00',
  EET: '+02:00',
  EEST: '+03:00',
  MSK: '+03:00',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  AKST: '-09:00',
  AKDT: '-08:00',
  HST: '-10:00',
  AST: '-04:00',
  ADT: '-03:00',
  NST: '-03:30',
  JST: '+09:00',
  KST: '+09:00',
  SGT: '+08:00',
  HKT: '+08:00',
  AEST: '+10:00',
  AEDT: '+11:00',
  ACST: '+09:30',
  AWST: '+08:00',
  NZST: '+12:00',
  NZDT: '+13:00',
  SAST: '+02:00',
};

/** `+0100`, `GMT+2`, `EST`, `Z` as `Z` or `±hh:mm`. */
export function offsetOf(zone: string): string | undefined {
  const digits = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone);
  if (!digits) return named[zone.toUpperCase()];
  const hours = (digits[2] ?? '').padStart(2, '0');
  return Number(hours) > 14 ? undefined : `${digits[1] ?? '+'}${hours}:${digits[3] ?? '00'}`;
}

/**
 * The zone of a place: of its state where a country has several, else of its country. A country of several zones and no state has
 * none of its own.
 */
export function zoneOfPlace({ country, subdivision }: Place): string | undefined {
  const land = country ?? subdivision?.slice(0, 2);
  if (land === undefined) return undefined;
  const state = subdivision?.startsWith(`${land}-`) ? subdivision.slice(3) : undefined;
  const zones = states[land];
  return zones === undefined ? onlyZoneOf(land) : state === undefined ? undefined : zones[state];
}

/** The zone of a country of several in which a day ends last for most of its people: for closing dates without a state. */
export function lastZoneOf(country: string): string | undefined {
  return last[country];
}

/** Whether the platform knows the zone. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Countries of one zone: the platform's own data (the first of zones that keep the same time). */
const single = new Map<string, string | undefined>();
function onlyZoneOf(country: string): string | undefined {
  if (!single.has(country)) single.set(country, firstZone(country));
  return single.get(country);
}

const capitals: Readonly<Record<string, string>> = {
  GB: 'Europe/London',
  DE: 'Europe/Berlin',
  ES: 'Europe/Madrid',
  PT: 'Europe/Lisbon',
  FR: 'Europe/Paris',
  CN: 'Asia/Shanghai',
  NZ: 'Pacific/Auckland',
  AR: 'America/Argentina/Buenos_Aires',
  CL: 'America/Santiago',
  UA: 'Europe/Kyiv',
  MY: 'Asia/Kuala_Lumpur',
  EC: 'America/Guayaquil',
  CY: 'Asia/Nicosia',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
  IL: 'Asia/Jerusalem',
  PS: 'Asia/Hebron',
};

function firstZone(country: string): string | undefined {
  const capital = capitals[country];
  if (capital !== undefined) return capital;
  const locale = new Intl.Locale(`und-${country}`);
  return 'getTimeZones' in locale && typeof locale.getTimeZones === 'function'
    ? firstOf(locale.getTimeZones())
    : undefined;
}

function firstOf(zones: unknown): string | undefined {
  return Array.isArray(zones) && typeof zones[0] === 'string' ? zones[0] : undefined;
}

const per = (zones: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(zones).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone])),
  );

/** Countries of several zones, by subdivision (the zone of most of its people). */
const states: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: per({
    'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
    'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
    'America/Denver': 'CO ID MT NM UT WY',
    'America/Phoenix': 'AZ',
    'America/Los_Angeles': 'CA NV OR WA',
    'America/Anchorage': 'AK',
    'Pacific/Honolulu': 'HI',
    'America/Puerto_Rico': 'PR VI',
    'Pacific/Guam': 'GU MP',
    'Pacific/Pago_Pago': 'AS',
  }),
  CA: per({
    'America/Toronto': 'ON QC NU',
    'America/Winnipeg': 'MB',
    'America/Regina': 'SK',
    'America/Edmonton': 'AB NT',
    'America/Vancouver': 'BC',
    'America/Whitehorse': 'YT',
    'America/Halifax': 'NS NB PE',
    'America/St_Johns': 'NL',
  }),
  AU: per({
    'Australia/Sydney': 'NSW ACT',
    'Australia/Melbourne': 'VIC',
    'Australia/Brisbane': 'QLD',
    'Australia/Adelaide': 'SA',
    'Australia/Darwin': 'NT',
    'Australia/Perth': 'WA',
    'Australia/Hobart': 'TAS',
  }),
  MX: per({
    'America/Mexico_City':
      'AGU CAM CHP CMX COA COL DUR GRO GUA HID JAL MEX MIC MOR NLE OAX PUE QUE SLP TAB TAM TLA VER YUC ZAC',
    'America/Cancun': 'ROO',
    'America/Tijuana': 'BCN',
    'America/Hermosillo': 'SON',
    'America/Mazatlan': 'BCS SIN NAY',
    'America/Chihuahua': 'CHH',
  }),
  BR: per({
    'America/Sao_Paulo': 'AL AP BA CE DF ES GO MA MG PA PB PE PI PR RJ RN RS SC SE SP TO',
    'America/Manaus': 'AM RO RR',
    'America/Cuiaba': 'MT MS',
    'America/Rio_Branco': 'AC',
  }),
  ID: per({
    'Asia/Jakarta': 'AC BB BE BT JA JB JI JK JT JW KB KR KT LA RI SB SM SS SU YO',
    'Asia/Makassar': 'BA KI KS KU NB NT SA SG SL SN SR ST',
    'Asia/Jayapura': 'MA MU PA PB PD PE PS PT',
  }),
  RU: per({
    'Europe/Moscow': 'MOW MOS SPE LEN TVE TUL YAR NIZ KRS BEL VOR KDA ROS TA',
    'Europe/Samara': 'SAM UD',
    'Asia/Yekaterinburg': 'SVE CHE PER BA TYU',
    'Asia/Omsk': 'OMS',
    'Asia/Novosibirsk': 'NVS',
    'Asia/Krasnoyarsk': 'KYA',
    'Asia/Irkutsk': 'IRK',
    'Asia/Yakutsk': 'SA',
    'Asia/Vladivostok': 'PRI KHA',
  }),
  KZ: {},
  CD: {},
  MN: {},
};

const last: Readonly<Record<string, string>> = {
  US: 'America/Los_Angeles',
  CA: 'America/Vancouver',
  AU: 'Australia/Perth',
  MX: 'America/Tijuana',
  BR: 'America/Manaus',
  ID: 'Asia/Jakarta',
  RU: 'Europe/Moscow',
  KZ: 'Asia/Almaty',
  CD: 'Africa/Kinshasa',
  MN: 'Asia/Ulaanbaatar',
};
