import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // On two cores: many of the long files wait for clocks and chains half of their time.
    maxWorkers: 4,
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
