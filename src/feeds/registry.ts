import type { Adapter } from './adapter.ts';
import { absolventaXml } from './formats/xml/absolventa-xml.ts';
import {
  careerjetXml,
  jobatusXml,
  jobteaserXml,
  recruiteeXml,
  trovitXml,
} from './formats/xml/aggregators-xml.ts';
import { ashbyJson } from './formats/json/ashby-json.ts';
import { atomOleeo } from './formats/xml/atom-oleeo.ts';
import { bamboohrJson } from './formats/json/bamboohr-json.ts';
import { craigslistRss, gbaseRss, wwrRss } from './formats/xml/board-rss.ts';
import { breezyJson } from './formats/json/breezy-json.ts';
import { comeetJson } from './formats/json/comeet-json.ts';
import { csv } from './formats/csv.format.ts';
import { customXml } from './formats/xml/custom-xml.ts';
import { dfeAts, dfeAtsJson } from './formats/xml/dfe-ats.ts';
import { eightfoldJson } from './formats/json/eightfold-json.ts';
import { cegidJson, decathlonJson, engagementjeunesJson } from './formats/json/french-json.ts';
import { apecXml, laposteXml, talentsoftXml } from './formats/xml/french-xml.ts';
import { greenhouseJson } from './formats/json/greenhouse-json.ts';
import { helloworkXml } from './formats/xml/hellowork-xml.ts';
import { higheredjobsRss } from './formats/xml/higheredjobs-rss.ts';
import { hrxml2 } from './formats/xml/hrxml-2.ts';
import { hrxml3Eures, hrxml3Process, hrxml3Usajobs } from './formats/xml/hrxml-3.ts';
import { htmlJsonld } from './formats/json/html-jsonld.ts';
import { indeedXml } from './formats/xml/indeed-xml.ts';
import { jobviteXml } from './formats/xml/jobvite-xml.ts';
import { joobleXml, jobsoraXml } from './formats/xml/jooble-xml.ts';
import { jsonGeneric } from './formats/json/json-generic.ts';
import { jsonfeed } from './formats/json/jsonfeed.ts';
import { leverJson } from './formats/json/lever-json.ts';
import { neogovRss } from './formats/xml/neogov-rss.ts';
import { hnWhoishiring, sitemap } from './formats/no-listings.ts';
import { oracleOrcDetailJson, oracleOrcJson } from './formats/json/oracle-orc-json.ts';
import { peopleadminAtom } from './formats/xml/peopleadmin-atom.ts';
import { personioXml } from './formats/xml/personio-xml.ts';
import { pinpointJson } from './formats/json/pinpoint-json.ts';
import { arbeitsagenturJson, reliefwebJson } from './formats/json/public-boards-json.ts';
import { recruiteeJson } from './formats/json/recruitee-json.ts';
import { reliefwebImportXml } from './formats/xml/reliefweb-import-xml.ts';
import {
  arbeitnowJson,
  himalayasJson,
  jobicyJson,
  remotiveJson,
  themuseJson,
  workingnomadsJson,
} from './formats/json/remote-boards-json.ts';
import { remoteokJson } from './formats/json/remoteok-json.ts';
import { ripplingJson } from './formats/json/rippling-json.ts';
import { rssGeneric } from './formats/xml/rss-generic.ts';
import { smartrecruitersJson } from './formats/json/smartrecruiters-json.ts';
import { teamtailorJson } from './formats/json/teamtailor-json.ts';
import { usajobsJson } from './formats/json/usajobs-json.ts';
import { vonqIgbXml } from './formats/xml/vonq-igb-xml.ts';
import { workableJson } from './formats/json/workable-json.ts';
import { workdayCxsJson } from './formats/json/workday-cxs-json.ts';

/** What universities meet most. */
const commonFormats: readonly Adapter[] = [
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
];

/** What aggregators take and give. */
const aggregatorFormats: readonly Adapter[] = [
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
];

/** XML of recruiting systems, and channels of any kind. */
const xmlFormats: readonly Adapter[] = [
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
];

/** JSON of recruiting systems. */
const jsonFormats: readonly Adapter[] = [
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
];

/** What job boards give, and what has no listings. */
const boardFormats: readonly Adapter[] = [
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

/** All formats that are read, in the order in which detection asks them. */
export const adapters: readonly Adapter[] = [
  ...commonFormats,
  ...aggregatorFormats,
  ...xmlFormats,
  ...jsonFormats,
  ...boardFormats,
];

/** The adapter of a name; where one name stands for XML and JSON, the one for the document's kind. */
export function adapterNamed(name: string, kind?: string): Adapter | undefined {
  const named = adapters.filter((adapter) => adapter.name === name);
  return named.find((adapter) => adapter.cut.kind === kind) ?? named[0];
}
