import type { Log } from '../core/log.ts';
import type { CallLog } from './call-log.ts';
import type { InstanceDb } from './database.ts';
import type { Faults } from './faults/faults.ts';
import type { NewId } from './ids.ts';
import type { Catalogue } from './instance-picklists.ts';
import type { Profile } from './profiles.ts';
import type { Seeding } from './seeding.ts';
import type { InstanceClock } from './instance-time.ts';

/** How SOAP calls show who they are. The REST half always wants a token. */
export const soapAuths = ['none', 'basic', 'token'] as const;
export type SoapAuth = (typeof soapAuths)[number];

/** All that the instance's routes work with. */
export type Instance = {
  readonly db: InstanceDb;
  readonly clock: InstanceClock;
  readonly newId: NewId;
  readonly catalogue: Catalogue;
  readonly faults: Faults;
  readonly profile: Profile;
  readonly calls: CallLog;
  readonly seeding: Seeding;
  readonly tokens: ReadonlySet<string>;
  readonly soapAuth: SoapAuth;
  /** Whether network registrations are verified on receipt. */
  readonly autoApprove: boolean;
  readonly namespace: string;
  /** Whether what no picklist knows is refused; testers may switch it. */
  readonly mode: { strict: boolean };
  /** Where the data is kept, in words. */
  readonly keeps: string;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
};
