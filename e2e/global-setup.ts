/** Shared by all browser tests: one PostgreSQL, and a pool of servers. */
import type { TestProject } from 'vitest/node';
import setUpDatabase from '../server/test/global-setup.ts';
import { startServerPool } from './lender.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const endDatabase = await setUpDatabase(project);
  const lender = await startServerPool(project.getProvidedContext().database);
  project.provide('lender', lender.url);
  return async () => {
    await lender.stop();
    await endDatabase();
  };
}
