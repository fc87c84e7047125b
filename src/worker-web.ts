import { edgeConfig, type Env, type Invoked, openInvocation } from './cloudflare.ts';
import { systemClock } from './core/clock.ts';
import { present } from './core/present.ts';
import { answers } from './db/db-answers.ts';
import { createCapabilities } from './faces/web/create-capabilities.ts';
import type { WebDeps } from './faces/web/env.ts';
import { createWeb } from './web-app.ts';
import { formPages } from './faces/form/form-routes.ts';
import { deliverMails } from './platform/mail/deliver.ts';

export type Invocation = { readonly waitUntil: (promise: Promise<unknown>) => void };

/** Answers a request of the pages, the form or the API. */
export async function answerRequest(request: Request, env: Env, invocation: Invocation): Promise<Response> {
  const config = edgeConfig(env);
  if (config === undefined)
    return new Response('The settings of this Worker have mistakes; its log lists them.', { status: 500 });
  const invoked = openInvocation(env, config);
  const after: Promise<unknown>[] = [];
  const answer = await webOf(invoked, (work) => after.push(work)).fetch(request);
  return lasting(answer, invocation, async () => {
    await Promise.allSettled(after);
    await invoked.close();
  });
}

/** The web. Static files are answered before it, by the assets of wrangler.toml; the edge packs answers itself. */
function webOf({ config, context, consuming }: Invoked, later: (work: Promise<unknown>) => void) {
  const { db, log, clock, random, formSite: site, mailer } = context;
  const { secret, trustProxy, timeZone, publicUrl, helpEmail, campus } = config;
  const web: WebDeps = {
    db,
    log,
    clock: systemClock,
    random,
    files: async () => undefined,
    behindEdge: true,
    later,
    ready: () => answers(db, 2_000),
    acts: createCapabilities(context, () => consuming.queue),
    remoteAddress: (c) => c.req.header('cf-connecting-ip'),
    site: {
      secret,
      trustProxy,
      timeZone,
      publicUrl,
      hasMailSystem: context.mailer !== undefined,
      ...present({ helpEmail, campus }),
    },
  };
  const { lookUps, riskList } = context;
  const mailSoon = () => {
    if (mailer === undefined) return;
    const handed = deliverMails({ db, mailer, clock, random, log });
    later(handed.catch((error: unknown) => log.error('mails not handed over', { error })));
  };
  return createWeb(
    web,
    site === undefined
      ? []
      : [formPages({ web, site, mailSoon, fetching: context, ...present({ lookUps, riskList }) })],
  );
}

/** The answer, and an end for when its last byte is out: lists are still being read from the database while it is on its way. */
function lasting(answer: Response, invocation: Invocation, end: () => Promise<void>): Response {
  if (answer.body === null) {
    invocation.waitUntil(end());
    return answer;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // The client may disconnect before the end.
  invocation.waitUntil(
    answer.body
      .pipeTo(writable)
      .catch(() => {})
      .then(end),
  );
  return new Response(readable, answer);
}
