declare const consents: unique symbol;

/**
 * The address of a person who asked for our mails. The services' terms forbid writing to anybody else, so an address that was read
 * from a school's directory or from a feed is no such address, and the outbox takes none.
 */
export type Recipient = string & { readonly [consents]: true };

/** Who posts a job with the form gave the address for mails about that job. */
export const formPoster = (email: string): Recipient => email as Recipient;

/** The operator set this address for messages of the product. */
export const operator = (email: string): Recipient => email as Recipient;

/** The person who added a feed named its owner, for messages about that feed (`feed add --owner`); never an address out of the feed itself. */
export const feedOwner = (email: string): Recipient => email as Recipient;

/** A user of the installation, for what waits for that user. */
export const colleague = (email: string): Recipient => email as Recipient;

/** A recipient in the outbox was checked before. */
export const fromOutbox = (email: string): Recipient => email as Recipient;
