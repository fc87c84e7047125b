import type { Recipient } from './recipient.ts';

/** One message: what somebody reads, always with a plain text. */
export type Mail = {
  readonly to: Recipient;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
};

/** What came of handing a mail to the mail system. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** The mail system says that this mail can never go (an address it refuses). */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The mail system is unwell, or busy: try again later. */
  | { readonly kind: 'troubled'; readonly reason: string };

/** Hands mails to the mail system. Where none is configured there is no mailer, and mails stay in the outbox. */
export type Mailer = {
  readonly send: (mail: Mail) => Promise<Delivery>;
  readonly close: () => void;
};
