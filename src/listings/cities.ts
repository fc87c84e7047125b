import { foldWords } from '../core/text.ts';

/** A large city whose name alone says where it is. */
export type KnownCity = { readonly city: string; readonly subdivision?: string; readonly country: string };

/** The city of a name that means one place to nearly everybody, under its usual name: `NYC` is New York. */
export function knownCity(text: string): KnownCity | undefined {
  return cities().get(foldWords(text));
}

/**
 * By subdivision or country; `|` parts other spellings of the same city. Names that two large places share (Birmingham, Cambridge,
 * Durham, Portland of two coasts…) are left out.
 */
const list: Readonly<Record<string, string>> = {
  'US-NY': 'New York|NYC|New York City;Brooklyn;Buffalo',
  'US-CA':
    'San Francisco|SF;Los Angeles|LA;San Diego;San Jose;Oakland;Sacramento;Palo Alto;Mountain View;Menlo Park;Sunnyvale;Santa Clara;Cupertino;Santa Monica;Long Beach;Redwood City',
  'US-WA': 'Seattle;Redmond;Bellevue',
  'US-MA': 'Boston',
  'US-IL': 'Chicago',
  'US-TX': 'Austin;Dallas;Houston;San Antonio;Fort Worth;El Paso',
  'US-CO': 'Denver;Boulder',
  'US-GA': 'Atlanta',
  'US-FL': 'Miami;Orlando;Tampa',
  'US-PA': 'Philadelphia|Philly;Pittsburgh',
  'US-MI': 'Detroit;Ann Arbor',
  'US-MN': 'Minneapolis',
  'US-AZ': 'Phoenix;Scottsdale;Tucson',
  'US-NV': 'Las Vegas',
  'US-UT': 'Salt Lake City',
  'US-DC': 'Washington DC|Washington D C|DC',
  'US-MD': 'Baltimore;Bethesda',
  'US-NC': 'Raleigh',
  'US-TN': 'Nashville',
  'US-OH': 'Cleveland;Cincinnati',
  'US-WI': 'Milwaukee',
  'US-LA': 'New Orleans',
  'US-HI': 'Honolulu',
  'US-IN': 'Indianapolis',
  'US-NE': 'Omaha',
  'CA-ON': 'Toronto;Ottawa;Mississauga',
  'CA-QC': 'Montreal|Montréal;Quebec City',
  'CA-BC': 'Vancouver',
  'CA-AB': 'Calgary;Edmonton',
  'CA-MB': 'Winnipeg',
  'DE-BE': 'Berlin',
  'DE-BY': 'Munich|München|Muenchen;Nuremberg|Nürnberg|Nuernberg;Augsburg',
  'DE-HH': 'Hamburg',
  'DE-HE': 'Frankfurt am Main|Frankfurt a M|Frankfurt a Main',
  'DE-NW': 'Cologne|Köln|Koeln;Düsseldorf|Dusseldorf|Duesseldorf;Dortmund;Essen;Bonn;Münster',
  'DE-BW': 'Stuttgart;Karlsruhe;Heidelberg;Mannheim;Freiburg',
  'DE-SN': 'Leipzig;Dresden',
  'DE-NI': 'Hannover|Hanover',
  'DE-HB': 'Bremen',
  'FR-IDF': 'Paris',
  FR: 'Lyon;Marseille;Toulouse;Lille;Bordeaux;Nantes;Strasbourg;Montpellier;Rennes;Grenoble',
  GB: 'London;Edinburgh;Glasgow;Leeds;Liverpool;Sheffield;Cardiff',
  'IE-D': 'Dublin',
  NL: 'Amsterdam;Rotterdam;The Hague|Den Haag;Utrecht;Eindhoven',
  BE: 'Brussels|Bruxelles|Brussel;Antwerp|Antwerpen;Ghent|Gent',
  CH: 'Zurich|Zürich|Zuerich;Geneva|Genève;Basel;Bern;Lausanne',
  AT: 'Vienna|Wien;Graz;Linz',
  ES: 'Madrid;Barcelona;Seville|Sevilla;Málaga;Bilbao',
  PT: 'Lisbon|Lisboa;Porto',
  IT: 'Rome|Roma;Milan|Milano;Turin|Torino;Bologna;Florence|Firenze',
  GR: 'Athens;Thessaloniki',
  PL: 'Warsaw|Warszawa;Kraków|Krakow|Cracow;Wrocław|Wroclaw;Gdańsk|Gdansk;Poznań;Łódź',
  CZ: 'Prague|Praha;Brno',
  SK: 'Bratislava',
  HU: 'Budapest',
  RO: 'Bucharest|București;Cluj-Napoca|Cluj',
  BG: 'Sofia',
  RS: 'Belgrade',
  HR: 'Zagreb',
  SI: 'Ljubljana',
  UA: 'Kyiv|Kiev;Lviv',
  LT: 'Vilnius',
  LV: 'Riga',
  EE: 'Tallinn',
  SE: 'Stockholm;Gothenburg|Göteborg;Malmö;Uppsala',
  NO: 'Oslo;Bergen',
  DK: 'Copenhagen|København;Aarhus',
  FI: 'Helsinki;Espoo',
  IS: 'Reykjavik',
  RU: 'Moscow|Москва;Saint Petersburg|St Petersburg|Санкт Петербург',
  TR: 'Istanbul;Ankara',
  IL: 'Tel Aviv;Jerusalem;Haifa',
  AE: 'Dubai;Abu Dhabi',
  SA: 'Riyadh;Jeddah',
  QA: 'Doha',
  EG: 'Cairo',
  NG: 'Lagos;Abuja',
  KE: 'Nairobi',
  GH: 'Accra',
  ZA: 'Cape Town;Johannesburg;Durban',
  MA: 'Casablanca',
  'IN-KA': 'Bengaluru|Bangalore',
  'IN-MH': 'Mumbai|Bombay;Pune',
  'IN-TS': 'Hyderabad',
  'IN-TN': 'Chennai',
  'IN-DL': 'New Delhi|Delhi',
  'IN-HR': 'Gurgaon|Gurugram',
  'IN-UP': 'Noida',
  'IN-WB': 'Kolkata',
  PK: 'Karachi;Lahore;Islamabad',
  BD: 'Dhaka',
  LK: 'Colombo',
  'JP-13': 'Tokyo',
  JP: 'Osaka;Kyoto;Yokohama',
  KR: 'Seoul;Busan',
  CN: 'Beijing;Shanghai;Shenzhen;Guangzhou;Hangzhou',
  TW: 'Taipei',
  VN: 'Ho Chi Minh City|HCMC;Hanoi',
  TH: 'Bangkok',
  MY: 'Kuala Lumpur',
  ID: 'Jakarta',
  PH: 'Manila;Makati;Cebu',
  'AU-NSW': 'Sydney',
  'AU-VIC': 'Melbourne',
  'AU-QLD': 'Brisbane',
  'AU-WA': 'Perth',
  'AU-SA': 'Adelaide',
  'AU-ACT': 'Canberra',
  NZ: 'Auckland;Wellington;Christchurch',
  BR: 'São Paulo|Sao Paulo;Rio de Janeiro;Brasília;Belo Horizonte;Curitiba;Porto Alegre;Recife',
  AR: 'Buenos Aires',
  CL: 'Santiago',
  CO: 'Bogotá|Bogota;Medellín|Medellin',
  PE: 'Lima',
  UY: 'Montevideo',
  GE: 'Tbilisi',
  MX: 'Mexico City|Ciudad de México;Guadalajara;Monterrey',
};

let byName: Map<string, KnownCity> | undefined;

function cities(): ReadonlyMap<string, KnownCity> {
  byName ??= new Map(
    Object.entries(list).flatMap(([code, names]) =>
      names.split(';').flatMap((spellings) => entries(code, spellings.split('|'))),
    ),
  );
  return byName;
}

function entries(code: string, spellings: readonly string[]): readonly (readonly [string, KnownCity])[] {
  const [city = ''] = spellings;
  const known: KnownCity =
    code.length > 2 ? { city, subdivision: code, country: code.slice(0, 2) } : { city, country: code };
  return spellings.map((spelling) => [foldWords(spelling), known]);
}
