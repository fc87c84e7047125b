import { html } from 'hono/html';
import type { OutboxMail } from '../../../platform/mail/mail.queries.ts';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, notice } from '../../web/html/pieces.ts';
import { type Html, whenExactly } from '../../web/html/format-text.ts';

type KeptMail = Pick<OutboxMail, 'recipient' | 'subject' | 'body' | 'createdAt'>;

/** Mails that nobody carries, because no mail system is configured. */
export function outboxPage(
  frame: Frame,
  { mails, hasMailSystem }: { readonly mails: readonly KeptMail[]; readonly hasMailSystem: boolean },
): Html {
  return operationsPage(frame, {
    title: 'Mails that were not sent',
    section: 'Messages',
    content: hasMailSystem
      ? empty(
          'A mail system is configured',
          'Mails go out by themselves; Messages shows whether they arrived.',
          { href: '/deliveries', label: 'Messages' },
        )
      : html`${notice('held', 'No mail leaves this installation', html`<p><code>SMTP_URL</code> is not set, so mails stay here for 30 days. Their links work: anyone who opens one acts for the person it was written to.</p>`)}${mails.length === 0 ? html`<div class="band">${empty('No mail waits', 'Mails to employers and operators appear here.')}</div>` : mails.map((mail) => letter(mail, frame))}`,
  });
}

function letter({ recipient, subject, body, createdAt }: KeptMail, frame: Frame): Html {
  return html`<section class="band"><h2>${subject}</h2><p class="soft">To ${recipient}, ${whenExactly(createdAt, frame)}. Not sent.</p><pre tabindex="0">${body}</pre></section>`;
}
