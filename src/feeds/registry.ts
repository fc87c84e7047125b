import type { Adapter } from './adapter.ts';
import { absolventaXml } from './adapters/absolventa-xml.ts';
import {
  careerjetXml,
  jobatusXml,
  jobteaserXml,
  recruiteeXml,
  trovitXml,
} from './adapters/aggregators-xml.ts';
import { ashbyJson } from './adapters/ashby-json.ts';
import { atomOleeo } from './adapters/atom-oleeo.ts';
import { bamboohrJson } from './adapters/bamboohr-json.ts';
import { craigslistRss, gbaseRss, wwrRss } from './adapters/board-rss.ts';
import { breezyJson } from './adapters/breezy-json.ts';
import { comeetJson } from './adapters/comeet-json.ts';
import { csv } from './adapters/csv.format.ts';
import { customXml } from './adapters/custom-xml.ts';
import { dfeAts, dfeAtsJson } from './adapters/dfe-ats.ts';
import { eightfoldJson } from './adapters/eightfold-json.ts';
import { cegidJson, decathlonJson, engagementjeunesJson } from './adapters/french-json.ts';
import { apecXml, laposteXml, talentsoftXml } from './adapters/french-xml.ts';
import { greenhouseJson } from './adapters/greenhouse-json.ts';
import { helloworkXml } from './adapters/hellowork-xml.ts';
import { higheredjobsRss } from './adapters/higheredjobs-rss.ts';
import { hrxml2 } from './adapters/hrxml-2.ts';
import { hrxml3Eures, hrxml3Process, hrxml3Usajobs } from './adapters/hrxml-3.ts';
import { htmlJsonld } from './adapters/html-jsonld.ts';
import { indeedXml } from './adapters/indeed-xml.ts';
import { jobviteXml } from './adapters/jobvite-xml.ts';
import { joobleXml, jobsoraXml } from './adapters/jooble-xml.ts';
import { jsonGeneric } from './adapters/json-generic.ts';
import { jsonfeed } from './adapters/jsonfeed.ts';
import { leverJson } from './adapters/lever-json.ts';
import { neogovRss } from './adapters/neogov-rss.ts';
import { hnWhoishiring, sitemap } from './adapters/no-listings.ts';
import { oracleOrcDetailJson, oracleOrcJson } from './adapters/oracle-orc-json.ts';
import { peopleadminAtom } from './adapters/peopleadmin-atom.ts';
import { personioXml } from './adapters/personio-xml.ts';
import { pinpointJson } from './adapters/pinpoint-json.ts';
import { arbeitsagenturJson, reliefwebJson } from './adapters/public-boards-json.ts';
import { recruiteeJson } from './adapters/recruitee-json.ts';
import { reliefwebImportXml } from './adapters/reliefweb-import-xml.ts';
import {
  arbeitnowJson,
  himalayasJson,
  jobicyJson,
  remotiveJson,
  themuseJson,
  workingnomadsJson,
} from './adapters/remote-boards-json.ts';
import { remoteokJson } from './adapters/remoteok-json.ts';
import { ripplingJson } from './adapters/rippling-json.ts';
import { rssGeneric } from './adapters/rss-generic.ts';
import { smartrecruitersJson } from './adapters/smartrecruiters-json.ts';
import { teamtailorJson } from './adapters/teamtailor-json.ts';
import { usajobsJson } from './adapters/usajobs-json.ts';
import { vonqIgbXml } from './adapters/vonq-igb-xml.ts';
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
  joobleXml,
  jobsoraXml,
  careerjetXml,
  jobatusXml,
  trovitXml,
  recruiteeXml,
  jobteaserXml,
  helloworkXml,
  vonqIgbXml,
  apecXml,
  talentsoftXml,
  absolventaXml,
  laposteXml,
  customXml,
  dfeAts,
  dfeAtsJson,
  reliefwebImportXml,
  jobviteXml,
  personioXml,
  hrxml2,
  hrxml3Usajobs,
  hrxml3Process,
  hrxml3Eures,
  atomOleeo,
  wwrRss,
  gbaseRss,
  craigslistRss,
  rssGeneric,
  jsonfeed,
  teamtailorJson,
  recruiteeJson,
  breezyJson,
  bamboohrJson,
  pinpointJson,
  ripplingJson,
  eightfoldJson,
  oracleOrcJson,
  oracleOrcDetailJson,
  comeetJson,
  cegidJson,
  decathlonJson,
  engagementjeunesJson,
  remoteokJson,
  remotiveJson,
  arbeitnowJson,
  himalayasJson,
  jobicyJson,
  themuseJson,
  workingnomadsJson,
  reliefwebJson,
  arbeitsagenturJson,
  jsonGeneric,
  sitemap,
  hnWhoishiring,
];

/** The adapter of a name; where one name stands for XML and JSON, the one for the document's kind. */
export function adapterNamed(name: string, kind?: string): Adapter | undefined {
  const named = adapters.filter((adapter) => adapter.name === name);
  return named.find((adapter) => adapter.cut.kind === kind) ?? named[0];
}
