/** What all browser tests stand on: one PostgreSQL, and servers that they lend to each other. */
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import setUpDatabase from '../server/test/global-setup.ts';
import { startLender } from './lender.ts';

/** Half of a server's start is reading its modules, which are the same for each. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/sarraf-compiled');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  const endDatabase = await setUpDatabase(project);
  const lender = await startLender(project.getProvidedContext().database);
  project.provide('lender', lender.url);
  return async () => {
    await lender.stop();
    await endDatabase();
  };
}
