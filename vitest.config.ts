import { configDefaults, defineConfig } from 'vitest/config';
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
  // It looks at pictures that the product's own reader of pictures, once loaded, refuses in the whole process.
  'server/src/content/texts.test.ts',
  // It stops the clock by which connections that others left open are closed.
  'server/src/providers/nodes/utxo/utxo-replies.test.ts',
];

const common = {
  pool: 'forks',
  // How fast a machine is says nothing of what is tested: these are for what never ends.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  setupFiles: process.env.SARRAF_SEED ? ['scripts/seed-properties.ts'] : [],
  expect: { poll: { timeout: 60_000 } },
} as const;
const excluded = [...configDefaults.exclude, ...left.map(({ files }) => files)];

export default defineConfig({
  test: {
    // Of the tests that are left out on Windows alone.
    globalSetup: left.length > 0 ? [] : ['server/test/global-setup.ts'],
    // On two cores: many of the long files wait for clocks and chains half of their time.
    maxWorkers: 4,
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
          ],
          exclude: [...excluded, ...ALONE],
        },
      },
      { test: { ...common, name: 'alone', include: ALONE, exclude: excluded } },
    ],
  },
});
