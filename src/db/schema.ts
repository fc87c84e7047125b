/** All tables of the product, one file a folder of src. */
export * from './schema/accounts.schema.ts';
export * from './schema/alerts.ts';
export * from './schema/audit.schema.ts';
export * from './schema/directory.schema.ts';
export * from './schema/duplicates.ts';
export * from './schema/feeds.schema.ts';
export * from './schema/listings.ts';
export * from './schema/mail.ts';
export * from './schema/picklists.schema.ts';
export * from './schema/publishing.ts';
export * from './schema/queue.schema.ts';
export * from './schema/screening.ts';
export * from './schema/settings.schema.ts';
export * from './schema/submissions.ts';
export * from './schema/daily-counts.ts';
export * from './schema/targets.schema.ts';
