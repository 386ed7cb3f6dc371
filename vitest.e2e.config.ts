import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // Each file has a server and a browser, which wait for each other half of their time.
    maxWorkers: 2,
    pool: 'forks',
    // Each wait has a limit of its own; this one is for what never ends, on a machine with much else to do too.
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
