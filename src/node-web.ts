import type { Hono } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';
import { firstOperatorLink } from './platform/accounts/people.ts';
import { hasUsers } from './platform/accounts/accounts.queries.ts';
import { systemClock } from './core/clock.ts';
import { present } from './core/present.ts';
import { answers } from './db/db-answers.ts';
import { type Node, secretOf } from './node.ts';
import type { Queue } from './platform/queue/queue.ts';
import { deliverMails } from './platform/mail/deliver.ts';
import { waitingMails } from './platform/mail/mail.queries.ts';
import type { OpenPages } from './faces/web/open-pages.ts';
import { createWeb } from './web-app.ts';
import { createCapabilities } from './faces/web/create-capabilities.ts';
import type { WebDeps, WebEnv } from './faces/web/env.ts';
import { formPages } from './faces/form/form-routes.ts';
import { nodeStaticFiles } from './faces/web/static-node.ts';
import { addressOf } from './faces/cli/cli-installation.ts';
import type { Given } from './faces/cli/command.ts';

/** The web on Node, with the link for the first operator that `up` prints. */
export async function createNodeWeb(
  given: Pick<Given, 'config' | 'log' | 'terminal'>,
  node: Node,
  queue?: () => Queue | undefined,
): Promise<{
  readonly app: Hono<WebEnv>;
  readonly notes: readonly string[];
  /** Without the link of the first operator, once somebody has an account. */
  readonly notesNow: () => Promise<readonly string[]>;
}> {
  const { config, log } = given;
  const { db, context } = node;
  const web: WebDeps = {
    db,
    log,
    clock: systemClock,
    random: Math.random,
    files: nodeStaticFiles(),
    ready: () => answers(db, 2_000),
    acts: createCapabilities(context, queue),
    remoteAddress: (c) => getConnInfo(c).remote.address,
    site: {
      secret: secretOf(config),
      trustProxy: config.trustProxy,
      timeZone: config.timeZone,
      hasMailSystem: context.mailer !== undefined,
      publicUrl: config.publicUrl,
      helpEmail: config.helpEmail,
      campus: config.campus,
    },
  };
  const app = createWeb(web, [await createForm(given, node, web)]);
  const link = await firstOperatorLink({ db, clock: systemClock });
  const base = config.publicUrl ?? addressOf(config);
  const notes = link === undefined ? [] : [`First operator: open ${base}${link} (works once)`];
  return { app, notes, notesNow: async () => ((await hasUsers(db)) ? [] : notes) };
}

/** The hosted form. Where no mail system is configured its mails stay in the outbox and are shown here, clearly marked. */
async function createForm(
  { log, terminal }: Pick<Given, 'log' | 'terminal'>,
  { context }: Node,
  web: WebDeps,
): Promise<OpenPages> {
  const { formSite, mailer, db, clock, random } = context;
  if (formSite === undefined) throw new Error('the form needs its own address');
  const shown = new Set((await waitingMails(db)).map(({ id }) => id));
  const showKept = async () => {
    for (const mail of (await waitingMails(db)).toReversed()) {
      if (shown.has(mail.id)) continue;
      shown.add(mail.id);
      terminal.say(
        `--- mail not sent, because SMTP_URL is not set ---\nTo: ${mail.recipient}\nSubject: ${mail.subject}\n\n${mail.body}---`,
      );
    }
  };
  const deliver = mailer === undefined ? showKept : () => deliverMails({ db, mailer, clock, random, log });
  const mailSoon = () => {
    deliver().catch((error: unknown) => log.error('mails not handed over', { error }));
  };
  const { lookUps, riskList, fetch, userAgent, allowPrivate } = context;
  return formPages({
    web,
    site: formSite,
    mailSoon,
    fetching: { fetch, clock, userAgent, allowPrivate },
    ...present({ lookUps, riskList }),
  });
}
