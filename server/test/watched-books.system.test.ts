/**
 * A whole product whose database an attacker forges money in: it is detected, withdrawals stop, and staff resumes
 * them.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAttacker, forgeTransfer } from './forged-books.ts';
import { inOwnersTransaction } from './owner.ts';
import { type Customer, createIntent, type Product, showLogOfFailed, startProduct } from './product.ts';
import { callServer } from './running-server.ts';
import { pollUntil } from './waiting.ts';

/** A round over all laws pauses nine times as long as it works: minutes, on a busy machine. */
const ROUNDS_MS = 300_000;

let t: Product;
showLogOfFailed(() => t);
let victim: Customer;
let thief: Customer;
let admin: Customer;
let other: Customer;
beforeAll(async () => {
  t = await startProduct();
  victim = await t.customer();
  thief = await t.customer();
  admin = await t.customer(['admin', 'treasury']);
  other = await t.customer(['admin', 'treasury']);
  await t.fund(victim, 'LITE_COIN', '5');
});
afterAll(() => t.close(), 120_000);

const callAsStaff = (by: Customer, method: 'GET' | 'POST', path: string, body?: object) =>
  callServer(t.url, method, `/backoffice${path}`, { token: by.token, ...(body && { body }) });
const readBooksView = async () => (await callAsStaff(admin, 'GET', '/books')).body.baseDTO;
const readTreasury = async () => (await callAsStaff(admin, 'GET', '/treasury')).body.baseDTO;
const countSigned = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from chain_transactions t
    join outgoing o on o.transaction_id = t.id where o.kind = 'WITHDRAWAL'`.execute(t.db);
  return rows[0]?.n;
};

describe('a deposit forged in the ledger', () => {
  it('stops all withdrawals, here and at the signer, and notifies staff', async () => {
    await pollUntil(async () => (await readBooksView()).recheckedAt !== null, ROUNDS_MS);
    expect((await readBooksView()).violations).toEqual([]);
    expect(await readTreasury()).toMatchObject({ stopped: null, latch: null });
    // The sandbox shows no false alarms.
    await pollUntil(
      async () => (await readTreasury()).reserves.every(({ alarm }: { alarm: unknown }) => alarm === null),
      ROUNDS_MS,
    );

    await inOwnersTransaction(t.db, async (tx) => {
      await asAttacker(tx);
      await forgeTransfer(tx, {
        from: { owner: 'outside:LITE_COIN', kind: 'outside' },
        to: { owner: thief.id, kind: 'spendable' },
        asset: 'LITE_COIN',
        amount: 300_000_000n,
        kind: 'deposit',
      });
    });
    await pollUntil(async () => (await readTreasury()).stopped !== null, ROUNDS_MS);
    await pollUntil(async () => (await readTreasury()).latch !== null, ROUNDS_MS);
    expect(await readTreasury()).toMatchObject({ signer: 'LATCHED', latch: { reason: 'BOOKS' } });
    expect((await readBooksView()).violations).toContainEqual(
      expect.objectContaining({
        law: 'each batch carries the MAC of its transfers and of the previous batch',
        acknowledged: null,
      }),
    );
    await pollUntil(async () => {
      const { rows } = await sql`select from notices where kind = 'BOOKS_BROKEN'
        and user_id in (${admin.id}, ${other.id})`.execute(t.db);
      return rows.length === 2;
    }, ROUNDS_MS);

    const refusal = await callServer(t.url, 'POST', '/users/send-code', {
      token: thief.token,
      body: createIntent('LITE_COIN', '2'),
    });
    expect(refusal.body.message).toBe('WITHDRAWALS_STOPPED');
    expect(await countSigned()).toBe(0);
  }, 900_000);

  it('stops them again until it is acknowledged, also when a staff member resumes withdrawals', async () => {
    expect(
      (await callAsStaff(admin, 'POST', '/kill-switch', { stopped: false, reason: 'a test' })).status,
    ).toBe(200);
    await pollUntil(async () => (await readTreasury()).stopped !== null, ROUNDS_MS);
    // As an attacker with database access only.
    await sql`update kill_switch set stopped = false`.execute(t.db);
    await pollUntil(async () => (await readTreasury()).stopped !== null, ROUNDS_MS);
  }, 900_000);

  it('lets the server continue once an admin acknowledges it, and the signer only with its passphrase', async () => {
    const acknowledgeViolation = (by: Customer, id: string) =>
      callAsStaff(by, 'POST', `/books/violations/${id}/acknowledge`, { reason: 'a test of the audit' });
    const [first] = (await readBooksView()).violations;
    expect((await acknowledgeViolation(victim, first.id)).status).toBeGreaterThanOrEqual(401);
    /**
     * Violations next to it are found a moment later, and a round that started before may stop withdrawals once
     * more.
     */
    const resumePayments = async () => {
      for (const { id, acknowledged } of (await readBooksView()).violations)
        if (acknowledged === null) expect((await acknowledgeViolation(admin, id)).status).toBe(200);
      if ((await readTreasury()).stopped !== null)
        await callAsStaff(other, 'POST', '/kill-switch', { stopped: false, reason: 'it is known' });
    };
    const waitUntilResumed = () =>
      pollUntil(async () => {
        await resumePayments();
        const before = (await readBooksView()).recheckedAt;
        await pollUntil(async () => (await readBooksView()).recheckedAt !== before, ROUNDS_MS);
        return (await readTreasury()).stopped === null;
      }, ROUNDS_MS);
    await waitUntilResumed();
    expect((await acknowledgeViolation(admin, first.id)).body.message).toBe('CONFLICT');

    const { id } = await t.withdraw(victim, createIntent('LITE_COIN', '0.5'));
    const troubles = new Set<string | null | undefined>();
    await pollUntil(async () => {
      await resumePayments();
      const { rows } = await sql<{ trouble: string | null }>`select trouble from outgoing
        where withdrawal_id = ${id}`.execute(t.db);
      troubles.add(rows[0]?.trouble);
      return rows[0]?.trouble === 'SIGNER_LATCHED';
    }, ROUNDS_MS).catch((error: Error) => {
      throw new Error(`${error.message}: ${[...troubles].join(', ')}`);
    });
    await waitUntilResumed();
    expect(await countSigned()).toBe(0);
  }, 900_000);
});
