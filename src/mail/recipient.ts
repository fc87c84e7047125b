declare const consents: unique symbol;

/**
 * The address of a person who asked for our mails. The services' terms forbid writing to anybody else, so an address that was read
 * from a school's directory or from a feed is no such address, and the outbox takes none.
 */
export type Recipient = string & { readonly [consents]: true };

/** Who posts a job with the form gave the address for mails about that job. */
export const formPoster = (email: string): Recipient => email as Recipient;

/** Whoever runs the product set the address for its messages. */
export const operator = (email: string): Recipient => email as Recipient;

/** Whoever added a feed named its owner, for messages about that feed (`feed add --owner`); never an address out of the feed itself. */
export const feedOwner = (email: string): Recipient => email as Recipient;

/** Whoever stands in the outbox was put there as a recipient. */
export const fromOutbox = (email: string): Recipient => email as Recipient;
