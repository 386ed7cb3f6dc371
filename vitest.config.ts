import { configDefaults, defineConfig } from 'vitest/config';
import { LongFirst } from './scripts/tests/long-first.ts';
import { listSkippedTests } from './scripts/tests/not-here.ts';
import { QUARANTINE_FOLDER, SYSTEM_FILES, UNIT_FILES } from './scripts/tests/suites.ts';

const left = listSkippedTests({ platform: process.platform, hasBrowser: true });

/**
 * Each of these has a process of its own. The others share theirs, since importing half of the server again for every
 * file takes longer than most of them do.
 */
const ALONE = [
  // They stand in for the browser, and for modules, around modules that keep a session, a connection and prices.
  'web/src/framework/**/*.test.ts',
  'web/src/lib/**/*.test.ts',
  'web/src/inbox/*.test.ts',
  // They look at pictures that the product's own reader of pictures, once loaded, refuses in the whole process.
  'server/src/content/texts.test.ts',
  'scripts/pictures.test.ts',
  // It stops the clock by which connections that others left open are closed.
  'server/src/providers/nodes/utxo/utxo-replies.test.ts',
];

const SETUP = ['scripts/tests/count-cost.ts', 'scripts/tests/seed-properties.ts'];
const common = {
  pool: 'forks' as const,
  // How fast a machine is says nothing of what is tested: these are for what never ends.
  testTimeout: 300_000,
  hookTimeout: 240_000,
  setupFiles: SETUP,
  expect: { poll: { timeout: 60_000 } },
};
const ofGate = { ...common, setupFiles: [...SETUP, 'scripts/tests/refuse-processes.ts'] };
const excluded = [...configDefaults.exclude, ...left.map(({ files }) => files)];

/** `npm test` takes the projects of the gate, `npm run test:all` all of them: docs/decisions/0115. */
export default defineConfig({
  test: {
    // Of the tests that are left out on Windows alone.
    globalSetup: left.length > 0 ? [] : ['server/test/global-setup.ts'],
    // On two cores: many files wait for a database half of their time.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...ofGate,
          name: 'gate',
          isolate: false,
          include: UNIT_FILES,
          exclude: [...excluded, ...SYSTEM_FILES, ...ALONE],
        },
      },
      { test: { ...ofGate, name: 'gate-alone', include: ALONE, exclude: excluded } },
      { test: { ...common, name: 'system', isolate: false, include: SYSTEM_FILES, exclude: excluded } },
      {
        test: {
          ...common,
          name: 'quarantine',
          include: [`${QUARANTINE_FOLDER}/*.test.ts`],
          exclude: excluded,
        },
      },
    ],
  },
});
