import * as z from 'zod';
import { feedFileSchema } from '../../src/feeds/definition.ts';
import { type Setting, settingKeys, settingTable } from '../../src/settings/table.ts';

/** The documents that are made from code: `docs/settings.md`, `feeds/feed.schema.json`. A test holds them against it (`npx vitest run test/settings -u` writes them). */
export const madeDocuments: Readonly<Record<string, () => string>> = {
  'docs/settings.md': settingsPage,
  'feeds/feed.schema.json': () =>
    `${JSON.stringify(z.toJSONSchema(feedFileSchema, { io: 'input' }), null, 2)}\n`,
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

In \`feeds/NAME.yaml\`, and for \`npx quadwire feed set NAME KEY VALUE\`. \`feeds/feed.schema.json\` says the same for editors.

| key | means |
|---|---|
${Object.entries(feedFileSchema.shape)
  .map(([key, schema]) => `| \`${key}\` | ${schema.description ?? feedKeys[key] ?? ''} |`)
  .join('\n')}
`;
}

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
