/**
 * npm run test:interop [-- --runs N] [--require]
 * Our client against the servers of PHP ext-soap and SOAP::Lite, their clients against the reference instance. Installs nothing;
 * says what is missing and skips, unless `--require` or CI=true: then what is missing is a failure.
 */
import { checkExtSoap } from '../interop/ext-soap.ts';
import { checkOurClient, type Check } from '../interop/our-client.ts';
import { checkPeerClients } from '../interop/peer-clients.ts';
import { checkRealDocuments } from '../interop/real-documents.ts';
import { startPeerServers } from '../interop/servers.ts';
import { missingTools } from '../interop/tools.ts';
import { optionsOf } from './options.ts';

const { values } = optionsOf(
  {
    options: { runs: { type: 'string', default: '200' }, require: { type: 'boolean', default: false } },
  },
  'npm run test:interop [-- --runs N] [--require]',
);

const missing = missingTools();
if (missing.length > 0) {
  console.error(`The interop run needs:\n${missing.map((tool) => `  ${tool}`).join('\n')}`);
  const required = values.require || process.env['CI'] === 'true';
  console.error(required ? 'Failed: nothing was run.' : 'Skipped: nothing was run.');
  process.exit(required ? 1 : 0);
}

const failures: string[] = [];
const { peers, stop } = await startPeerServers();
try {
  for (const peer of peers) report(`our client, ${peer.name}`, await checkOurClient(peer));
  const php = peers.find(({ name }) => name === 'php-soap');
  if (php) report('the road', await checkRealDocuments(php));
  if (php) report('our client, php-soap', [await checkExtSoap(php, Number(values.runs))]);
  report('the instance', await checkPeerClients());
} finally {
  stop();
}
console.log(failures.length === 0 ? 'All exact.' : `${failures.length} failed.`);
process.exitCode = failures.length === 0 ? 0 : 1;

function report(who: string, checks: readonly Check[]): void {
  for (const { what, problem } of checks) {
    console.log(
      `${problem === undefined ? 'ok  ' : 'FAIL'} ${who}: ${what}${problem === undefined ? '' : `: ${problem}`}`,
    );
    if (problem !== undefined) failures.push(what);
  }
}
