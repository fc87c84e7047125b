import picklists from './picklists.json' with { type: 'json' };
import type { Assoc } from '../soap/types.ts';
import type { InstanceDb } from './database.ts';
import type { Profile } from './profiles.ts';
import { deletePicklists, readPicklists, writePicklist } from './instance-picklists.repository.ts';

/** The picklists that ship. One entry a line: key, label; keys differ from labels, as they do at schools. */
type PicklistName = keyof typeof picklists;

export type Entry = { readonly id: string; readonly label: string };

/** Names of fields under which a picklist is also known: those of the REST API. */
const aliases: Readonly<Record<string, PicklistName>> = {
  industries: 'industry',
  jobType: 'job_type',
  jobFunction: 'job_function',
  workAuthorization: 'work_authorization',
  degreeLevel: 'degree_level',
  classLevel: 'class_level',
  majors: 'major',
};

/** At a law school majors are practice areas. */
const ofLawSchools: Readonly<Record<string, PicklistName>> = {
  major: 'practice_area',
  majors: 'practice_area',
};

/** The picklists as both services serve them: those of the instance, and those that a tester put in their place. */
export async function openCatalogue(db: InstanceDb, { modules }: Profile) {
  const names = { ...aliases, ...(modules.has('lawSchool') ? ofLawSchools : {}) };
  const nameOf = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name);
  const replaced = new Map(await readPicklists(db));
  const parsed = new Map<string, ReadonlyMap<string, Entry>>();
  const assocs = (name: string) => replaced.get(nameOf(name)) ?? builtIn.get(nameOf(name));
  const table = (name: string) => {
    const known = parsed.get(nameOf(name));
    if (known !== undefined) return known;
    const made = tableOf(assocs(name) ?? []);
    parsed.set(nameOf(name), made);
    return made;
  };
  return {
    /** A picklist as SOAP gives it; undefined for an unknown name. */
    assocs,
    entries: (name: string) => [...table(name).values()],
    find: (name: string, id: string) => table(name).get(id),
    replace: async (name: string, entries: readonly Assoc[]) => {
      await writePicklist(db, nameOf(name), entries);
      replaced.set(nameOf(name), entries);
      parsed.clear();
    },
    reset: async () => {
      await deletePicklists(db);
      replaced.clear();
      parsed.clear();
    },
  };
}

export type Catalogue = Awaited<ReturnType<typeof openCatalogue>>;

const builtIn: ReadonlyMap<string, readonly Assoc[]> = new Map(
  Object.entries(picklists).map(([name, lines]) => [name, lines.map(assocOf)]),
);

function assocOf(line: string): Assoc {
  const gap = line.indexOf(' ');
  return { ikey: line.slice(0, gap), ivalue: line.slice(gap + 1) };
}

function tableOf(assocs: readonly Assoc[]): ReadonlyMap<string, Entry> {
  return new Map(
    assocs.flatMap(({ ikey, ivalue }) =>
      ikey ? [[ikey, { id: ikey, label: ivalue ?? ikey }] as const] : [],
    ),
  );
}
