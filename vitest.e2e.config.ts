import { defineConfig } from 'vitest/config';
import { LongFirst } from './scripts/tests/long-first.ts';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/global-setup.ts'],
    setupFiles: ['scripts/tests/count-cost.ts', 'scripts/tests/seed-properties.ts'],
    // On two cores: each file has a browser and the use of a server, which wait for each other two thirds of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    // For what never ends, on a machine with much else to do too.
    testTimeout: 300_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
