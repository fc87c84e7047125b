import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const require = createRequire(import.meta.url);

/** The libraries that `exports` in package.json names. */
export const libraryEntries = {
  rest: 'src/rest/rest.ts',
  soap: 'src/soap/soap.ts',
  instance: 'src/instance/library/instance.ts',
  testing: 'src/instance/library/testing.ts',
};
const entries = Object.values(libraryEntries);

/** Writes the declarations of the libraries, and those that they import, below a folder. */
export function writeTypes(root: string, to: string): void {
  const emitted = mkdtempSync(join(tmpdir(), 'quadwire-types-'));
  const config = join(emitted, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: join(root, 'src'),
        outDir: emitted,
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: entries.map((entry) => join(root, entry)),
    }),
  );
  execFileSync(process.execPath, [compiler(), '-p', config], { stdio: 'inherit' });
  for (const file of reachable(emitted)) {
    const target = join(to, relative(emitted, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, declaration(file));
  }
  rmSync(emitted, { recursive: true });
}

function compiler(): string {
  const manifest = require.resolve('typescript/package.json');
  const { bin }: { bin: { tsc: string } } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), bin.tsc);
}

/** A declaration that imports others as they are installed, with `.js`. */
function declaration(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/(?<=from '|import\(["'])(\.[^"']+)\.ts(?=["'])/g, '$1.js');
}

/** The declarations of the entries, and all that they import. */
function reachable(folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import\() ?["'](\.[^"']+)\.ts["']/g,
    ))
      visit(join(dirname(file), `${path}.d.ts`));
  };
  for (const entry of entries) visit(join(folder, entry.replace(/^src\/(.*)\.ts$/, '$1.d.ts')));
  return found;
}
