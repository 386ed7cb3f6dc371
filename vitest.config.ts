import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // Tests share a PostgreSQL with the workers, and the machine we promise to be fast on has two cores.
    maxWorkers: 2,
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
