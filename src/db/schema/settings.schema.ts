import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Values of settings that differ from their default. `scope` is `global`, `feed:NAME` or `target:NAME`. */
export const settings = pgTable(
  'settings',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    value: jsonb('value').$type<string | number | boolean>().notNull(),
    setBy: text('set_by').notNull(),
    setAt: instant('set_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
);

/** Facts about this installation: its id (also kept outside the database), whether it is in service. One row a name. */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
