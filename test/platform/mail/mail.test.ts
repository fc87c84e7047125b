import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../../src/core/clock.ts';
import { silentLog } from '../../../src/core/log.ts';
import { deliverMails } from '../../../src/platform/mail/deliver.ts';
import { formPoster } from '../../../src/platform/mail/recipient.ts';
import { smtpMailer } from '../../../src/platform/mail/smtp.ts';
import { dropMails, putMail } from '../../../src/platform/mail/mail.repository.ts';
import { mailsAbout, waitingMails } from '../../../src/platform/mail/mail.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { anSmtpServer, type SmtpStep } from './smtp-server.ts';
import { manualClock } from '../../setup/clock.ts';

const db = await testDatabase();
let answer: number | undefined;
let refusing: SmtpStep = 'onRcptTo';
const server = await anSmtpServer((step) => (step === refusing ? answer : undefined));
const mailer = smtpMailer({ url: server.url, from: 'Quadwire <jobs@quadwire.example>' });
const clock = manualClock('2026-11-20T09:00:00Z');
const delivering = { db, mailer, clock, random: () => 0.5, log: silentLog };

beforeEach(() => {
  answer = undefined;
  refusing = 'onRcptTo';
  server.received.length = 0;
  clock.set('2026-11-20T09:00:00Z');
});
afterAll(async () => {
  mailer.close();
  await server.close();
});

const mail = {
  to: formPoster('maria@harborfinch.example'),
  subject: 'Confirm your job',
  text: 'Open https://quadwire.example/confirm/secret',
  html: '<p>Open it</p>',
};
const put = (more = {}) =>
  putMail(db, { ...mail, ...more }, { kind: 'form confirm', about: 'submission:1', now: clock.now() });

test('mail is addressed only where somebody gave the address for it, never where a directory or a feed is read', () => {
  const root = join(import.meta.dirname, '../../../src');
  const addressing = globSync('**/*.ts', { cwd: root }).filter((file) =>
    /\b(formPoster|operator|feedOwner|fromOutbox)\(|as Recipient\b/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(addressing.toSorted()).toEqual([
    'platform/mail/deliver.ts',
    'platform/mail/recipient.ts',
    'submissions/mail-outbox.ts',
    'tasks/form/change-job.ts',
    'tasks/watch.ts',
  ]);
});

describe('mail', () => {
  test('a mail of the outbox arrives with text and HTML, once', async () => {
    await put();
    expect(await deliverMails(delivering)).toBe(1);
    expect(await deliverMails(delivering)).toBe(0);
    expect(server.received).toMatchObject([
      { to: mail.to, subject: mail.subject, text: mail.text, html: mail.html },
    ]);
  });

  test('a sent mail keeps its subject and loses its words', async () => {
    await put();
    await deliverMails(delivering);
    const [row] = await mailsAbout(db, 'submission:1', new Date(0));
    expect(row).toMatchObject({ state: 'sent', subject: mail.subject, body: '', html: null });
  });

  test('a refused address ends the mail, and the reason does not repeat it', async () => {
    answer = 550;
    await put();
    await deliverMails(delivering);
    const [row] = await mailsAbout(db, 'submission:1', new Date(0));
    expect(row?.state).toBe('refused');
    expect(row?.answer).not.toContain('maria');
  });

  test.each(['onConnect', 'onMailFrom'] as const)(
    'a server that refuses us (%s), not the mail, is asked again later',
    async (step) => {
      [refusing, answer] = [step, step === 'onConnect' ? 554 : 530];
      const another = smtpMailer({ url: server.url, from: 'jobs@quadwire.example' });
      await put();
      await deliverMails({ ...delivering, mailer: another });
      expect(await waitingMails(db)).toMatchObject([{ subject: mail.subject, body: mail.text }]);
      another.close();
    },
  );

  test('a busy server is asked again later', async () => {
    answer = 451;
    await put();
    await deliverMails(delivering);
    expect(await waitingMails(db)).toHaveLength(1);
    answer = undefined;
    expect(await deliverMails(delivering)).toBe(0);
    clock.advance(HOUR);
    expect(await deliverMails(delivering)).toBe(1);
  });

  test('a server that is not there is trouble, not an end', async () => {
    const nobody = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'jobs@quadwire.example' });
    expect(await nobody.send(mail)).toMatchObject({ kind: 'troubled' });
    nobody.close();
  });

  test('a line break in a subject or an address adds no header', async () => {
    await put({ subject: 'Hello\r\nBcc: other@evil.example', to: 'maria@harborfinch.example' });
    await deliverMails(delivering);
    expect(server.received[0]?.subject).toBe('Hello Bcc: other@evil.example');
    expect(server.received).toHaveLength(1);
  });

  test('a mail system that takes a minute for each gets each mail once, whoever else hands mails over', async () => {
    for (let count = 0; count < 20; count += 1) await put({ subject: `mail ${count}` });
    const handed: string[] = [];
    const slow = {
      ...delivering,
      mailer: {
        send: async ({ subject }: { readonly subject: string }) => {
          handed.push(subject);
          clock.advance(MINUTE);
          await deliverMails(slow);
          return { kind: 'sent' as const };
        },
        close: () => {},
      },
    };
    for (let look = 0; look < 4; look += 1) {
      await deliverMails(slow);
      clock.advance(10 * MINUTE);
    }
    expect(handed).toHaveLength(20);
    expect(new Set(handed).size).toBe(20);
  });

  test('old mails are forgotten', async () => {
    await put();
    await dropMails(db, new Date(clock.now().getTime() + 1));
    expect(await mailsAbout(db, 'submission:1', new Date(0))).toEqual([]);
  });
});
