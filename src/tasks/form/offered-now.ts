import { foldText } from '../../core/text.ts';
import type { Db } from '../../db/db.ts';
import { currentPicklists } from '../../picklists/picklists.queries.ts';
import { commonLists } from '../../submissions/lists.ts';
import { schoolOf } from '../../submissions/schools.ts';
import { type FormTerms, listQuestions } from '../../submissions/terms.ts';
import { activeTargets } from '../../targets/targets.queries.ts';

/** More schools than this have lists too different to be shown as one. */
const mostListsMerged = 5;

/** The schools that take jobs from the form now, and what their lists offer together; where they say nothing, words that picklists everywhere know. */
export async function offeredNow(db: Db): Promise<Pick<FormTerms, 'schools' | 'lists'>> {
  const targets = (await activeTargets(db)).filter(
    ({ state, definition }) => state === 'active' && definition.form?.offered !== false,
  );
  const stored =
    targets.length > mostListsMerged
      ? []
      : (await Promise.all(targets.map(({ id }) => currentPicklists(db, id)))).flat();
  const lists = Object.fromEntries(
    listQuestions.map((question) => {
      const labels = stored
        .filter(({ field }) => field === question)
        .flatMap(({ entries }) => entries.map(({ ivalue }) => ivalue.trim()));
      const distinct = [...new Map(labels.filter(Boolean).map((label) => [foldText(label), label])).values()];
      return [question, distinct.length === 0 ? commonLists[question] : distinct] as const;
    }),
  );
  return { schools: targets.map(schoolOf), lists: { ...commonLists, ...lists } };
}
