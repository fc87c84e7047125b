import type { RecordData } from '../instance-schema.ts';
import type { Stored } from '../instance-records.ts';
import type { Maker } from './maker.ts';
import { aPerson, aPhone, anAddress } from './people.seed.ts';
import { employerEnds, employerFirsts, employerSeconds, places, positionTitles } from './seed-texts.ts';

/** An employer and its primary contact. Names do not repeat. */
export function anEmployerWithContact(maker: Maker, index: number): readonly [Stored, Stored] {
  const { chance, keys, newId, row } = maker;
  const name = employerName(index);
  const domain = `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')}.example`;
  const [employerId, contactId] = [newId(), newId()];
  const employer = row('employers', employerId, {
    name,
    description: `${name} is a made-up employer of the reference instance.`,
    importedId: `IMP-${index + 1}`,
    ...(chance.yes(0.4) ? { taxId: `00-${String(1_000_000 + index)}` } : {}),
    type: chance.one(keys('employer_type')),
    primaryContact: contactId,
    accountManager: chance.one(keys('account_manager')),
    website: `https://www.${domain}`,
    industries: [chance.one(keys('industry'))],
    address: anAddress(maker),
    custom: { customPartnerTier: chance.one(['Bronze', 'Silver', 'Gold']) },
  });
  return [employer, row('contacts', contactId, aContact(maker, employerId, domain))];
}

function aContact(maker: Maker, employerId: string, domain: string): RecordData {
  const { chance, keys } = maker;
  const { handle, ...name } = aPerson(maker);
  return {
    ...name,
    email: `${handle}@${domain}`,
    title: chance.one(['Recruiter', 'Hiring Manager', 'Campus Lead', 'Talent Partner']),
    phone: aPhone(maker),
    types: [chance.one(keys('contact_type'))],
    services: chance.some(keys('service'), 2),
    employer: employerId,
  };
}

export function anEmployerRegistration(maker: Maker, index: number): RecordData {
  const { chance, keys } = maker;
  return {
    name: `${employerName(index * 7 + 3)} Careers`,
    importedId: `REG-${index + 1}`,
    types: [chance.one(keys('registration_type'))],
    accountManager: chance.one(keys('account_manager')),
  };
}

export function aNetworkRegistration(maker: Maker, index: number): RecordData {
  const { chance, keys, newId } = maker;
  const { handle, ...name } = aPerson(maker);
  const network = chance.one(keys('network'));
  const networkStatus = chance.one(keys('network_status'));
  return {
    ...name,
    email: `${handle}@network-${index + 1}.example`,
    network,
    networkStatus,
    types: [chance.one(keys('contact_type'))],
    employer: {
      id: newId(),
      name: `${employerName(index * 11 + 5)} Network`,
      taxId: `99-${String(1_000_000 + index)}`,
      importedId: `NET-${index + 1}`,
      network,
      networkStatus,
      industries: [chance.one(keys('industry'))],
      address: anAddress(maker),
    },
  };
}

/** A position that students applied to; it is over, so its employer is not active by it. */
export function aPosition({ chance }: Maker, employerId: string): RecordData {
  const { city, state, label } = chance.one(places);
  return {
    name: chance.one(positionTitles),
    employer: employerId,
    jobLocations: [{ city, state: { id: state, label }, country: { id: 'US', label: 'United States' } }],
  };
}

function employerName(index: number): string {
  const first = employerFirsts[index % employerFirsts.length] ?? '';
  const round = Math.floor(index / employerFirsts.length);
  const second = employerSeconds[(round * 31 + index * 7) % employerSeconds.length] ?? '';
  const end = employerEnds[(round + index) % employerEnds.length] ?? '';
  const branch = Math.floor(index / (employerFirsts.length * employerSeconds.length));
  return `${first} ${second}${branch === 0 ? '' : ` ${branch + 1}`}${end}`;
}
