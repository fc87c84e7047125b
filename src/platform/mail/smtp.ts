import { createTransport } from 'nodemailer';
import type { Delivery, Mail, Mailer } from './mailer.ts';

/** The SMTP driver of `Mailer`. Every step has a limit in time, so that a silent server holds nobody up. */
export function smtpMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail: Mail): Promise<Delivery> => {
      try {
        await transport.sendMail({ from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } });
        return { kind: 'sent' };
      } catch (error) {
        return deliveryOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** What went wrong, without the address: a mail server repeats it in its answers. */
function deliveryOf(error: unknown): Delivery {
  if (!(error instanceof Error)) throw error;
  const code = codeOf(error, 'responseCode');
  const name = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  // EAUTH is our mistake, so the mail is kept and tried again.
  if (code !== undefined && code >= 500 && name !== 'EAUTH')
    return { kind: 'refused', reason: `the mail server answered ${code} (${name})` };
  return {
    kind: 'troubled',
    reason:
      code === undefined ? `no mail server answered (${name})` : `the mail server answered ${code} (${name})`,
  };
}

function codeOf(error: Error, key: 'responseCode'): number | undefined {
  const value: unknown = key in error ? Object.entries(error).find(([name]) => name === key)?.[1] : undefined;
  return typeof value === 'number' ? value : undefined;
}
