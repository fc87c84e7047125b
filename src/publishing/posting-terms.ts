import { decisionsVersion } from '../directory/names.repository.ts';
import { fingerprint } from '../core/fingerprint.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { NORMALIZER_VERSION } from '../listings/listing-version.ts';
import { catalogueOf } from '../picklists/catalogue.ts';
import { aliasesFor } from '../picklists/picklists.queries.ts';
import type { DateForm } from './forms.ts';
import type { PostingTerms } from './posting.ts';
import { sourcesFor, type SourceTerms } from './wanted.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { Target } from '../targets/targets.queries.ts';
import { excludedFields } from '../targets/target-wsdl.ts';

/** Raised whenever the same listing and lists make another posting (rule R19). */
const MAPPING_VERSION = 1;

export type TermsOfTarget = {
  readonly termsFor: (source: SourceTerms) => PostingTerms;
  /** Of all in those terms that a posting may depend on. */
  readonly printFor: (source: SourceTerms) => string;
  /** Of our own code: mapping and normalizer. */
  readonly code: string;
  /** Of all that turns listings into postings at the target: when it changes, every listing is compared again. */
  readonly mapping: string;
};

/** How postings are made for a target now: its lists, aliases, and forms. */
export async function termsOfTarget(
  db: Db,
  target: Target,
  settings: Settings,
  sources: ReadonlyMap<number, SourceTerms>,
): Promise<TermsOfTarget> {
  const catalogue = await catalogueOf(db, target.id);
  const aliases = await aliasesFor(db, target.id);
  const place = { target: target.name };
  const common = {
    picklists: catalogue.lists,
    aliases,
    required: target.definition.requiredFields ?? [],
    omitted: excludedFields(target),
    questions: target.definition.form?.questions === true,
    hidesNames: target.definition.form?.hidesNames === true,
    description:
      settings.get('publish.description', place) === 'text' ? ('text' as const) : ('html' as const),
    maxDescription: settings.get('publish.maxDescription', place),
    maxTitle: settings.get('publish.maxTitle', place),
    closingLine: settings.get('publish.closingLine', place),
    dateForm: settings.get('publish.startDate', place) as DateForm,
    resumeModes: resumeModesOf(target),
    stateForm: settings.get('publish.stateForm', place) as PostingTerms['stateForm'],
    countryForm: settings.get('publish.countryForm', place) as PostingTerms['countryForm'],
  };
  const { picklists: _, aliases: _1, ...forms } = common;
  const aliasRows = [...aliases].map(([field, { ofTarget, forAll, learned }]) => [
    field,
    [...ofTarget],
    [...forAll],
    [...learned],
  ]);
  const code = `${MAPPING_VERSION}.${NORMALIZER_VERSION}`;
  const mapping = fingerprint({
    code,
    forms,
    catalogue: catalogue.version,
    aliases: aliasRows,
    definition: target.definition,
    employers: await decisionsVersion(db, target.id),
    sources: sourcesFor(sources, target).map((id) => sources.get(id)),
    age: settings.get('publish.maxAgeDays', place),
  });
  const termsFor = (source: SourceTerms): PostingTerms => ({
    ...common,
    defaults: source.defaults,
    attribution: source.attribution,
  });
  const prints = new Map<number, string>();
  const printFor = (source: SourceTerms) => {
    const known = prints.get(source.id);
    if (known !== undefined) return known;
    const { picklists: __, aliases: ___, ...terms } = termsFor(source);
    const print = fingerprint({ code, terms, catalogue: catalogue.version, aliases: aliasRows });
    prints.set(source.id, print);
    return print;
  };
  return { termsFor, printFor, code, mapping };
}

/** The target's words for our ways to apply. */
function resumeModesOf({ definition: { resumeModes = {} } }: Target): Readonly<Record<string, string>> {
  const { web, email, school } = resumeModes;
  return present({ Web: web, 'E-mail': email, School: school });
}
