/** All tables of the product, one file a folder of src. */
export * from './schema/accounts.ts';
export * from './schema/alerts.ts';
export * from './schema/audit.ts';
export * from './schema/directory.ts';
export * from './schema/duplicates.ts';
export * from './schema/feeds.ts';
export * from './schema/listings.ts';
export * from './schema/mail.ts';
export * from './schema/picklists.ts';
export * from './schema/publishing.ts';
export * from './schema/queue.ts';
export * from './schema/screening.ts';
export * from './schema/settings.ts';
export * from './schema/submissions.ts';
export * from './schema/tallies.ts';
export * from './schema/targets.ts';
