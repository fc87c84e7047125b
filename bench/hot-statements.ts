import { generate, listingsIn, publicationsIn } from './growth-data.ts';
import { ownDatabase } from './growth-database.ts';
import { hotPlans } from './growth-plans.ts';

/** `TEST_DATABASE_URL=… node bench/hot-statements.ts`: how the database answers the hot statements, as the table of docs/results.md. */
const size = { feeds: 100, perFeed: 1_000, targets: 50, fanOut: 5 };
const database = await ownDatabase();
try {
  await generate(database.db, size);
  await database.explain('vacuum analyze', []);
  console.log(
    `| ${publicationsIn(size)} publications, ${listingsIn(size)} listings | nodes | pages of 8 kB | ms |`,
  );
  console.log('|---|---|---:|---:|');
  for (const { what, nodes, buffers, ms } of await hotPlans(database))
    console.log(`| ${what} | ${nodes} | ${buffers} | ${ms.toFixed(1)} |`);
} finally {
  await database.close();
}
