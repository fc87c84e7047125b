import { accessSync, constants, statfsSync } from 'node:fs';
import { makeFolder } from '../../../db/folder.ts';
import { runSelfCheck } from '../../../operations/health.operations.ts';
import { type Finding, finding } from '../../../operations/reports/self-check.ts';
import { type Command, done, type Given, refused, report } from '../command.ts';
import { carriedOut } from '../operation-command.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const doctor: Command = {
  name: 'doctor',
  usage: '[--json]',
  about: 'Checks itself: database, folders, secrets, targets, feeds; says what to do about what is wrong.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ context }) => {
      const checked = await carriedOut(given, context, runSelfCheck);
      if ('exit' in checked) return checked.exit;
      const findings = [...machine(given), ...checked.value.items];
      const rows = findings.map(({ ok, what, found, remedy }) => [
        ok ? 'ok' : '!!',
        what,
        found,
        remedy ?? '',
      ]);
      report(given, findings, columns(['', 'What', 'Found', 'Remedy'], rows));
      const wrong = findings.filter(({ ok }) => !ok).length;
      return wrong === 0 ? done : refused(`${plural(wrong, 'thing')} to look at.`);
    }),
};

function machine({ config }: Given): readonly Finding[] {
  const major = Number(process.versions.node.split('.')[0]);
  makeFolder(config.dataDir);
  const { bavail, bsize } = statfsSync(config.dataDir);
  const gigabytes = (bavail * bsize) / 1e9;
  const writable = isWritable(config.dataDir);
  return [
    finding('Node', major >= 24, process.version, 'run by npm or npx, which bring Node 24'),
    finding(
      'data folder',
      writable,
      writable ? config.dataDir : `${config.dataDir} may not be written by this user`,
      'let this user write it, or set QUADWIRE_DATA to another folder',
    ),
    finding('disk', gigabytes > 1, `${gigabytes.toFixed(1)} GB free`, 'make room: journal and database grow'),
  ];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
