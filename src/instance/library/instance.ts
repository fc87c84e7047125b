/**
 * `quadwire/instance`: the reference instance of both services in this process (docs/instance.md). It needs `@electric-sql/pglite`,
 * and runs on Node 20.19 or newer.
 */
import { checkOptions } from '../../core/check-options.ts';
import { present } from '../../core/present.ts';
import { type ProfileName, profileNames } from '../profiles.ts';
import { soapAuths } from '../reference-instance.ts';
import { serveInstance } from '../serve.ts';
import { createControl, type Control } from './control-client.ts';

export type { Control, InstanceCall, InstanceJob, PicklistEntry } from './control-client.ts';

/** What a school runs: which modules of the REST API its records have. */
export type Profile = ProfileName;

export type StartOptions = {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** `generic` by default. */
  readonly profile?: Profile;
  /** The number that the made-up records come from: the same number makes the same records. 42 by default. */
  readonly seed?: number;
  /** How many made-up records there are: none, some dozens (the default), or those of a campus, which take seconds to make. */
  readonly size?: 'none' | 'small' | 'campus';
  /** Rules of what goes wrong, such as `processJob:fault=Server@0.1`. */
  readonly faults?: readonly string[];
  /** The token of the REST service; `demo-token` by default. */
  readonly token?: string;
  /** How the SOAP service wants its callers to show who they are; `none` by default. */
  readonly soapAuth?: 'none' | 'basic' | 'token';
  /** The namespace of the SOAP service; `urn:JobWebService` by default. */
  readonly namespace?: string;
  /** Refuse keys and picklists that nobody knows, instead of storing them with a note. */
  readonly strict?: boolean;
  /** Approve registrations as they come. */
  readonly autoApprove?: boolean;
  /** Calls of a token: in a day, at once, and how many leak away in a second (REST 8). 10,000, 100 and 10 by default. */
  readonly limits?: { readonly daily?: number; readonly burst?: number; readonly leak?: number };
  /** `memory` by default; a folder or a `postgres://` address keeps the data. */
  readonly data?: string;
};

export type StartedInstance = {
  /** The board, for people: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The endpoint of the SOAP service; its WSDL stands at `?wsdl`. */
  readonly soapUrl: string;
  /** The base address of the REST service, as `createClient` takes it; ends in `/api/public`. */
  readonly restUrl: string;
  readonly token: string;
  readonly namespace: string;
  readonly control: Control;
  /** May be called more than once. */
  readonly stop: () => Promise<void>;
};

/** Starts a reference instance and resolves when it answers. It rejects where the port is taken, an option or a rule is wrong, or the data cannot be opened. */
export async function startInstance(given: StartOptions = {}): Promise<StartedInstance> {
  const options = checkOptions('startInstance', given, {
    port: 'a number',
    host: 'a text',
    profile: [...profileNames, undefined],
    seed: 'a number',
    size: ['none', 'small', 'campus', undefined],
    faults: 'a list',
    token: 'a text',
    soapAuth: [...soapAuths, undefined],
    namespace: 'a text',
    strict: 'a boolean',
    autoApprove: 'a boolean',
    limits: { daily: 'a number', burst: 'a number', leak: 'a number' },
    data: 'a text',
  });
  const { token = 'demo-token', namespace = 'urn:JobWebService', port = 0, ...others } = options;
  const served = await serveInstance(present({ ...others, namespace, port, tokens: [token] }));
  try {
    await served.ready;
  } catch (error) {
    await served.close();
    throw error;
  }
  return {
    url: served.url,
    soapUrl: `${served.url}/soap`,
    restUrl: `${served.url}/api/public`,
    token,
    namespace,
    control: createControl(`${served.url}/_control`),
    stop: served.close,
  };
}
