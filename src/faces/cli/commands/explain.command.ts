import { keptCalls, type KeptCall } from '../../../publishing/queries/job-states.queries.ts';
import { reasons } from '../../../picklists/describe.ts';
import { listingText } from '../../../operations/reports/job-steps.ts';
import { minute, second } from '../../../operations/registry/operation-text.ts';
import { encodeParts } from '../../../soap/codec.ts';
import { snakeKeys } from '../../../core/snake-keys.ts';
import {
  explain as explainJob,
  type Explanation,
  type TargetStatus,
  type WouldCall,
  wouldSend,
} from '../../../operations/reports/explain.ts';
import { messageText } from '../../../soap/exact-call.ts';
import { zoneOf } from '../../../operations/reports/send-status.ts';
import { type Command, done, refused, report } from '../command.ts';
import { targetNamed } from '../../../targets/targets.queries.ts';
import { noTarget } from '../unknown.ts';
import { withProduct } from '../with-product.ts';

export const explain: Command = {
  name: 'explain',
  usage: 'SOURCE JOB_ID [--target T] [--sent] [--would] [--json]',
  about: 'One job’s whole way: feed item, listing, mapping with scores, XML sent, answer, what happens next.',
  words: [2, 2],
  run: (given) =>
    withProduct(given, async ({ context }) => {
      const [source = '', jobId = ''] = given.words;
      const { flags, terminal } = given;
      const target = flags.text('target');
      if (target !== undefined && (await targetNamed(context.db, target)) === undefined)
        return noTarget(context.db, target);
      const asking = { ...context, timeZone: zoneOf(context) };
      const outcome = await explainJob(asking, source, jobId, target);
      if (outcome.kind === 'unknown') return refused(outcome.reason);
      if (flags.has('sent') || flags.has('would')) {
        const { explanation } = outcome;
        const sent = flags.has('sent')
          ? await keptCalls(context.db, explanation.listing.id, target)
          : undefined;
        const would = flags.has('would') ? await wouldSend(context.db, explanation) : undefined;
        const texts = [...(sent === undefined ? [] : sentText(sent)), ...(would?.map(wouldText) ?? [])];
        const facts = { sent: sent?.map(sentToJson), would: would?.map(wouldToJson) };
        return report(given, facts, texts.join('\n\n'));
      }
      const { explanation } = outcome;
      terminal.out(flags.has('json') ? JSON.stringify(snakeKeys(explanation)) : explanationText(explanation));
      return done;
    }),
};

function explanationText({ source, listing, lacking, targets }: Explanation): string {
  const { listing: understood } = listing;
  const origin = Object.entries(understood.provenance).map(([field, from]) => `  ${field}: ${from}`);
  return [
    `${source} / ${listing.jobId}: ${listing.title}`,
    `${listingText(listing)}.`,
    `First seen ${minute(listing.firstSeenAt)} UTC, changed ${minute(listing.changedAt)} UTC.`,
    ...targets.flatMap(wayText),
    ...(understood.warnings.length > 0
      ? ['', 'Warnings', ...understood.warnings.map((warning) => `  ${warning}`)]
      : []),
    '',
    `Quality: ${understood.quality} of 100${lacking.length === 0 ? '' : ', to improve'}`,
    ...lacking.slice(0, 3).flatMap(({ what, fix, points }) => [`  ${what}, ${points} points:`, `    ${fix}`]),
    '',
    'Where each field comes from',
    ...origin,
    ...targets.flatMap(sentTexts),
  ].join('\n');
}

const signs = { ok: '✓', held: '!', fail: '✗', run: '~', wait: '·', pause: '=', none: '−' } as const;

/** Why the job is, or is not, at a school, and each step of its way there. */
function wayText({ way }: TargetStatus): readonly string[] {
  return [
    '',
    `${way.heading}${way.command === undefined ? '' : `    ${way.command}`}`,
    ...way.steps.map(
      (step) =>
        `  ${signs[step.shape]} ${step.title}${step.key === way.stands && step.text !== '' ? `. ${step.text}` : ''}`,
    ),
  ];
}

function sentTexts({ target, mapping, posting, publication, identity }: TargetStatus): readonly string[] {
  const labels = mapping.flatMap(({ field, labels: found }) =>
    found.map(({ label, keys, step, score, reason }) =>
      keys.length > 0
        ? `  ${field}: “${label}” is ${keys.join(', ')} (${step}, ${score.toFixed(2)})`
        : `  ${field}: “${label}” has no key${reason === undefined ? '' : `, ${reasons[reason].sentence}`}`,
    ),
  );
  const sent =
    publication === undefined
      ? ['  nothing yet']
      : [
          `  ${publication.state === 'delisted' ? 'taken down' : publication.state} as ${publication.external_source_id} / ${publication.job_id}${publication.sent_at === null ? '' : `, sent ${second(new Date(publication.sent_at))} UTC`}`,
          ...(publication.answer === null ? [] : [`  answer: “${publication.answer}”`]),
          ...(publication.reason === null ? [] : [`  reason: ${publication.reason}`]),
          `  next: ${nextWords(publication)}`,
        ];
  return [
    '',
    `Sent to ${target}`,
    ...sent,
    ...(labels.length > 0 ? ['Mapping', ...labels] : []),
    ...(posting === undefined ? [] : ['XML', xmlOf(posting, identity)]),
  ];
}

function nextWords({ next_at, waits_for }: NonNullable<TargetStatus['publication']>): string {
  if (next_at === null) return waits_for === null ? 'no call is due' : `nothing while ${waits_for}`;
  return `a call at ${next_at}${waits_for === null ? '' : ` (${waits_for})`}`;
}

function xmlOf(
  { job, employer }: NonNullable<TargetStatus['posting']>,
  { externalSourceId }: TargetStatus['identity'],
): string {
  const parts = { job, employer, external_source_id: externalSourceId };
  return encodeParts('processJob', parts).replaceAll('><', '>\n<');
}

function sentText(calls: readonly KeptCall[]): readonly string[] {
  if (calls.length === 0)
    return ['Nothing has been sent about this job, or its bytes are no longer kept (`calls.keepDays`).'];
  return calls.flatMap(({ target, operation, sentAt, endedAt, request, answer, reason }) => [
    `# ${operation} to ${target}, sent ${sentAt.toISOString()}`,
    messageText(request),
    answer === undefined
      ? `# No answer by ${endedAt.toISOString()}: ${reason ?? ''}`
      : `# Answered ${endedAt.toISOString()}`,
    ...(answer === undefined ? [] : [messageText(answer)]),
  ]);
}

/** The next call as it would be sent, or why it cannot be. */
export function wouldText({ target, request, reason }: WouldCall): string {
  return `# ${request ? 'Would be sent to' : 'Cannot be written for'} ${target}\n\n${request ? messageText(request) : reason}`;
}

function sentToJson({ target, operation, sentAt, endedAt, request, answer, reason }: KeptCall) {
  return {
    target,
    operation,
    sent_at: sentAt.toISOString(),
    ended_at: endedAt.toISOString(),
    request: messageText(request),
    request_base64: Buffer.from(request).toString('base64'),
    answer: answer === undefined ? null : messageText(answer),
    answer_base64: answer === undefined ? null : Buffer.from(answer).toString('base64'),
    reason: reason ?? null,
  };
}

function wouldToJson({ target, request, reason }: WouldCall) {
  if (request === undefined) return { target, request: null, request_base64: null, reason };
  const base64 = Buffer.from(request).toString('base64');
  return { target, request: messageText(request), request_base64: base64, reason: null };
}
