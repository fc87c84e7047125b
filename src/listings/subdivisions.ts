import { iso31662 } from 'iso-3166';
import { foldWords } from '../core/text.ts';
import { knownCity } from './cities.ts';

/** ISO 3166-2 of a state, province or region of a country, by its code or name. */
export function subdivisionOf(country: string, text: string): string | undefined {
  const trimmed = text.trim().replace(/[.,]+$/, '');
  const code = /^(?:[A-Z]{2}[- ])?([A-Z0-9]{1,3})$/.exec(trimmed.replaceAll('.', '').toUpperCase())?.[1];
  const byCode = code === undefined ? undefined : `${country}-${code}`;
  if (byCode !== undefined && codes().has(byCode)) return byCode;
  return byCountry().get(country)?.get(folded(trimmed));
}

/** The subdivision whose name is known all over and is no city's as well: `Indiana`, `Isère`, `Hessen`; the hint's country first. */
export function subdivisionByName(text: string, hint?: string): string | undefined {
  const name = folded(text);
  if (name.length < 4 || alsoCities.has(name) || knownCity(text) !== undefined) return undefined;
  for (const country of [hint, ...plainCountries]) {
    const code = country === undefined ? undefined : byCountry().get(country)?.get(name);
    if (code !== undefined) return code;
  }
  return undefined;
}

/** The state that a code in capitals means without its country: `TX`, `ON`, `NSW`; the hint's country first. */
export function subdivisionByCode(text: string, hint?: string): string | undefined {
  const code = text.replaceAll('.', '');
  if (!/^[A-Z]{2,3}$/.test(code)) return undefined;
  return [hint, 'US', 'CA', 'AU']
    .filter((country) => country !== undefined && codeCountries.has(country))
    .map((country) => `${country ?? ''}-${code}`)
    .find((candidate) => codes().has(candidate));
}

/** The name, as ISO has it. */
export function subdivisionName(code: string): string | undefined {
  return codes().get(code);
}

/** Countries where places are written with the letters of the state. */
const codeCountries = new Set(['US', 'CA', 'AU', 'BR', 'IN', 'IT', 'MX', 'CH']);
/** Countries whose states stand alone in feeds. */
const plainCountries = [
  'US',
  'CA',
  'AU',
  'DE',
  'FR',
  'GB',
  'IT',
  'ES',
  'AT',
  'IN',
  'NL',
  'BE',
  'CH',
  'PL',
  'SE',
  'BR',
];

let codeMap: Map<string, string> | undefined;
let countryMap: Map<string, Map<string, string>> | undefined;

function codes(): ReadonlyMap<string, string> {
  codeMap ??= new Map(iso31662.map(({ code, name }) => [code, name.replace(/\s*[([].*$/, '')]));
  return codeMap;
}

function byCountry(): ReadonlyMap<string, Map<string, string>> {
  if (countryMap === undefined) {
    countryMap = new Map();
    for (const { code, name } of iso31662) {
      const country = code.slice(0, 2);
      const names = countryMap.get(country) ?? new Map<string, string>();
      countryMap.set(country, names);
      for (const spelling of spellings(name))
        if (!names.has(folded(spelling))) names.set(folded(spelling), code);
    }
    for (const [name, code] of Object.entries(otherNames)) countryMap.get(code.slice(0, 2))?.set(name, code);
  }
  return countryMap;
}

/** `Bolzano, Bozen`, `Murcia, Región de`, `Puducherry (Pondicherry)`: the name and its parts. */
function spellings(name: string): readonly string[] {
  const plain = name.replace(/\s*[([].*$/, '');
  return [
    name,
    plain,
    ...plain.split(/,\s*|\s+\/\s+/),
    plain.replace(/\s+(?:län|kraj|County|Oblast|Region|Province|Prefecture)$/i, ''),
  ];
}

/** `State of New York`, `Washington State`, `Northern Virginia`: the name that counts. */
function folded(text: string): string {
  const name = foldWords(text)
    .replace(
      /^(?:state|province|region|county|departement|bundesland|land|provincia|regione|wojewodztwo) (?:of |de |di |d )?/,
      '',
    )
    .replace(/ (?:state|province)$/, '');
  return name.replace(
    /^(?:northern|southern|eastern|western|central|upstate|greater) (?!ireland|territory|cape|mariana|australia|visayas|samar)(?=\p{L}{4})/u,
    '',
  );
}

/** Names of subdivisions that a place without more means as a city. */
const alsoCities = new Set(
  'new york,washington,quebec,berlin,hamburg,bremen,brandenburg,paris,madrid,barcelona,valencia,sevilla,murcia,zaragoza,malaga,granada,leon,toledo,salamanca,cordoba,wien,salzburg,luzern,zug,bern,geneve,zurich,basel,fribourg,schaffhausen,solothurn,neuchatel,utrecht,groningen,antwerpen,liege,namur,bruxelles,brussels,milano,roma,torino,napoli,bologna,firenze,venezia,genova,verona,padova,bari,catania,palermo,modena,parma,trento,trieste,sao paulo,rio de janeiro,delhi,goa,chandigarh,stockholms,uppsala,orebro,kalmar,birmingham,leeds,manchester,liverpool,bradford,sheffield,coventry,bristol,london,oxford,cambridge,york,reading,nottingham,leicester,derby,plymouth,portsmouth,southampton,swindon,luton,slough,bolton,bury,oldham,salford,stockport,wigan,durham,bedford,blackpool,cardiff,swansea,newport,wrexham,edinburgh,glasgow,aberdeen,dundee,dunfermline,newcastle,sunderland,solihull,walsall,wolverhampton,dudley,sandwell,milton keynes,peterborough,thurrock,southend on sea,warrington,halton,darlington,hartlepool,middlesbrough,doncaster,barnsley,rotherham,wakefield,kirklees,calderdale,rochdale,tameside,trafford,gateshead,stoke on trent,torbay,croydon,bromley,camden,hackney,islington,lambeth,southwark,westminster,brent,ealing,barnet,enfield,haringey,harrow,hillingdon,hounslow,merton,newham,redbridge,sutton,bexley,falkirk,stirling,inverclyde,telford and wrekin,lugo,cuenca,segovia,soria,burgos,palencia,zamora,avila,caceres,badajoz,huelva,cadiz,jaen,almeria,albacete,ciudad real,guadalajara,huesca,teruel,lleida,girona,tarragona,castellon,alicante,ourense,pontevedra,ceuta,melilla,la rioja,como,pavia,cremona,mantova,brescia,bergamo,lecco,lodi,varese,sondrio,novara,asti,cuneo,alessandria,biella,vercelli,savona,imperia,la spezia,piacenza,reggio emilia,ferrara,ravenna,rimini,pesaro e urbino,ancona,macerata,fermo,perugia,terni,viterbo,rieti,latina,frosinone,l aquila,teramo,pescara,chieti,campobasso,isernia,caserta,benevento,avellino,salerno,foggia,brindisi,lecce,taranto,potenza,matera,cosenza,catanzaro,crotone,reggio calabria,messina,agrigento,enna,siracusa,ragusa,trapani,caltanissetta,cagliari,sassari,nuoro,oristano,lucca,pisa,livorno,siena,arezzo,grosseto,pistoia,prato,massa carrara,udine,gorizia,pordenone,belluno,treviso,vicenza,rovigo,bolzano,bozen,aosta,luxembourg'.split(
    ',',
  ),
);

/** Names that ISO does not give: English ones, old codes, colloquial ones. */
const otherNames: Readonly<Record<string, string>> = {
  'd c': 'US-DC',
  'washington d c': 'US-DC',
  'washington dc': 'US-DC',
  'puerto rico': 'US-PR',
  calif: 'US-CA',
  mass: 'US-MA',
  penn: 'US-PA',
  'n y': 'US-NY',
  'n c': 'US-NC',
  'n j': 'US-NJ',
  tex: 'US-TX',
  fla: 'US-FL',
  ill: 'US-IL',
  'n h': 'US-NH',
  'n m': 'US-NM',
  's c': 'US-SC',
  's d': 'US-SD',
  'n d': 'US-ND',
  'w va': 'US-WV',
  conn: 'US-CT',
  colo: 'US-CO',
  wash: 'US-WA',
  ariz: 'US-AZ',
  minn: 'US-MN',
  mich: 'US-MI',
  tenn: 'US-TN',
  wis: 'US-WI',
  ore: 'US-OR',
  okla: 'US-OK',
  newfoundland: 'CA-NL',
  yukon: 'CA-YT',
  pei: 'CA-PE',
  'b c': 'CA-BC',
  bavaria: 'DE-BY',
  saxony: 'DE-SN',
  hesse: 'DE-HE',
  'north rhine westphalia': 'DE-NW',
  nrw: 'DE-NW',
  'lower saxony': 'DE-NI',
  thuringia: 'DE-TH',
  'rhineland palatinate': 'DE-RP',
  'saxony anhalt': 'DE-ST',
  'mecklenburg western pomerania': 'DE-MV',
  'baden wurttemberg': 'DE-BW',
  'baden wuerttemberg': 'DE-BW',
  thueringen: 'DE-TH',
  saarland: 'DE-SL',
  'ile de france': 'FR-IDF',
  brittany: 'FR-BRE',
  normandy: 'FR-NOR',
  burgundy: 'FR-BFC',
  'auvergne rhone alpes': 'FR-ARA',
  'rhone alpes': 'FR-ARA',
  'provence alpes cote d azur': 'FR-PAC',
  paca: 'FR-PAC',
  corsica: 'FR-20R',
  alsace: 'FR-6AE',
  aquitaine: 'FR-NAQ',
  lombardy: 'IT-25',
  tuscany: 'IT-52',
  piedmont: 'IT-21',
  sicily: 'IT-82',
  sardinia: 'IT-88',
  apulia: 'IT-75',
  latium: 'IT-62',
  'aosta valley': 'IT-23',
  'trentino south tyrol': 'IT-32',
  catalonia: 'ES-CT',
  cataluna: 'ES-CT',
  andalusia: 'ES-AN',
  'basque country': 'ES-PV',
  'pais vasco': 'ES-PV',
  'balearic islands': 'ES-IB',
  'canary islands': 'ES-CN',
  'community of madrid': 'ES-MD',
  navarre: 'ES-NC',
  'comunidad valenciana': 'ES-VC',
  'valencian community': 'ES-VC',
  'castile and leon': 'ES-CL',
  vienna: 'AT-9',
  'lower austria': 'AT-3',
  'upper austria': 'AT-4',
  styria: 'AT-6',
  carinthia: 'AT-2',
  tyrol: 'AT-7',
  geneva: 'CH-GE',
  vaud: 'CH-VD',
  ticino: 'CH-TI',
  'north holland': 'NL-NH',
  'south holland': 'NL-ZH',
  'north brabant': 'NL-NB',
  flanders: 'BE-VLG',
  wallonia: 'BE-WAL',
  lisbon: 'PT-11',
  orissa: 'IN-OD',
  'new delhi': 'IN-DL',
  england: 'GB-ENG',
  scotland: 'GB-SCT',
  wales: 'GB-WLS',
  'northern ireland': 'GB-NIR',
  'county durham': 'GB-DUR',
  mazowieckie: 'PL-14',
  masovian: 'PL-14',
  'lesser poland': 'PL-12',
  silesia: 'PL-24',
  opole: 'PL-16',
  skane: 'SE-M',
  dublin: 'IE-D',
  'co dublin': 'IE-D',
  tokyo: 'JP-13',
  osaka: 'JP-27',
  kyoto: 'JP-26',
  'mexico city': 'MX-CMX',
  cdmx: 'MX-CMX',
  'sao paulo state': 'BR-SP',
  prague: 'CZ-10',
  praha: 'CZ-10',
};
