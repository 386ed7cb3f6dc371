import { configDefaults, defineConfig } from 'vitest/config';
import { notHere } from './scripts/not-here.ts';

const left = notHere({ platform: process.platform, hasBrowser: true });

export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...left.map(({ files }) => files)],
    // Of the tests that are left out on Windows alone.
    globalSetup: left.length > 0 ? [] : ['server/test/global-setup.ts'],
    // On two cores: many of the long files wait for clocks and chains half of their time.
    maxWorkers: 4,
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
