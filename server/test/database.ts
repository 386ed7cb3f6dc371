import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
// Brings the type of inject('database').
import type {} from './global-setup.ts';

export type TestDatabase = { url: string; name: string; drop: () => Promise<void> };

/**
 * A migrated database of one's own, cloned from the run's template in some 50 ms. Call `drop` when done: it ends
 * sessions that are still open.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('database');
  const name = `sarraf_test_${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString('hex')}`;
  await execute(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const address = new URL(url);
  address.pathname = name;
  return {
    url: address.href,
    name,
    drop: () => execute(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function execute(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
