import { recordAudit } from '../../../platform/audit/audit.repository.ts';
import {
  copiesOf,
  decisionsAbout,
  mergeByHand,
  splitOff,
} from '../../../listings/duplicates/copies/copies.repository.ts';
import { listingOf, type StoredListing } from '../../../listings/listing-rows.repository.ts';
import { sourceNamed } from '../../../publishing/queries/explain-store.ts';
import { allTargets, changeTarget } from '../../../targets/targets.repository.ts';
import type { Node } from '../../../node.ts';
import { type Command, done, misused, refused } from '../command.ts';
import { operatorOfMachine } from '../operation-command.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const copies: Command = {
  name: 'copies',
  usage: 'SOURCE JOB_ID [--split | --same-as SOURCE/JOB_ID]',
  about: 'Copies of one opening over all sources, and why; says that it is no copy, or that another is one.',
  options: { split: { type: 'boolean' }, 'same-as': { type: 'string' } },
  words: [2, 2],
  run: async (given) => {
    const { words, flags, terminal } = given;
    const other = flags.text('same-as');
    if (flags.has('split') && other !== undefined) return misused('Say either --split or --same-as.');
    return withProduct(given, async (node) => {
      const listing = await found(node, words[0] ?? '', words[1] ?? '');
      if (listing === undefined) return refused(`There is no job ${words.join(' / ')}.`);
      const at = node.context.clock.now();
      if (other !== undefined) {
        const slash = other.indexOf('/');
        const twin = await found(node, other.slice(0, slash), other.slice(slash + 1));
        if (slash === -1 || twin === undefined) return refused(`There is no job ${other}.`);
        await mergeByHand(node.db, listing.id, twin.id, { by: operatorOfMachine.name, at });
      }
      if (flags.has('split')) await splitOff(node.db, listing.id, { by: operatorOfMachine.name, at });
      if (flags.has('split') || other !== undefined) {
        for (const target of await allTargets(node.db))
          await changeTarget(node.db, target.id, { mappingVersion: null });
        await recordAudit(node.db, {
          at,
          who: operatorOfMachine.name,
          action: flags.has('split') ? 'copy split off' : 'copies merged',
          subject: `job:${words.join('/')}`,
          detail: { other },
        });
      }
      const group = (await copiesOf(node.db, [listing.id])).get(listing.id) ?? [];
      const decisions = await decisionsAbout(node.db, listing.id);
      if (flags.has('json')) terminal.out(JSON.stringify({ copies: group, decisions }));
      else {
        const rows = decisions.map(({ kind, a, b, rule, score, decidedBy, endedAt }) => [
          kind,
          a === listing.id ? b : a,
          rule,
          score,
          decidedBy,
          endedAt === null ? '' : 'ended',
        ]);
        terminal.out(
          `${group.length < 2 ? 'No copies.' : `${group.length} copies of this opening.`}${rows.length === 0 ? '' : `\n\n${columns(['Decision', 'Listing', 'Rule', 'Score', 'By', ''], rows)}`}`,
        );
      }
      return done;
    });
  },
};

async function found({ db }: Node, sourceName: string, jobId: string): Promise<StoredListing | undefined> {
  const source = await sourceNamed(db, sourceName);
  return source === undefined ? undefined : listingOf(db, source.id, jobId);
}
