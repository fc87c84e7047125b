import type { Journal } from './platform/audit/journal.ts';
import type { Config } from './config.ts';
import { isNetworkAddress } from './core/net/addresses.ts';
import { collect } from './core/bytes.ts';
import type { Clock } from './core/clock.ts';
import type { Fetch, TlsIdentity } from './core/net/http.ts';
import type { Log } from './core/log.ts';
import type { Db } from './db/db.ts';
import type { FetchOutcome, Validators } from './feeds/fetch.ts';
import { present } from './core/present.ts';
import { openedWithFirstCall } from './soap/first-call.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { keptRiskList, openedList, listLimits } from './screening/network/risk-list.ts';
import type { LookUps } from './screening/network/look-ups.ts';
import { batchedOutcomes } from './publishing/claims.repository.ts';
import type { FormSite } from './submissions/links.ts';
import type { Alerting, Reach, TaskContext } from './tasks/context.ts';
import type { OpenFile } from './targets/target-wsdl.ts';

/** What a runtime gives: the drivers. */
export type Drivers = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly journal: Journal;
  readonly worker: string;
  readonly fetch: Fetch;
  /** A `fetch` that presents a client's certificate; absent where the runtime cannot. */
  readonly fetchAs?: (identity: TlsIdentity) => Fetch;
  readonly openFile?: (address: string, validators: Validators) => Promise<FetchOutcome>;
  readonly objection?: () => Promise<string | undefined>;
  /** What one task may take; absent where nothing cuts it off. */
  readonly reach?: Reach;
  readonly stopping: () => boolean;
  /** Whether a domain takes mail; absent where the runtime has no DNS. */
  readonly takesMail?: (domain: string) => Promise<boolean | undefined>;
  /** Absent where no mail system is configured: mails stay in the outbox. */
  readonly mailer?: Mailer;
  readonly formSite?: FormSite;
};

/** Wires the product from drivers and configuration; the only place that does. */
export function createContext(
  drivers: Drivers,
  config: Pick<Config, 'allowPrivate' | 'secretNamed' | 'publicUrl'> &
    Partial<
      Pick<Config, 'alertEmail' | 'alertWebhook' | 'secret' | 'timeZone' | 'networkChecks' | 'riskList'>
    >,
): TaskContext {
  const { fetchAs, openFile, ...shared } = drivers;
  const connecting = {
    fetch: drivers.fetch,
    fetchAs,
    secretNamed: config.secretNamed,
    allowPrivate: config.allowPrivate,
    openFile: (path: string) => openedFile(openFile, path),
  };
  return {
    ...shared,
    outcomes: batchedOutcomes(drivers.db),
    openFile,
    ...(config.networkChecks === true ? { lookUps: lookUpsOf(drivers, config.allowPrivate) } : {}),
    riskList:
      config.riskList === undefined ? undefined : riskListOf(drivers, config.riskList, config.allowPrivate),
    userAgent: `Quadwire/0.1 (+${config.publicUrl ?? 'https://quadwire.example'})`,
    allowPrivate: config.allowPrivate,
    secretNamed: config.secretNamed,
    alerting: alertingOf(config),
    connect: (target, settings) =>
      openedWithFirstCall(async () =>
        (await import('./targets/connect.ts')).connectTarget(connecting, target, settings),
      ),
    readWsdlOf: async (target) => (await import('./targets/connect.ts')).readWsdlOf(connecting, target),
  };
}

/** Look-ups of screening, with the guards of feeds. */
function lookUpsOf({ fetch, clock, takesMail }: Drivers, allowPrivate: readonly string[]): LookUps {
  return { fetch, allowPrivate, clock, takesMail };
}

/** Of a file or an address, with the guards of feeds. */
function riskListOf({ clock, fetch, openFile, log }: Drivers, from: string, allowPrivate: readonly string[]) {
  const read = async () => {
    const body = isNetworkAddress(from)
      ? await openedList({ fetch, allowPrivate }, from)
      : await openedFile(openFile, from).then((opened) =>
          opened.kind === 'opened' ? opened.source : undefined,
        );
    const bytes = body === undefined ? undefined : await collect(body, listLimits.maxBytes);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  };
  return keptRiskList({ clock, read, onUnread: () => log.warn('risk list not read', { from }) });
}

/** A file as feeds open it, for what is read once. */
async function openedFile(openFile: Drivers['openFile'], path: string): ReturnType<OpenFile> {
  const opened = await openFile?.(path, {});
  switch (opened?.kind) {
    case 'modified':
      return { kind: 'opened', source: opened.source };
    case 'failed':
    case 'optedOut':
      return { kind: 'failed', reason: opened.reason };
    case 'notModified':
    case undefined:
      return { kind: 'failed', reason: 'files are not read here' };
  }
}

/** Webhooks are signed with a key of the installation's secret; without a secret no webhooks are sent. */
function alertingOf({
  alertEmail: email,
  alertWebhook: url,
  secret,
  timeZone,
}: Partial<Pick<Config, 'alertEmail' | 'alertWebhook' | 'secret' | 'timeZone'>>): Alerting {
  const webhook = url === undefined || secret === undefined ? undefined : { url, secret };
  return present({ email, timeZone, webhook });
}
