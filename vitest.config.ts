import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest. One that began last would keep a single core busy. */
const longest = ['cli/start', 'lifecycle/whole-road', 'alerts/calm', 'cli/workers', 'publishing/replays'];
const isLong = ({ moduleId }: TestSpecification) =>
  longest.some((name) => moduleId.endsWith(`${name}.test.ts`));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/worker/**', 'test/interop/**'],
    // The files of a worker share their modules: none replaces one, and loading them anew for each was half of the time.
    isolate: false,
    // Files wait for processes and the database most of the time: the main process need not have a core of its own.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/setup/global.ts'],
    setupFiles: ['test/setup/globals.ts'],
    tags: [{ name: 'slow', description: 'Takes long; `npm run test:all` runs it, `npm test` does not.' }],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
