import { recordAudit } from '../../audit/store.ts';
import { decideName } from '../../directory/decide-name.ts';
import { type Found, lookUpContacts } from '../../directory/lookup.ts';
import { employersAt } from '../../tasks/ask-directory.ts';
import { type Command, done, refused } from '../command.ts';
import { minute } from '../moment.ts';
import { columns } from '../terminal.ts';
import { withTarget } from './target.ts';

export const employers: Command = {
  name: 'employers',
  usage: 'TARGET QUERY [--live] [--as ID|own] [--json]',
  about:
    'Employers that a target knows, by name, site, tax id or imported id; --live asks the target; --as decides that QUERY, an employer of our jobs, is one of them.',
  options: { live: { type: 'boolean' }, as: { type: 'string' } },
  words: [2, 2],
  run: (given) =>
    withTarget(given, async ({ target, node: { db, context } }) => {
      const { words, flags, terminal } = given;
      const [, query = ''] = words;
      const as = flags.text('as');
      if (as !== undefined) {
        const at = context.clock.now();
        const decided = await decideName(db, { targetId: target.id, name: query, as, by: 'cli', at });
        if (decided.kind === 'unknown') return refused(decided.reason);
        const detail = { name: query, as, writtenAs: decided.name };
        const subject = `target:${target.name}`;
        await recordAudit(db, { at, who: 'cli', action: 'employer decided', subject, detail });
        terminal.out(`${query} is written as ${decided.name} at ${target.name}.`);
        return done;
      }
      const asked = await employersAt(context, target, query, { live: flags.has('live') });
      if (asked.kind === 'failed') return refused(asked.reason);
      const rows = asked.found.items.map(({ id, name, website, taxId, importedId }) => ({
        id,
        name,
        website,
        tax_id: taxId,
        imported_id: importedId,
      }));
      terminal.out(
        flags.has('json')
          ? JSON.stringify(rows)
          : `${columns(
              ['Id', 'Name', 'Site', 'Tax id'],
              rows.map(({ id, name, website, tax_id }) => [id, name, website ?? '', tax_id ?? '']),
            )}\n${ageOf(asked.found)}`,
      );
      return done;
    }),
};

export const contacts: Command = {
  name: 'contacts',
  usage: 'TARGET EMAIL [--json]',
  about: 'Contacts that we met at a target, by e-mail address.',
  words: [2, 2],
  run: (given) =>
    withTarget(given, async ({ target, node: { db } }) => {
      const { words, flags, terminal } = given;
      const found = await lookUpContacts(db, target.id, words[1] ?? '');
      const rows = found.items.map(({ id, email, name, employerId }) => ({
        id,
        email,
        name,
        employer_id: employerId,
      }));
      terminal.out(
        flags.has('json')
          ? JSON.stringify(rows)
          : `${columns(
              ['Id', 'E-mail', 'Name', 'Employer'],
              rows.map(({ id, email, name, employer_id }) => [id, email, name ?? '', employer_id ?? '']),
            )}\n${ageOf(found)}`,
      );
      return done;
    }),
};

function ageOf({ asOf }: Found<unknown>): string {
  return asOf === undefined ? 'The directory was never pulled.' : `As the target was at ${minute(asOf)} UTC.`;
}
