import { describe, expect, test } from 'vitest';
import type { Place } from '../../src/listings/listing.ts';
import { readPlaceText } from '../../src/listings/places/place-text.ts';
import { locationOf, placeText, readPlaces } from '../../src/listings/places/places.ts';

const short = ({ city = '', subdivision = '', country = '' }: Place) => `${city}/${subdivision}/${country}`;
const placesIn = (text: string, hint?: string) => readPlaceText(text, hint).places.map(short).join(' ');

test.each([
  ['St. Leon-Rot, DE, 68789', 'St. Leon-Rot//DE'],
  ['Hof, DE 95028', 'Hof//DE'],
  ['Wilmington, DE, 19801', 'Wilmington/US-DE/US'],
  ['Podgorica, ME 81000', 'Podgorica//ME'],
  ['Boston, MA 12345', 'Boston/US-MA/US'],
  ['Denver, CO 00000', 'Denver/US-CO/US'],
  ['Weinheim, DE, 69469, Germany', 'Weinheim//DE'],
])('letters of a state and a country are told by the postcode: %s', (text, place) => {
  expect(placesIn(text)).toBe(place);
});

test.each([
  ['Weinheim, DE, Germany', 'Weinheim//DE'],
  ['București, Bucharest, Romania', 'București//RO'],
  ['US, United States', '//US'],
  ['Mobile, AL', 'Mobile/US-AL/US'],
  ['Mobile', ''],
  ['Washington DC, District of Columbia', 'Washington/US-DC/US'],
  ['NYC or DC', 'New York/US-NY/US Washington/US-DC/US'],
  ['Prisons-Nationwide', ''],
  ['North County', ''],
  ['REMOTE (US-Based Preferred)', '//US'],
])('what is told twice is one, and %s is %s', (text, place) => {
  expect(placesIn(text)).toBe(place);
});

test.each([
  ['Lyon 03', 'Lyon//FR'],
  ['PARIS 15E ARRONDISSEMENT', 'Paris/FR-IDF/FR'],
  ['Berlin-Mitte', 'Berlin/DE-BE/DE'],
  ['Berlin, Mitte', 'Berlin/DE-BE/DE'],
  ['Berlin, Hamburg', 'Berlin/DE-BE/DE Hamburg/DE-HH/DE'],
  ['Frankfurt am Main', 'Frankfurt am Main/DE-HE/DE'],
  ['Baden-Baden', 'Baden-Baden//'],
  ['Brooklyn, New York, NY', 'Brooklyn/US-NY/US'],
  ['Xyzzy, ZZ', 'Xyzzy//'],
])('a district or a state said twice is no second place: %s', (text, place) => {
  expect(placesIn(text)).toBe(place);
});

test.each([
  ['MO', undefined, ''],
  ['MO', 'US', '/US-MO/US'],
  ['CA', 'CA', '//CA'],
  ['St. Louis, MO', undefined, 'St. Louis/US-MO/US'],
  ['FR', undefined, '//FR'],
])('two letters that a state and a country share need a second sign: %s in %s', (text, hint, place) => {
  expect(placesIn(text, hint)).toBe(place);
});

test.each([
  ['Remote, GA', undefined, '/US-GA/US'],
  ['Denver, CO or Remote, CA', undefined, 'Denver/US-CO/US /US-CA/US'],
  ['Austin, TX or Remote, DE', undefined, 'Austin/US-TX/US //DE'],
  ['Remote - CO', undefined, '/US-CO/US'],
  ['Remote in IL', undefined, '/US-IL/US'],
  ['Remote (IN)', undefined, '/US-IN/US'],
  ['Remote, IN', 'IN', '//IN'],
  ['Remote, IN', 'GB', '//IN'],
  ['Statewide, MN', 'US', '/US-MN/US'],
  ['Campus, IL', undefined, '/US-IL/US'],
  ['Bay Area, CA', undefined, '/US-CA/US'],
  ['Hybrid, CA', undefined, '/US-CA/US'],
  ['Field, PA', undefined, '/US-PA/US'],
  ['Home, NE', undefined, '/US-NE/US'],
  ['Various, DE', undefined, '/US-DE/US'],
  ['Remote, DE', undefined, '//DE'],
  ['EMEA, MA', undefined, '//MA'],
  ['Remote, IN, India', undefined, '//IN'],
  ['Remote, US-CA', undefined, '/US-CA/US'],
  ['Ontario, CA', undefined, 'Ontario/US-CA/US'],
  ['Ontario, CA', 'CA', '/CA-ON/CA'],
  ['Ontario, CA, Canada', undefined, '/CA-ON/CA'],
  ['Toronto, Ontario, CA', undefined, 'Toronto/CA-ON/CA'],
  ['Within 50 miles of Tulsa, OK', undefined, 'Tulsa/US-OK/US'],
  ['Location: Downtown, near the river', undefined, ''],
  ['Bozeman & Billings, Montana', undefined, 'Bozeman/US-MT/US Billings/US-MT/US'],
  ['Boston and Providence, Rhode Island', undefined, 'Boston/US-MA/US Providence/US-RI/US'],
])('letters behind words that are no city are a state: %s in %s', (text, hint, place) => {
  expect(placesIn(text, hint)).toBe(place);
});

test.each([
  ['Shah Alam, Selangor', 'Shah Alam/MY-10/MY'],
  ['Ludhiana, Punjab', 'Ludhiana/IN-PB/IN'],
  ['Bandung, West Java, ID', 'Bandung/ID-JB/ID'],
  ['Boise, ID', 'Boise/US-ID/US'],
  ['Florești, jud. Cluj', 'Florești/RO-CJ/RO'],
  ['Toluca, Estado de México', 'Toluca/MX-MEX/MX'],
  ['Mexico', '//MX'],
  ['Kadıköy/İstanbul', 'Kadıköy/TR-34/TR'],
  ['Gebze/Kocaeli', 'Gebze/TR-41/TR'],
  ['Pasay City, Metro Manila', 'Pasay City/PH-00/PH'],
  ['Irapuato, Gto.', 'Irapuato/MX-GUA/MX'],
  ['Charlotte Amalie, St. Thomas, USVI', 'Charlotte Amalie//VI'],
  ['Boston/Ankara', 'Boston/US-MA/US Ankara//TR'],
  ['Lihue, Kauai, HI', 'Lihue/US-HI/US'],
  ['Frederiksted, St. Croix, VI', 'Frederiksted/US-VI/US'],
  ['Providence, Rhode Island, USA', 'Providence/US-RI/US'],
  ['Seattle, Mercer Island, WA', 'Seattle/US-WA/US Mercer Island/US-WA/US'],
  ['One-North, Singapore 138632', 'One-North//SG'],
])('the region, province or island behind a town is no second place: %s', (text, place) => {
  expect(placesIn(text)).toBe(place);
});

test.each([
  ['6300 Zug (ZG), Schweiz', 'Zug/CH-ZG/CH'],
  ['Noida Sector 62 (U.P.)', 'Noida/IN-UP/IN'],
  ['Sesto San Giovanni (MI)', 'Sesto San Giovanni/IT-MI/IT'],
  ['Troy (MI)', 'Troy/US-MI/US'],
  ['Rancho San Diego (CA)', 'Rancho San Diego/US-CA/US'],
  ['Old San Juan (PR)', 'Old San Juan/US-PR/US'],
  ['Valencia (CA)', 'Valencia/US-CA/US'],
  ['Vienna (VA)', 'Vienna/US-VA/US'],
  ['London (ON)', 'London/CA-ON/CA'],
])('letters in brackets behind a town are a state of its country: %s', (text, place) => {
  expect(placesIn(text)).toBe(place);
});

test.each([
  ['Nevada, Iowa 50201', 'Nevada/US-IA/US'],
  ['California, Texas', '/US-CA/US /US-TX/US'],
  ['PA > Pittsburgh > UPMC Mercy', 'Pittsburgh/US-PA/US'],
  ['US > New York > Albany', 'Albany/US-NY/US'],
  ['US > CA > San Francisco; US > NY > New York', 'San Francisco/US-CA/US New York/US-NY/US'],
  ['Engineering > Software > Berlin', 'Berlin/DE-BE/DE'],
  ['Indiana University of Pennsylvania, Indiana, PA', 'Indiana/US-PA/US'],
  ['State College, PA', 'State College/US-PA/US'],
  ['University Park, TX', 'University Park/US-TX/US'],
  ['CAN-ON-Mississauga-Meadowvale', 'Mississauga/CA-ON/CA'],
  ['US-NC-Winston-Salem', 'Winston-Salem/US-NC/US'],
  ['Frankfurt/Main, Hessen', 'Frankfurt am Main/DE-HE/DE'],
  ['〒150-0002 東京都渋谷区', '渋谷区//'],
  ['広島県廿日市市', '廿日市市//'],
  ['广东省深圳市南山区', '深圳市//'],
  ['경기도 성남시 분당구', '성남시//'],
  ['Homeoffice, deutschlandweit', '//DE'],
  ['Building C, Room 210', ''],
  ['North Campus - Student Union', ''],
  ['District-wide', ''],
  ['Warehouse 7, Dock 12', ''],
  ['Gate City VA 24251', 'Gate City/US-VA/US'],
])('a path, an address or a house yields its town alone: %s', (text, place) => {
  expect(placesIn(text)).toBe(place);
});

test.each([
  ['Jackson Hall, 3rd floor', ''],
  ['Schwäbisch Hall', 'Schwäbisch Hall//'],
  ['White Hall, AR', 'White Hall/US-AR/US'],
  ["Dr. Orlando Phoenix's lab", ''],
  ['Dr. Phillips, FL', 'Dr. Phillips/US-FL/US'],
  ['Contact: Madison (hiring manager)', ''],
  ['Contact Lens Center, Boston', 'Boston/US-MA/US'],
  ['Berlin Packaging', ''],
  ['Electric City, WA', 'Electric City/US-WA/US'],
  ['Georgia-Pacific, Atlanta', 'Atlanta/US-GA/US'],
  ['Smith & Sons, Houston, TX', 'Houston/US-TX/US'],
  ['FPO AP 96349', ''],
  ['Apo Island, Philippines', 'Apo Island//PH'],
  ['Rose Hill Campus', ''],
  ['Tempe campus', 'Tempe/US-AZ/US'],
  ['Newark Campus, NJ', 'Newark Campus/US-NJ/US'],
  ['A convenir', ''],
  ['Nach Absprache, Berlin', 'Berlin/DE-BE/DE'],
])('a house, a person, a firm or a post of the forces is no town: %s', (text, place) => {
  expect(placesIn(text)).toBe(place);
});

test.each([
  ['St. Paul/Minneapolis, MN', 'St. Paul/US-MN/US Minneapolis/US-MN/US'],
  ['Store/Warehouse, TX', '/US-TX/US'],
  ['Arlington/Washington, DC', 'Arlington// Washington/US-DC/US'],
  ['Portland or Seattle, WA', 'Portland// Seattle/US-WA/US'],
  ['Ames or Des Moines, IA', 'Ames/US-IA/US Des Moines/US-IA/US'],
  ['3 locations: Orem, Lehi & Sandy (UT)', 'Orem/US-UT/US Lehi/US-UT/US Sandy/US-UT/US'],
  ['Offices: Boston, Salem & Keene (NH)', 'Boston/US-MA/US Salem// Keene/US-NH/US'],
  ['FL-Jacksonville-32256', 'Jacksonville/US-FL/US'],
  ['TX12 - Austin', 'Austin/US-TX/US'],
  ['DE01 - Berlin', 'Berlin/DE-BE/DE'],
  ['Cary Bldg C', 'Cary//'],
  ['Jackson, Miss.', 'Jackson/US-MS/US'],
  ['Le Mont', 'Le Mont//'],
  ['Northwest Arkansas', '/US-AR/US'],
  ['Northwest Territories, Canada', '/CA-NT/CA'],
  ['Southwest Harbor, ME', 'Southwest Harbor/US-ME/US'],
  ['Remote (Eastern Time Zone, U.S.)', '//US'],
  ['Frankfurt (Oder), Brandenburg', 'Frankfurt an der Oder/DE-BB/DE'],
  ['Frankfurt (Main)', 'Frankfurt//'],
  ['Madrid o teletrabajo', 'Madrid//ES'],
  ['Land O Lakes, FL', 'Land O Lakes/US-FL/US'],
  ['Work split between Ames and Nevada, IA', 'Ames/US-IA/US Nevada/US-IA/US'],
  ['Split, Croatia', 'Split//HR'],
  ['Singapore - one-north', 'Singapore//SG'],
  ['Singapore, Bangalore', 'Singapore//SG Bangalore/IN-KA/IN'],
])('towns of one state, codes and short names of states: %s', (text, place) => {
  expect(placesIn(text)).toBe(place);
});

describe('one string', () => {
  test.each([
    ['Cambridge, MA', 'Cambridge/US-MA/US'],
    ['PERTH, WESTERN AUSTRALIA, Australia', 'Perth/AU-WA/AU'],
    ['United States, Washington, Redmond', 'Redmond/US-WA/US'],
    ['US, CA, Santa Clara', 'Santa Clara/US-CA/US'],
    ['USA.VA.Reston', 'Reston/US-VA/US'],
    ['US-CA-Menlo Park', 'Menlo Park/US-CA/US'],
    ['New Orleans, LA USA 70112', 'New Orleans/US-LA/US'],
    ['1600 Amphitheatre Parkway, Mountain View, CA, 94043, USA', 'Mountain View/US-CA/US'],
    ['Fort Worth TX', 'Fort Worth/US-TX/US'],
    ['Spain - Barcelona', 'Barcelona//ES'],
    ['75008 Paris', 'Paris/FR-IDF/FR'],
    ['Isère', '/FR-38/FR'],
    ['Neustadt/Hessen', 'Neustadt/DE-HE/DE'],
    ['Baruth/Mark', 'Baruth/Mark//'],
    ['Luxembourg, Luxembourg', 'Luxembourg//LU'],
    ['München, Deutschland', 'München/DE-BY/DE'],
    ['State of São Paulo', '/BR-SP/BR'],
    ['Northern Virginia', '/US-VA/US'],
    ['Washington D.C. Metro Area', 'Washington/US-DC/US'],
    ['Norfolk, VA', 'Norfolk/US-VA/US'],
    ['Holland, Michigan', 'Holland/US-MI/US'],
    ['Spokane, Washington', 'Spokane/US-WA/US'],
    ['LA, CA', 'Los Angeles/US-CA/US'],
    ['Kowloon, Hong Kong', 'Kowloon//HK'],
    ['Reading, Berkshire', 'Reading//GB'],
    ['Monterrey, Nuevo León', 'Monterrey/MX-NLE/MX'],
    ['Ramstein AB, Germany', 'Ramstein AB//DE'],
  ])('%s is one place', (text, expected) => {
    expect(placesIn(text)).toBe(expected);
  });

  test.each([
    ['Birmingham ,Leeds ,Salford', 'Birmingham// Leeds//GB Salford//GB'],
    ['Austin, TX, Denver, CO', 'Austin/US-TX/US Denver/US-CO/US'],
    ['India, USA, Canada', '//IN //US //CA'],
    ['Boston, New York, Chicago', 'Boston/US-MA/US New York/US-NY/US Chicago/US-IL/US'],
    ['Germany, Berlin, Hamburg', 'Berlin/DE-BE/DE Hamburg/DE-HH/DE'],
    ['CA, NY, TX', '/US-CA/US /US-NY/US /US-TX/US'],
    ['Berlin / Freiburg / NYC', 'Berlin/DE-BE/DE Freiburg/DE-BW/DE New York/US-NY/US'],
    ['Boston/Cambridge', 'Boston/US-MA/US Cambridge//'],
    ['Beijing, China; Oslo, Norway', 'Beijing//CN Oslo//NO'],
    ['Berlin and Munich, Germany', 'Berlin/DE-BE/DE Munich/DE-BY/DE'],
  ])('%s names several', (text, expected) => {
    expect(placesIn(text)).toBe(expected);
  });

  test.each(['Trinidad and Tobago', 'Bosnia and Herzegovina'])('%s is one country', (text) => {
    expect(readPlaceText(text).places).toHaveLength(1);
  });

  test.each([
    'Multiple Locations',
    '(see ad for location)',
    'in How to Apply Tab',
    'Austin Energy',
    'Senior Frontend Engineer',
    'Full-time',
    'CET +/- 2',
    'undefined, undefined',
    '[object Object]',
    'Various',
    'EMEA, LATAM',
    'Nationwide',
    'To be confirmed',
    'Remote (EU only)',
    '3 Locations',
    'USA timezones, European timezones',
  ])('"%s" names none', (text) => {
    expect(placesIn(text)).toBe('');
  });

  test('a string says remote, hybrid or on site beside its places', () => {
    expect(readPlaceText('Tokyo or Remote in Japan')).toMatchObject({
      workplace: 'remote',
      places: [{ city: 'Tokyo', country: 'JP' }],
    });
    expect(readPlaceText('Los Angeles, CA (HYBRID) / Hyderabad, India')).toMatchObject({
      workplace: 'hybrid',
      places: [{ country: 'US' }, { country: 'IN' }],
    });
    expect(readPlaceText('ONSITE (NYC)')).toMatchObject({
      workplace: 'onsite',
      places: [{ city: 'New York' }],
    });
    expect(readPlaceText('Hybrid 3 days/week in Leeds')).toMatchObject({
      workplace: 'hybrid',
      places: [{ city: 'Leeds' }],
    });
    expect(readPlaceText('Pune (work from office)').workplace).toBe('onsite');
    expect(readPlaceText('Remote (New Jersey, US)')).toEqual({
      workplace: 'remote',
      places: [{ subdivision: 'US-NJ', country: 'US' }],
    });
  });

  test('a code that is a state and a country is told by city and feed', () => {
    expect(placesIn('Berlin, DE')).toBe('Berlin/DE-BE/DE');
    expect(placesIn('Dover, DE')).toBe('Dover/US-DE/US');
    expect(placesIn('Kleinstadt, DE', 'DE')).toBe('Kleinstadt//DE');
    expect(placesIn('Perth, WA')).toBe('Perth/AU-WA/AU');
    expect(placesIn('Vancouver, WA')).toBe('Vancouver/US-WA/US');
    expect(placesIn('Florence, AL')).toBe('Florence/US-AL/US');
  });
});

describe('a place in parts', () => {
  test('a place is read from its parts, in any spelling', () => {
    expect(
      readPlaces([{ city: 'Boston', region: 'Massachusetts', country: 'United States' }]).places,
    ).toEqual([{ city: 'Boston', subdivision: 'US-MA', country: 'US' }]);
    expect(readPlaces([{ city: 'Leipzig', region: 'Saxony', country: 'deu' }]).places).toEqual([
      { city: 'Leipzig', subdivision: 'DE-SN', country: 'DE' },
    ]);
  });

  test('a place that is not understood stays as written', () => {
    expect(readPlaces([{ city: 'Foo', region: 'Bar Valley', country: 'US' }]).places).toEqual([
      { city: 'Foo', country: 'US', region: 'Bar Valley' },
    ]);
  });

  test('whose city holds a list or a word for remote is read as text', () => {
    expect(readPlaces([{ city: 'Boston, Denver', country: 'US' }]).places.map(short)).toEqual([
      'Boston/US-MA/US',
      'Denver/US-CO/US',
    ]);
    expect(readPlaces([{ city: 'Remote', country: 'US' }])).toEqual({
      workplace: 'remote',
      places: [{ country: 'US' }],
    });
  });

  test.each([
    ['Lebanon', 'PA', 'US', 'Lebanon/US-PA/US'],
    ['Lebanon', 'NH', undefined, 'Lebanon/US-NH/US'],
    ['Indiana', 'Pennsylvania', 'United States', 'Indiana/US-PA/US'],
    ['ONTARIO', 'CA', 'US', 'Ontario/US-CA/US'],
    ['Mobile', 'AL', undefined, 'Mobile/US-AL/US'],
    ['Victoria', 'TX', 'US', 'Victoria/US-TX/US'],
    ['Peru', 'IL', 'US', 'Peru/US-IL/US'],
    ['China', 'TX', 'US', 'China/US-TX/US'],
    ['Home', 'PA', 'US', 'Home/US-PA/US'],
    ['Texas', 'TX', 'US', '/US-TX/US'],
    ['USA', 'TX', 'US', '/US-TX/US'],
    ['Remote', 'PA', 'US', '/US-PA/US'],
    ['Various', 'PA', 'US', '/US-PA/US'],
    ['Canada', 'ON', undefined, '/CA-ON/CA'],
    ['Bayern', 'Bayern', 'DE', '/DE-BY/DE'],
  ])(
    'a town may be named like a state, a country or a way to work: %s, %s, %s',
    (city, region, country, place) => {
      const raw = country === undefined ? { city, region } : { city, region, country };
      expect(readPlaces([raw]).places.map(short).join(' ')).toBe(place);
    },
  );

  test('counts once', () => {
    expect(
      readPlaces([{ text: 'Boston, MA' }, { city: 'Boston', region: 'MA', country: 'US' }]).places,
    ).toHaveLength(1);
  });

  test('gets the country of the feed when it names none', () => {
    expect(readPlaces([{ text: 'Springfield' }], 'US').places).toEqual([
      { city: 'Springfield', country: 'US' },
    ]);
  });

  test('a place is named as the service names places', () => {
    expect(locationOf({ city: 'Boston', subdivision: 'US-MA', country: 'US' })).toEqual({
      city: 'Boston',
      state: 'MA',
      country: 'United States',
    });
    expect(locationOf({ subdivision: 'DE-BY', country: 'DE' })).toEqual({
      state: 'Bayern',
      country: 'Germany',
    });
  });

  test.each([
    [{ city: 'Ann Arbor', state: 'MI', country: 'United States' }, 'Ann Arbor, MI'],
    [{ city: 'Lagos', country: 'Nigeria' }, 'Lagos, Nigeria'],
    [{ state: 'Bayern' }, 'Bayern'],
    [null, ''],
  ])('is one line on pages: %j', (place, words) => {
    expect(placeText(place)).toBe(words);
  });
});
