import { describe, expect, test } from 'vitest';
import { readPay } from '../../src/listings/values/pay-text.ts';
import { readSalary } from '../../src/listings/values/salary.ts';

describe('pay in a text', () => {
  test.each([
    ['$32–$36/hour for 6+ years', { min: 32, max: 36, unit: 'HOUR', currency: 'USD' }],
    ['$90-135k based on experience', { min: 90_000, max: 135_000, currency: 'USD' }],
    ['$1.40k - $1.80k', { min: 1400, max: 1800, currency: 'USD' }],
    ['CA$70K to CA$90K OTE.', { min: 70_000, max: 90_000, currency: 'CAD' }],
    ['710,00 - 1 823,00 EUR', { min: 710, max: 1823, currency: 'EUR' }],
    ['60.000,00 € p.a.', { min: 60_000, max: 60_000, unit: 'YEAR', currency: 'EUR' }],
    ['Up to $21/hour', { max: 21, unit: 'HOUR', currency: 'USD' }],
    ['À partir de 11,88 € par an', { min: 11.88, unit: 'YEAR', currency: 'EUR' }],
    ['Weekly pay $900', { min: 900, max: 900, unit: 'WEEK', currency: 'USD' }],
    ['от 80 000 до 120 000 руб.', { min: 80_000, max: 120_000, currency: 'RUB' }],
    ['1160 - 1600', { min: 1160, max: 1600 }],
    ['₹6,00,000 - ₹10,00,000 P.A.', { min: 600_000, max: 1_000_000, unit: 'YEAR', currency: 'INR' }],
    ['$15,000 sign-on bonus! $45/hr', { min: 45, max: 45, unit: 'HOUR', currency: 'USD' }],
    ['$60,000. 40 hours per week.', { min: 60_000, max: 60_000, currency: 'USD' }],
    ['$0 - $50,000', { max: 50_000, currency: 'USD' }],
    ['月給22万5,000円以上', { min: 225_000, unit: 'MONTH', currency: 'JPY' }],
    ['月給21万8千円', { min: 218_000, max: 218_000, unit: 'MONTH', currency: 'JPY' }],
    ['IDR 8-12 juta per bulan', { min: 8_000_000, max: 12_000_000, unit: 'MONTH', currency: 'IDR' }],
    ['100-150к руб', { min: 100_000, max: 150_000, currency: 'RUB' }],
    ['Mzda 38 000 až 46 000 Kč měsíčně', { min: 38_000, max: 46_000, unit: 'MONTH', currency: 'CZK' }],
    ['From: $18.00 To: $22.00 Per: Hour', { min: 18, max: 22, unit: 'HOUR', currency: 'USD' }],
    ['$20.19 (minimum) - $30.29 (maximum) hourly', { min: 20.19, max: 30.29, unit: 'HOUR', currency: 'USD' }],
    ['Weekly pay: $1,200 | Monthly: $5,200', { min: 1200, max: 1200, unit: 'WEEK', currency: 'USD' }],
    ['Rental agent, $19 an hour', { min: 19, max: 19, unit: 'HOUR', currency: 'USD' }],
    ['Student pay $15/hour', { min: 15, max: 15, unit: 'HOUR', currency: 'USD' }],
    ['Nursing homes pay $18 an hour', { min: 18, max: 18, unit: 'HOUR', currency: 'USD' }],
    ['8000-1.2万元/月', { min: 8000, max: 12_000, unit: 'MONTH', currency: 'CNY' }],
    ['연봉 3,600 ~ 4,500만원', { min: 36_000_000, max: 45_000_000, unit: 'YEAR', currency: 'KRW' }],
    ['Lương: 12 - 18 triệu/tháng', { min: 12_000_000, max: 18_000_000, unit: 'MONTH', currency: 'VND' }],
    ['Taux horaire de 21,30 $ à 27,85 $', { min: 21.3, max: 27.85, unit: 'HOUR', currency: 'CAD' }],
    ['Stipendio mensile tra 1.650 e 1.900 euro', { min: 1650, max: 1900, unit: 'MONTH', currency: 'EUR' }],
    ['Årslön mellan 480 000 och 540 000 kr', { min: 480_000, max: 540_000, unit: 'YEAR', currency: 'SEK' }],
    ['$1,900 biweekly ($49,400 a year)', { min: 49_400, max: 49_400, unit: 'YEAR', currency: 'USD' }],
    ['Tier 1 $18.00/hr, Tier 2 $20.50/hr', { min: 18, max: 20.5, unit: 'HOUR', currency: 'USD' }],
    ['Base $88,000 - $97,000. Bonus $8,000 - $12,000', { min: 88_000, max: 97_000, currency: 'USD' }],
    ['Pay $60,000-$70,000. Projects are $50,000-$90,000', { min: 60_000, max: 70_000, currency: 'USD' }],
    ['Salary: Band 7 - $114,501.15 p.a', { min: 114_501.15, max: 114_501.15, unit: 'YEAR', currency: 'USD' }],
    ['$24 an hour, and if you refer a friend, $900', { min: 24, max: 24, unit: 'HOUR', currency: 'USD' }],
    ['$3,000/month + housing stipend $1,200', { min: 3000, max: 3000, unit: 'MONTH', currency: 'USD' }],
    ['Loan officer, $52,000 a year', { min: 52_000, max: 52_000, unit: 'YEAR', currency: 'USD' }],
    ['Artist fee: £1,800 for the week', { min: 1800, max: 1800, unit: 'WEEK', currency: 'GBP' }],
    ['£11 an hour for juniors and £13 for seniors', { min: 11, max: 13, unit: 'HOUR', currency: 'GBP' }],
    ['$15 an hour for tutors and $20 for travel', { min: 15, max: 15, unit: 'HOUR', currency: 'USD' }],
    ['$60 an hour for chiefs and $45 for others', { min: 60, max: 60, unit: 'HOUR', currency: 'USD' }],
    ['$600 weekly during training, then $700 after', { min: 600, max: 700, unit: 'WEEK', currency: 'USD' }],
    ['$20 - $25 - $30/hr (min-mid-max)', { min: 20, max: 30, unit: 'HOUR', currency: 'USD' }],
    ['$20 - $25/hr - $500 bonus', { min: 20, max: 25, unit: 'HOUR', currency: 'USD' }],
    ['Models receive a flat fee of $150 per class', { min: 150, max: 150, currency: 'USD' }],
    ['Earn $0.10 a word', { min: 0.1, max: 0.1, currency: 'USD' }],
    ['Paid biweekly: $1,800', { min: 1800, max: 1800, currency: 'USD' }],
    ['Paid biweekly at $18 an hour', { min: 18, max: 18, unit: 'HOUR', currency: 'USD' }],
    ['$700 every week', { min: 700, max: 700, unit: 'WEEK', currency: 'USD' }],
    ['NTE $60,000', { max: 60_000, currency: 'USD' }],
    ['Salary with a floor of $60,000', { min: 60_000, currency: 'USD' }],
    ['Salary $80,000 plus super', { min: 80_000, max: 80_000, currency: 'AUD' }],
    ['$20/hr plus super tips', { min: 20, max: 20, unit: 'HOUR', currency: 'USD' }],
    ['$60,000 (step 1) to $80,000 (step 10)', { min: 60_000, max: 80_000, currency: 'USD' }],
    ['Charge nurse, $45 per hour', { min: 45, max: 45, unit: 'HOUR', currency: 'USD' }],
    ['Staff turnover is low: $20 an hour', { min: 20, max: 20, unit: 'HOUR', currency: 'USD' }],
    ['$18 an hour selling prizes', { min: 18, max: 18, unit: 'HOUR', currency: 'USD' }],
    ['Bond analyst, $90,000 a year', { min: 90_000, max: 90_000, unit: 'YEAR', currency: 'USD' }],
    ['Able to lift 25 pounds. Pay: $18/hr', { min: 18, max: 18, unit: 'HOUR', currency: 'USD' }],
    ['Salary 400 pounds a week', { min: 400, max: 400, unit: 'WEEK', currency: 'GBP' }],
    ['19.00-22.50 hourly, DOE', { min: 19, max: 22.5, unit: 'HOUR' }],
  ])('%s', (text, expected) => {
    expect(readPay(text)).toEqual(expected);
  });

  test.each([
    'Having raised over $235M to date',
    '1 bedrooms, 1 full baths, $1,850 per month',
    '2bd apartment for rent, 900 sq ft, $2,100/month',
    'the average salary is $105,000',
    'Access to a $200k+ perk marketplace',
    '$7,500 Sign On Bonus',
    'Employer-paid $50,000 basic life insurance',
    'a plan of (up to $1,500 per quarter)',
    '401(k) match',
    'Competitive',
    '3-5 years',
    '40 hours per week',
    '$0',
    '60000 - 50000',
    '$1,500 relocation assistance',
    'We pay $500/month toward your rent. Wage negotiable.',
    'We pay $100 a month towards student loans.',
    'Pay includes $300/month to help cover childcare.',
    'Up to $15,000 in loan forgiveness over three years, pay per union scale.',
    'All staff get a technology stipend of $75 per month.',
    '$50/month wellness stipend, $1,500 yearly learning stipend',
    'Volunteers pay $35 for a uniform.',
    'Refer another nurse and we pay you $3,000 after her first shift.',
    'Agents sell homes at a median price of $640,000; the desk fee is $120 a month.',
    'Meal vouchers for restaurants and shops ($9 per working day)',
    'Salary by tariff, 38,5 Std./Woche',
    '資本金5,000万円',
    'Rent is $800 a month in staff housing',
    'Employees pay $50 per week for room and board',
    'Agents list homes from $300,000 to $900,000.',
    '累計利用者数300万人のサービス',
    'Join 10,000 employees at a $50,000,000 company.',
    'Pay negotiable; must lift up to 50 pounds',
    'Lift 50 pounds daily',
    'Annual turnover is $4,000,000',
    'Der Jahresumsatz liegt bei 500.000 € im Jahr',
    'Our stores take $40,000 to $60,000 in daily sales',
    '$1,000 in cash prizes',
    'A fidelity bond of $50,000 is required',
    'Insurance of $1,000,000 per claim',
    'The clinic charges $90 per hour',
    'A flat fee of $35 is required with your application',
    'Dues are $50 biweekly',
    'Biweekly team lunch, $20',
    'A work-study award of $3,000 per year',
    'Trainees get 90% of the base rate of $20 an hour',
    'Mileage is paid at $0.67 per mile',
    'Supervises 10-20 hourly.',
    'Compensated absences: 12 per year',
  ])('"%s" states none', (text) => {
    expect(readPay(text)).toEqual({});
  });

  test("a bare dollar is the country's", () => {
    expect(readPay('$30 per hour', 'CA').currency).toBe('CAD');
    expect(readPay('30 000 kr per month', 'SE').currency).toBe('SEK');
  });
});

describe('a salary', () => {
  test('in parts becomes one readable string', () => {
    expect(readSalary({ min: '50000', max: 60_000, currency: 'usd', unit: 'PA' })).toEqual({
      min: 50_000,
      max: 60_000,
      unit: 'YEAR',
      currency: 'USD',
      text: 'USD 50,000 – 60,000 per year',
    });
    expect(readSalary({ value: 18.5, unit: 'per hour' })?.text).toBe('18.50 per hour');
  });

  test.each([
    ['ANNUM', 'YEAR'],
    ['Jahr', 'YEAR'],
    ['Monat', 'MONTH'],
    ['mois', 'MONTH'],
    ['Woche', 'WEEK'],
    ['Stunden', 'HOUR'],
    ['heure', 'HOUR'],
    ['hora', 'HOUR'],
    ['Fortnight', undefined],
    ['bi-weekly', undefined],
  ])('in parts per "%s" is per %s', (unit, expected) => {
    expect(readSalary({ value: 100, currency: 'EUR', unit })?.unit).toBe(expected);
  });

  test('in cents is counted in whole units', () => {
    expect(readSalary({ min: 5_000_000, max: 6_000_000, currency: 'USD', cents: true })).toMatchObject({
      min: 50_000,
      max: 60_000,
    });
  });

  test('pay of 0, of 1, or in reverse order is unknown', () => {
    expect(readSalary({ min: 0, max: 1 })).toBeUndefined();
    expect(readSalary({ min: 90, max: 50 })).toBeUndefined();
    expect(readSalary('0')).toBeUndefined();
    expect(readSalary('N/A')).toBeUndefined();
  });

  test('pay keeps its words where they hold a number, and is none where they hold none', () => {
    expect(readSalary('Competitive, DOE')).toBeUndefined();
    expect(readSalary('Selon profil, chez TotalEnergies')).toBeUndefined();
    expect(readSalary({ text: '$20/hr DOE' })).toEqual({
      min: 20,
      max: 20,
      unit: 'HOUR',
      currency: 'USD',
      text: '$20/hr DOE',
    });
  });

  test('in a text is completed by the fields beside it, and those by nothing', () => {
    expect(readSalary({ text: '25000', currency: 'USD', unit: 'yearly' })).toEqual({
      min: 25_000,
      max: 25_000,
      unit: 'YEAR',
      currency: 'USD',
      text: '25000',
    });
    expect(readSalary({ text: '£20 an hour', currency: 'USD', unit: 'yearly' })).toMatchObject({
      unit: 'HOUR',
      currency: 'GBP',
    });
    expect(readSalary({ text: 'Competitive', currency: 'USD' })).toBeUndefined();
  });

  test('pay with a comma before its cents is read', () => {
    const raw = { min: '710,00', max: '1 823,50', currency: 'EUR', unit: 'MONTHLY' };
    expect(readSalary(raw)).toMatchObject({ min: 710, max: 1823.5, unit: 'MONTH' });
  });
});
