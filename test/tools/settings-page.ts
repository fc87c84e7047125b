import * as z from 'zod';
import { feedFileSchema } from '../../src/feeds/feed-definition.ts';
import { targetDefinitionSchema } from '../../src/targets/target-definition.ts';
import { type Setting, settingKeys, settingTable } from '../../src/platform/settings/setting-table.ts';

/** The documents that are made from code: `docs/settings.md`, `feeds/feed.schema.json`. A test holds them against it (`npx vitest run test/settings -u` writes them). */
export const madeDocuments: Readonly<Record<string, () => string>> = {
  'docs/settings.md': settingsPage,
  'feeds/feed.schema.json': () => `${JSON.stringify(z.toJSONSchema(feedFileSchema, { io: 'input' }))}\n`,
};

function settingsPage(): string {
  const rows = settingKeys.map((key) => {
    const setting: Setting = settingTable[key];
    const allowed = setting.oneOf === undefined ? '' : ` (${setting.oneOf.join(', ')})`;
    return `| \`${key}\` | ${setting.meaning}${allowed} | ${setting.default === '' ? 'none' : String(setting.default)} | ${setting.scopes.join(', ')} |`;
  });
  return `# Settings

Set with \`npx quadwire set KEY VALUE [--feed F|--target T]\`; \`npx quadwire settings\` shows the values and where they are set. The
narrower scope wins: target over feed over global. Hours and seconds may be fractions.

| key | means | default | can be set for |
|---|---|---|---|
${rows.join('\n')}

# Keys of a feed’s definition

In \`feeds/NAME.yaml\`, and for \`npx quadwire feed set NAME KEY VALUE\`; \`name\`, \`sourceId\`, \`sample\` and \`review\` count when the
feed is added, and \`settings\` only in a file (\`set KEY VALUE --feed NAME\` elsewhere). \`feeds/feed.schema.json\` says the same for editors.

| key | means |
|---|---|
${Object.entries(feedFileSchema.shape)
  .map(([key, schema]) => `| \`${key}\` | ${schema.description ?? feedKeys[key] ?? ''} |`)
  .join('\n')}

# Keys of a target’s definition

In a file for \`npx quadwire targets apply\`, and for \`npx quadwire target set NAME KEY VALUE\`, with dots (\`soap.auth.user\`); an empty
value takes a key back.

| key | means |
|---|---|
${keysOf(targetDefinitionSchema)
  .map((key) => `| \`${key}\` | ${targetKeys[key] ?? 'NOT DESCRIBED'} |`)
  .join('\n')}
`;
}

/** The keys of a definition, those of parts with dots. */
function keysOf(schema: z.ZodObject, before = ''): string[] {
  return Object.entries(schema.shape).flatMap(([key, part]) => {
    const inner: unknown = part instanceof z.ZodOptional ? part.unwrap() : part;
    return inner instanceof z.ZodObject ? keysOf(inner, `${before}${key}.`) : [`${before}${key}`];
  });
}

const targetKeys: Readonly<Record<string, string>> = {
  'soap.url': 'http(s) address of the job service, without user or password',
  'soap.namespace': '`urn:JobWebService` by default',
  'soap.wsdl': 'address or file of the school’s own WSDL; `target check` reads it',
  'soap.soapAction': 'form of the SOAPAction; `{endpoint}`, `{namespace}` and `{operation}` are filled in',
  'soap.auth.kind': '`none`, `basic`, `bearer`, `wsse` or `wsse-digest`',
  'soap.auth.user': 'for all but `bearer`',
  'soap.auth.secretEnv':
    'name of the secret with password or token: a variable `QUADWIRE_SECRET_…`, or a file in `QUADWIRE_SECRETS_DIR`',
  'soap.headers': 'sent with each call; no secrets',
  'soap.charset': 'of requests; UTF-8 by default',
  'soap.refusalPattern': 'a regular expression: an answer of `processJob` that it matches is a refusal',
  'soap.clientCertificate.certEnv': 'name of the secret with our certificate in PEM',
  'soap.clientCertificate.keyEnv': 'name of the secret with its key in PEM',
  'rest.url': 'address of the REST API, the part before `/v1`',
  'rest.tokenEnv': 'name of the secret with the token',
  'rest.allowStudents': 'the school agreed that student records may be read; the product reads none',
  'rest.followLinks': 'the school agreed that further links of records may be followed',
  'rest.createEmployers':
    'the school agreed that employers and contacts of form jobs are created in its directory',
  sourceId: 'one `external_source_id` for all sources; absent: each source’s own',
  idTemplate: 'form of `job_id` where one source id serves all: `{source}:{job_id}` by default',
  picklistFields: 'further fields with a picklist',
  requiredFields: 'fields without which this school takes no job',
  omittedFields: 'fields that this school does not take',
  routing: 'rules: field, op, values, then `send` or `skip`; the first that matches decides',
  'agreement.holder': 'with whom the use of the REST API is agreed',
  'agreement.from': 'first day of the agreement; no REST call is made before',
  'agreement.to': 'its last day; no REST call is made after',
  country: 'of the school, two capital letters; for its policy on work abroad',
  'resumeModes.web': 'its word for applying on a site (`resume_mode`), where it has no picklist of them',
  'resumeModes.email': 'for applying by mail',
  'resumeModes.school': 'for applying through the school',
  'form.title': 'the school as employers know it',
  'form.rules': 'what it says about jobs, on the form',
  'form.decides': 'how soon it usually decides: `within 2 working days`',
  'form.longestDays': 'a job of the form is shown at most so many days',
  'form.closedUntil': 'it takes no new jobs of the form before this day',
  'form.hidesNames': 'it can show a job without its employer’s name (`blind_flag`)',
  'form.questions': 'it shows questions for applicants, at the end of the description',
  'form.place': 'where it is: employers find schools by it where there are more than 20',
  'form.kind': 'what it is, like `Community college`',
  'form.students': 'how many students it has',
  'form.offered': '`false`: the form does not offer it',
};

const feedKeys: Readonly<Record<string, string>> = {
  name: 'the feed’s name, by default the file’s',
  adapter: 'the format, `auto` detects it',
  every: 'how often it is read, like 15m, 6h (the default), 1d',
  employerMode: '`fill` (the default) or `override`',
  dateOrder: 'order of day and month where digits alone do not tell: `dmy` or `mdy`',
  timeZone: 'zone of dates without one, where the place has none',
  country: 'of places that name none, two letters',
  useContacts: 'whether names and addresses of persons in the feed are used',
  multiEmployer: 'an aggregator or agency: company names do not identify employers',
  kind: 'how near to the employer: `ats`, `site`, `partner`, `aggregator`',
  owner: 'e-mail of whoever answers for the feed',
  right:
    'what allows its jobs to be republished: `own`, `permission`, `license`, or `attribution` with the text to show',
  sample: 'applied only by `up`, while no target is configured',
  review: 'its first plan waits for a person',
  routing: 'rules: field, op, values, then `send` or `skip`; the first that matches decides',
  defaults: 'labels where the feed gives none, by picklist field',
  window: 'a window of the latest N: absence never removes',
  mapping: 'paths of a `custom` feed, see docs/formats.md',
  headers: 'sent with each request',
  details: 'each row’s details are fetched from its own address',
};
