import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/** Makes a database on a PostgreSQL server: an empty one, or a copy of a template. */
export async function newDatabase(server: string, template?: string) {
  const name = `quadwire_test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name} template ${template ?? 'template1'}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { name, url: url.href, drop };
}
