import type { Adapter } from './adapter.ts';
import { ashbyJson } from './adapters/ashby-json.ts';
import { csv } from './adapters/csv.ts';
import { greenhouseJson } from './adapters/greenhouse-json.ts';
import { higheredjobsRss } from './adapters/higheredjobs-rss.ts';
import { htmlJsonld } from './adapters/html-jsonld.ts';
import { indeedXml } from './adapters/indeed-xml.ts';
import { leverJson } from './adapters/lever-json.ts';
import { neogovRss } from './adapters/neogov-rss.ts';
import { peopleadminAtom } from './adapters/peopleadmin-atom.ts';
import { rssGeneric } from './adapters/rss-generic.ts';
import { smartrecruitersJson } from './adapters/smartrecruiters-json.ts';
import { usajobsJson } from './adapters/usajobs-json.ts';
import { workableJson } from './adapters/workable-json.ts';
import { workdayCxsJson } from './adapters/workday-cxs-json.ts';

/** All formats that are read, in the order in which detection asks them: what universities meet most comes first. */
export const adapters: readonly Adapter[] = [
  indeedXml,
  greenhouseJson,
  leverJson,
  ashbyJson,
  workdayCxsJson,
  smartrecruitersJson,
  workableJson,
  usajobsJson,
  neogovRss,
  peopleadminAtom,
  higheredjobsRss,
  csv,
  htmlJsonld,
  rssGeneric,
];

export function adapterNamed(name: string): Adapter | undefined {
  return adapters.find((adapter) => adapter.name === name);
}
