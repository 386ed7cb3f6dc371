import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/global-setup.ts'],
    // Each file has a browser and the use of a server, which wait for each other half of their time.
    maxWorkers: 2,
    pool: 'forks',
    // For what never ends, on a machine with much else to do too.
    testTimeout: 300_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
