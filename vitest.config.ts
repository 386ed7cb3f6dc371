import { configDefaults, defineConfig } from 'vitest/config';
import { LongFirst } from './scripts/long-first.ts';
import { notHere } from './scripts/not-here.ts';

const left = notHere({ platform: process.platform, hasBrowser: true });

/**
 * Each of these has a process of its own. The others share theirs, since importing half of the server anew for every
 * file takes longer than most of them do.
 */
const ALONE = [
  // They stand in for the browser, and for modules, around modules that keep a session, a connection and prices.
  'web/src/lib/**/*.test.ts',
  'web/src/inbox/*.test.ts',
  // They look at pictures that the product's own reader of pictures, once loaded, refuses in the whole process.
  'server/src/content/texts.test.ts',
  'scripts/pictures.test.ts',
  // It stops the clock by which connections that others left open are closed.
  'server/src/providers/nodes/utxo/utxo-replies.test.ts',
];

const setupFiles = ['scripts/count-cost.ts'];
if (process.env.SARRAF_SEED) setupFiles.push('scripts/seed-properties.ts');

const common = {
  pool: 'forks',
  // How fast a machine is says nothing of what is tested: these are for what never ends.
  testTimeout: 300_000,
  hookTimeout: 240_000,
  setupFiles,
  expect: { poll: { timeout: 60_000 } },
} as const;
const excluded = [...configDefaults.exclude, ...left.map(({ files }) => files)];

export default defineConfig({
  test: {
    // Of the tests that are left out on Windows alone.
    globalSetup: left.length > 0 ? [] : ['server/test/global-setup.ts'],
    // On two cores: many of the long files wait for clocks and chains half of their time.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'shared',
          isolate: false,
          include: [
            'domain/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'clients/**/*.test.ts',
          ],
          exclude: [...excluded, ...ALONE],
        },
      },
      { test: { ...common, name: 'alone', include: ALONE, exclude: excluded } },
    ],
  },
});
