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

type SmtpError = Error & {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
};

/** What went wrong, without the address: a mail server repeats it in its answers. */
function deliveryOf(error: unknown): Delivery {
  if (!(error instanceof Error)) throw error;
  const { name, code = name, command = '', responseCode }: SmtpError = error;
  if (responseCode === undefined) return { kind: 'troubled', reason: `no mail server answered (${code})` };
  const reason = `the mail server answered ${responseCode} (${code})`;
  return { kind: responseCode >= 500 && ofMail.has(command) ? 'refused' : 'troubled', reason };
}

/** Steps at which a server judges the mail. Before them it judges us, our login and sender: our mistake, so the mail is kept and tried again. */
const ofMail: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);
