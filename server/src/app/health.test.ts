/** Responses of `/health/ready` while the database only serves existing connections. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../test/keys.ts';
import { startTestLedger } from '../../test/test-ledger.ts';
import type { Ledger } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { createLog } from '../platform/log.ts';
import { addHealthRoutes } from './health.ts';

let test: TestDatabase;
let owner: Database;
let ledger: Ledger;
let http: Http;
const log = createLog('silent');

beforeEach(async () => {
  test = await createTestDatabase();
  owner = openDatabase(test.ownerUrl, 1, TEST_AUDIT_KEY);
  ledger = await startTestLedger(test.url, { leaseMs: 60_000, log });
  const config = loadConfig({ SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' });
  http = await createHttp({ config, log, clock: systemClock, authenticate: async () => null });
  addHealthRoutes(http, { ledger, version: { version: 'test', commit: null } });
});
afterEach(async () => {
  await http.app.close();
  await ledger.stop();
  await owner.close();
  await test.drop();
});

const ready = async () => {
  const answer = await http.app.inject('/health/ready');
  return { code: answer.statusCode, ...answer.json() };
};
const NOT_READY = { code: 503, status: 'SERVICE_UNAVAILABLE', database: false, writer: true };

it('/health/ready is not ready when new connections are refused, though existing ones work', async () => {
  expect(await ready()).toMatchObject({ code: 200, database: true, writer: true });
  await sql`alter database ${sql.id(test.name)} connection limit 0`.execute(owner.db);
  await expect.poll(ready).toEqual(NOT_READY);
  await sql`alter database ${sql.id(test.name)} connection limit -1`.execute(owner.db);
  await expect.poll(ready).toMatchObject({ code: 200, database: true });
});

it('/health/ready is not ready when a new connection lacks the language of the triggers', async () => {
  await sql`revoke usage on language plpgsql from public`.execute(owner.db);
  expect(await ready()).toEqual(NOT_READY);
});
