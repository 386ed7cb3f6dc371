/**
 * A whole product whose database an attacker forges money in: it is detected, withdrawals stop, and staff resumes
 * them.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAttacker, forge } from './forged-books.ts';
import { inOwnersTransaction } from './owner.ts';
import { type Customer, intentOf, type Product, showLogOfFailed, startProduct } from './product.ts';
import { call } from './running-server.ts';
import { until } from './waiting.ts';

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
}, 240_000);
afterAll(() => t.close(), 120_000);

const asStaff = (by: Customer, method: 'GET' | 'POST', path: string, body?: object) =>
  call(t.url, method, `/backoffice${path}`, { token: by.token, ...(body && { body }) });
const books = async () => (await asStaff(admin, 'GET', '/books')).body.baseDTO;
const treasury = async () => (await asStaff(admin, 'GET', '/treasury')).body.baseDTO;
const signed = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from chain_transactions t
    join outgoing o on o.transaction_id = t.id where o.kind = 'WITHDRAWAL'`.execute(t.db);
  return rows[0]?.n;
};

describe('a deposit forged in the ledger', () => {
  it('stops all withdrawals, here and at the signer, and notifies staff', async () => {
    await until(async () => (await books()).recheckedAt !== null, ROUNDS_MS);
    expect((await books()).violations).toEqual([]);
    expect(await treasury()).toMatchObject({ stopped: null, latch: null });
    // The sandbox shows no false alarms.
    await until(
      async () => (await treasury()).reserves.every(({ alarm }: { alarm: unknown }) => alarm === null),
      ROUNDS_MS,
    );

    await inOwnersTransaction(t.db, async (tx) => {
      await asAttacker(tx);
      await forge(tx, {
        from: { owner: 'outside:LITE_COIN', kind: 'outside' },
        to: { owner: thief.id, kind: 'spendable' },
        asset: 'LITE_COIN',
        amount: 300_000_000n,
        kind: 'deposit',
      });
    });
    await until(async () => (await treasury()).stopped !== null, ROUNDS_MS);
    await until(async () => (await treasury()).latch !== null, ROUNDS_MS);
    expect(await treasury()).toMatchObject({ signer: 'LATCHED', latch: { reason: 'BOOKS' } });
    expect((await books()).violations).toContainEqual(
      expect.objectContaining({
        law: 'each batch carries the MAC of its transfers and of the previous batch',
        acknowledged: null,
      }),
    );
    await until(async () => {
      const { rows } = await sql`select from notices where kind = 'BOOKS_BROKEN'
        and user_id in (${admin.id}, ${other.id})`.execute(t.db);
      return rows.length === 2;
    }, ROUNDS_MS);

    const refused = await call(t.url, 'POST', '/users/send-code', {
      token: thief.token,
      body: intentOf('LITE_COIN', '2'),
    });
    expect(refused.body.message).toBe('WITHDRAWALS_STOPPED');
    expect(await signed()).toBe(0);
  }, 900_000);

  it('stops them again until it is acknowledged, also when a staff member resumes withdrawals', async () => {
    expect((await asStaff(admin, 'POST', '/kill-switch', { stopped: false, reason: 'a test' })).status).toBe(
      200,
    );
    await until(async () => (await treasury()).stopped !== null, ROUNDS_MS);
    // As an attacker with database access only.
    await sql`update kill_switch set stopped = false`.execute(t.db);
    await until(async () => (await treasury()).stopped !== null, ROUNDS_MS);
  }, 900_000);

  it('lets the server continue once an admin acknowledges it, and the signer only with its passphrase', async () => {
    const acknowledge = (by: Customer, id: string) =>
      asStaff(by, 'POST', `/books/violations/${id}/acknowledge`, { reason: 'a test of the audit' });
    const [first] = (await books()).violations;
    expect((await acknowledge(victim, first.id)).status).toBeGreaterThanOrEqual(401);
    /**
     * Violations next to it are found a moment later, and a round that started before may stop withdrawals once
     * more.
     */
    const goOn = async () => {
      for (const { id, acknowledged } of (await books()).violations)
        if (acknowledged === null) expect((await acknowledge(admin, id)).status).toBe(200);
      if ((await treasury()).stopped !== null)
        await asStaff(other, 'POST', '/kill-switch', { stopped: false, reason: 'it is known' });
    };
    const goesOn = () =>
      until(async () => {
        await goOn();
        const before = (await books()).recheckedAt;
        await until(async () => (await books()).recheckedAt !== before, ROUNDS_MS);
        return (await treasury()).stopped === null;
      }, ROUNDS_MS);
    await goesOn();
    expect((await acknowledge(admin, first.id)).body.message).toBe('CONFLICT');

    const { id } = await t.withdraw(victim, intentOf('LITE_COIN', '0.5'));
    const troubles = new Set<string | null | undefined>();
    await until(async () => {
      await goOn();
      const { rows } = await sql<{ trouble: string | null }>`select trouble from outgoing
        where withdrawal_id = ${id}`.execute(t.db);
      troubles.add(rows[0]?.trouble);
      return rows[0]?.trouble === 'SIGNER_LATCHED';
    }, ROUNDS_MS).catch((error: Error) => {
      throw new Error(`${error.message}: ${[...troubles].join(', ')}`);
    });
    await goesOn();
    expect(await signed()).toBe(0);
  }, 900_000);
});
