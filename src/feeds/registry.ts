import type { Adapter } from './adapter.ts';
import { greenhouseJson } from './adapters/greenhouse-json.ts';
import { indeedXml } from './adapters/indeed-xml.ts';
import { rssGeneric } from './adapters/rss-generic.ts';

/** All formats that are read, in the order in which detection asks them. */
export const adapters: readonly Adapter[] = [indeedXml, greenhouseJson, rssGeneric];

export function adapterNamed(name: string): Adapter | undefined {
  return adapters.find((adapter) => adapter.name === name);
}
