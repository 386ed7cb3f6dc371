import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTestDatabase } from '../../../test/open-database.ts';
import { addPerson } from '../../../test/people.ts';
import type { Database } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import type { CompanyContext } from '../deps.ts';
import type { DeliveryResult } from '../ports.ts';
import { findCompanyByOwner, insertCompany } from '../store.ts';
import { findEvent, insertEvent, saveWebhook } from './event-store.ts';
import { generateSecret } from './webhook-secrets.ts';
import { deliverEvents } from './webhooks.ts';

const MINUTE = 60_000;

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('an attempt that ends after its claim expired leaves the event as the next attempt delivered it', async () => {
  const { db } = database;
  let now = Date.parse('2026-11-20T08:00:00Z');
  const hanging = Promise.withResolvers<DeliveryResult>();
  const replies = [hanging.promise, Promise.resolve({ status: 200, answer: 'heard' })];
  const secret = generateSecret();
  const context = {
    db,
    clock: { now: () => now },
    now: () => new Date(now),
    log: createLog('silent'),
    secrets: { decrypt: () => secret },
    webhooks: { post: () => replies.shift() },
  } as unknown as CompanyContext;
  const userId = await addPerson(db, { email: 'owner@webhooks.test', state: 'AUTHORIZED' });
  await db.transaction().execute((tx) => insertCompany(tx, userId, context.now()));
  const companyId = (await findCompanyByOwner(db, userId))?.id ?? '';
  const webhook = { url: 'https://store.test', secretEncrypted: Buffer.from('') };
  await saveWebhook(
    db,
    companyId,
    { ...webhook, oldSecretEncrypted: null, oldSecretUntil: null },
    context.now(),
  );
  const id = await insertEvent(db, { companyId, kind: 'webhook.test', subject: '', at: context.now() });
  const frozen = deliverEvents(context);
  await expect.poll(() => replies.length).toBe(1);
  now += 6 * MINUTE;
  await deliverEvents(context);
  hanging.resolve({ status: null, answer: 'no response' });
  await frozen;
  expect(await findEvent(db, companyId, id)).toMatchObject({
    deliveredAt: new Date(now),
    nextTryAt: null,
    lastStatus: 200,
    tries: 1,
  });
});
