import type { OpenHold } from './alert-conditions.ts';

/** A letter to the owner of feeds whose jobs a new incident holds (rule R10). */
export type OwnerMail = { readonly to: string; readonly subject: string; readonly text: string };

/** One letter to each owner about all that is newly held of theirs: counts, a sample of ten, and what to do. */
export function ownerMails(holds: readonly OpenHold[]): readonly OwnerMail[] {
  const owned = holds.flatMap((hold) => (hold.owner === undefined ? [] : [{ hold, owner: hold.owner }]));
  return [...Map.groupBy(owned, ({ owner }) => owner)].map(([to, group]) => {
    const mine = group.map(({ hold }) => hold);
    const [first] = mine;
    const feeds = [...new Set(mine.map(({ about }) => about))];
    const subject =
      mine.length === 1 && first !== undefined
        ? `${first.about}: ${first.count} jobs are held`
        : `${feeds.length} feeds are held: ${feeds.slice(0, 3).join(', ')}${feeds.length > 3 ? ' and more' : ''}`;
    return { to, subject: `Quadwire: ${subject}`, text: `${mine.map(paragraph).join('\n\n')}\n` };
  });
}

function paragraph({ id, kind, about, count, reasons, sample }: OpenHold): string {
  const jobs = sample.slice(0, 10).map(({ jobId, title }) => `  ${jobId}  ${title}`);
  const more = count - jobs.length;
  return [
    `${about}: ${count} jobs are held (${kind}, hold ${id}). They stay published until somebody decides.`,
    ...reasons,
    ...(jobs.length > 0 ? ['', ...jobs, ...(more > 0 ? [`  and ${more} more`] : [])] : []),
    '',
    'If the feed is wrong, fix it: the next good run lifts the hold.',
    `If it is right: quadwire approve ${id} (with --this-run for this reading only), quadwire reject ${id},`,
    `or quadwire mute ${id} --until DATE. An approval lapses after 24 hours.`,
  ].join('\n');
}
