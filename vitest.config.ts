import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/worker/**', 'test/interop/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
