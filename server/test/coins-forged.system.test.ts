/** An attacker with write access to the whole database can't withdraw anything. And the kill switch. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codecOf } from '../src/chains/index.ts';
import { checkAudit } from '../src/platform/database/audit-log.ts';
import { newId } from '../src/platform/ids.ts';
import { checkInvariants } from './invariants.ts';
import { asOwner } from './owner.ts';
import {
  COINS,
  type Coin,
  type Customer,
  createIntent,
  type Product,
  showLogOfFailed,
  startProduct,
} from './product.ts';
import { callServer } from './running-server.ts';
import { pollUntil } from './waiting.ts';

const AMOUNT: Record<Coin, string> = { LITE_COIN: '0.2', ETHEREUM: '0.02', RIPPLE: '20' };
const FUNDS: Record<Coin, string> = { LITE_COIN: '50', ETHEREUM: '5', RIPPLE: '1000' };
const signerKeyOf = (coin: Coin): string =>
  codecOf(coin, 'main').keyOf(new Uint8Array(64).fill(3), { branch: 'hot' }).address;
/** The attacker's addresses. */
const THIEF_ADDRESSES = Object.fromEntries(COINS.map((coin) => [coin, signerKeyOf(coin)])) as Record<
  Coin,
  string
>;

let t: Product;
showLogOfFailed(() => t);
let victim: Customer;
beforeAll(async () => {
  // The signer's own checks are tested: the audit would stop everything, including valid orders.
  t = await startProduct({ WATCH: 'off' });
  victim = await t.customer();
  await Promise.all(COINS.map((coin) => t.fund(victim, coin, FUNDS[coin])));
});
afterAll(async () => {
  try {
    expect(await checkInvariants(t.db)).toBeNull();
    expect(await checkAudit(t.db)).toBeNull();
  } finally {
    // A surviving server would keep the whole run from ending.
    await t.close();
  }
});

interface ObservedState {
  signed: number;
  taken: number;
}

/** Returns everything ever signed, and everything the chains ever accepted; without our own automatic sweeps. */
async function observeState(): Promise<ObservedState> {
  const { rows } = await sql<ObservedState>`with own as (select t.txid from chain_transactions t
      join outgoing o on o.transaction_id = t.id and o.kind <> 'WITHDRAWAL')
    select (select count(*)::int from chain_transactions where txid not in (select txid from own)) as signed,
    (select count(*)::int from sandbox_transactions where txid not in (select txid from own)
      and (body ->> 'from' is not null or body -> 'inputs' <> '[]')) as taken`.execute(t.db);
  return rows[0] ?? { signed: -1, taken: -1 };
}

async function listStolen(): Promise<unknown[]> {
  const { rows } =
    await sql`select * from sandbox_transactions s, jsonb_array_elements(s.body -> 'payments') p
    where p ->> 'to' = any(${Object.values(THIEF_ADDRESSES)}::text[])`.execute(t.db);
  return rows;
}

/**
 * Waits until a payment has arrived on each chain: the scanners have checked the waiting orders several times
 * since.
 */
async function waitUntilScanned(): Promise<void> {
  for (const coin of COINS) await t.fund(victim, coin, AMOUNT[coin]);
}

/** Delays new orders, so that there is time to change them. */
async function delayOrders(): Promise<void> {
  await asOwner(
    t.db,
    sql`create function hold_order() returns trigger language plpgsql as $$ begin
    new.next_try_at := 'infinity'; return new; end $$`,
  );
  await asOwner(
    t.db,
    sql`create trigger hold before insert on outgoing for each row execute function hold_order()`,
  );
}
async function releaseOrders(): Promise<void> {
  await asOwner(t.db, sql`drop function hold_order cascade`);
  await sql`update outgoing set next_try_at = now() where next_try_at = 'infinity'`.execute(t.db);
}

/** Runs a change with the guards of a table off, as its owner could. */
async function changeWithoutGuards(table: string, change: () => Promise<unknown>): Promise<void> {
  await asOwner(t.db, sql`alter table ${sql.table(table)} disable trigger user`);
  await change();
  await asOwner(t.db, sql`alter table ${sql.table(table)} enable trigger user`);
}

/** Returns whether no waiting order is with the signer, which would return it refused. None is tried from then on. */
async function stopOrders(): Promise<boolean> {
  await sql`update outgoing set next_try_at = 'infinity' where state = 'QUEUED'`.execute(t.db);
  const { rows } = await sql`select from outgoing
    where state = 'CLAIMED' or (state = 'QUEUED' and next_try_at <> 'infinity')`.execute(t.db);
  return rows.length === 0;
}

/** Restores the forged rows, since the ledger knows nothing of such withdrawals, so that its laws can be checked. */
async function restoreForgedRows(): Promise<void> {
  await changeWithoutGuards('withdrawal_approvals', () =>
    asOwner(t.db, sql`delete from withdrawal_approvals where withdrawal_id = any(${FORGED_IDS}::uuid[])`),
  );
  await changeWithoutGuards('withdrawals', async () => {
    await sql`delete from withdrawals where id = any(${FORGED_IDS}::uuid[])`.execute(t.db);
    await sql`update withdrawals w set amount = (select h.amount from transfers h
        where h.reference = w.id and h.kind = 'hold'), address = p.plan ->> 'address'
      from withdrawal_places p where p.id = w.id`.execute(t.db);
  });
  await sql`delete from outgoing where withdrawal_id = any(${FORGED_IDS}::uuid[])`.execute(t.db);
  // One order of each coin was changed into a transfer to the cold address.
  await sql`update outgoing o set kind = 'WITHDRAWAL', withdrawal_id = w.id, user_id = w.user_id from withdrawals w
    where o.kind = 'COLD' and o.asset = w.asset
      and not exists (select from outgoing own where own.withdrawal_id = w.id)`.execute(t.db);
  await pollUntil(stopOrders, 60_000);
  await sql`update outgoing o set address = w.address, tag = w.tag, amount = w.amount - w.fee
    from withdrawals w where w.id = o.withdrawal_id and o.state = 'QUEUED'`.execute(t.db);
}
const FORGED_IDS: string[] = [];

type Forgery = (coin: Coin, id: string) => Promise<unknown>;
const orderCondition = (id: string) => sql`withdrawal_id = ${id}`;

/** Inserts a copy of an order, for the whole balance, to the attacker; with the given seal. */
async function insertCopy(coin: Coin, id: string, withdrawalId: string, seal: ReturnType<typeof sql>) {
  await sql`insert into outgoing (id, kind, chain, asset, token_type, address, tag, amount, user_id, withdrawal_id, fee,
      seal, state, next_try_at, created_at)
    select ${newId()}, kind, chain, asset, token_type, ${THIEF_ADDRESSES[coin]}, tag, amount, user_id, ${withdrawalId}, fee,
      ${seal}, 'QUEUED', 'infinity', now() from outgoing where ${orderCondition(id)}`.execute(t.db);
}

async function insertWithdrawal(coin: Coin, id: string, state: string, needed = 0): Promise<string> {
  const forged = newId();
  FORGED_IDS.push(forged);
  await sql`insert into withdrawals (id, user_id, asset, token_type, address, tag, amount, fee, state, needed_approvals,
      created_at)
    select ${forged}, user_id, asset, token_type, ${THIEF_ADDRESSES[coin]}, tag, amount, fee, ${state}, ${needed}, now()
    from withdrawals where id = ${id}`.execute(t.db);
  return forged;
}

const FORGERIES: [string, Forgery][] = [
  [
    'another address in the order',
    (coin, id) =>
      sql`update outgoing set address = ${THIEF_ADDRESSES[coin]} where ${orderCondition(id)}`.execute(t.db),
  ],
  [
    'another address in the order and in the withdrawal',
    async (coin, id) => {
      await changeWithoutGuards('withdrawals', () =>
        sql`update withdrawals set address = ${THIEF_ADDRESSES[coin]} where id = ${id}`.execute(t.db),
      );
      await sql`update outgoing set address = ${THIEF_ADDRESSES[coin]} where ${orderCondition(id)}`.execute(
        t.db,
      );
    },
  ],
  [
    'a larger amount in both',
    async (_coin, id) => {
      await changeWithoutGuards('withdrawals', () =>
        sql`update withdrawals set amount = amount * 5 where id = ${id}`.execute(t.db),
      );
      await sql`update outgoing set amount = (select amount - fee from withdrawals where id = ${id})
        where ${orderCondition(id)}`.execute(t.db);
    },
  ],
  [
    'another tag',
    (_coin, id) => sql`update outgoing set tag = '666' where ${orderCondition(id)}`.execute(t.db),
  ],
  [
    'a move to a cold address that is the thief’s',
    (coin, id) =>
      sql`update outgoing set kind = 'COLD', address = ${THIEF_ADDRESSES[coin]}, user_id = null, withdrawal_id = null
        where ${orderCondition(id)}`.execute(t.db),
  ],
  [
    'a withdrawal and an order that never were, with a seal of random bytes',
    async (coin, id) =>
      insertCopy(coin, id, await insertWithdrawal(coin, id, 'APPROVED'), sql`${randomBytes(32)}`),
  ],
  [
    'the same with the seal of an order that is right',
    async (coin, id) => insertCopy(coin, id, await insertWithdrawal(coin, id, 'APPROVED'), sql`seal`),
  ],
  [
    'one that is reviewed, with approvals of two people who never saw it',
    async (coin, id) => {
      const forged = await insertWithdrawal(coin, id, 'REVIEW', 2);
      for (const staff of [newId(), newId()])
        await sql`insert into withdrawal_approvals values (${forged}, ${staff}, now())`.execute(t.db);
      await sql`update withdrawals set state = 'APPROVED' where id = ${forged}`.execute(t.db);
      await insertCopy(coin, id, forged, sql`seal`);
    },
  ],
];

describe('a forged row in the database', () => {
  it('is not signed and not sent, while valid ones next to it are', async () => {
    await delayOrders();
    const honest: string[] = [];
    const before = await observeState();
    for (const [i, [, forge]] of FORGERIES.entries()) {
      for (const coin of COINS) {
        const { id } = await t.withdraw(victim, createIntent(coin, AMOUNT[coin]));
        await forge(coin, id);
        if (i >= FORGERIES.length - 3) honest.push(id);
      }
    }
    await releaseOrders();
    const refusalCount = (FORGERIES.length - 3) * COINS.length + 3 * COINS.length;
    await pollUntil(async () => {
      const { rows } = await sql<{ refused: number }>`select count(*)::int as refused from outgoing
        where state not in ('DONE', 'SENT') and tries > 0 and trouble = 'SIGNER_REFUSED'`.execute(t.db);
      return rows[0]?.refused === refusalCount;
    }, 240_000);
    await pollUntil(async () => {
      for (const coin of COINS) await t.mine(coin, 2);
      const states = await Promise.all(honest.map((id) => t.stateOf(id)));
      return states.every(({ state }) => state === 'DONE');
    }, 240_000);
    expect(await listStolen()).toEqual([]);
    // Those of the UTXO chain may have been sent together.
    const after = await observeState();
    expect(after.signed - before.signed).toBe(after.taken - before.taken);
    const { rows } = await sql<{
      paid: number;
    }>`select count(distinct withdrawal_id)::int as paid from outgoing
      where transaction_id is not null`.execute(t.db);
    expect(rows[0]?.paid).toBe(honest.length);
    await restoreForgedRows();
  });

  it('that marks an arrived withdrawal as still to be sent causes no second payment', async () => {
    const before = await observeState();
    const { rows } = await sql<{
      id: string;
      transaction: string;
    }>`select distinct on (chain) withdrawal_id as id,
        transaction_id as transaction from outgoing
      where state = 'DONE' and kind = 'WITHDRAWAL' order by chain, id`.execute(t.db);
    for (const { id } of rows) {
      await sql`update withdrawals set state = 'APPROVED' where id = ${id}`.execute(t.db);
      await sql`update outgoing set state = 'QUEUED', transaction_id = null, claim_id = null, next_try_at = now()
        where ${orderCondition(id)}`.execute(t.db);
    }
    expect(rows.length).toBe(COINS.length);
    // The signer has signed it before: its reply is known, and the order is restored.
    const isKnownToSigner = async ({ id, transaction }: (typeof rows)[number]) => {
      const { rows: outgoingRows } = await sql`select from outgoing
        where ${orderCondition(id)} and state = 'DONE' and transaction_id = ${transaction}`.execute(t.db);
      return outgoingRows.length === 1;
    };
    await pollUntil(async () => (await Promise.all(rows.map(isKnownToSigner))).every(Boolean), 60_000);
    await waitUntilScanned();
    expect(await observeState()).toEqual(before);
    for (const { id } of rows)
      await sql`update withdrawals set state = 'DONE' where id = ${id}`.execute(t.db);
    expect(await checkInvariants(t.db)).toBeNull();
  });
});

describe('a forged reservation that waits for the ledger', () => {
  /** Forges a reservation for a request with this key and body, as the server will look it up. */
  async function forgeReservation(thief: Customer, key: string, body: object): Promise<void> {
    const id = newId();
    const digest = createHash('sha256')
      .update(`POST /wallets/withdrawal-request\n${JSON.stringify(body)}`)
      .digest('base64url');
    const plan = {
      id,
      userId: victim.id,
      asset: 'LITE_COIN',
      tokenType: 'LITE_COIN',
      address: THIEF_ADDRESSES.LITE_COIN,
      addressDigest: null,
      bankAccountId: null,
      tag: '',
      amount: '400000000',
      fee: '100000',
      tomanValue: '1',
      reviewReasons: [],
      neededApprovals: 0,
      promisedAt: null,
      label: null,
      createdAt: new Date().toISOString(),
    };
    await sql`insert into idempotency (key, owner, digest, reply) values (${key}, ${thief.id}, ${digest}, '')`.execute(
      t.db,
    );
    await sql`insert into withdrawal_places (id, user_id, asset, amount, toman_value, reviewed, idempotency_key, plan,
        plan_mac, state, created_at)
      values (${id}, ${thief.id}, 'LITE_COIN', 400000000, 0, false, ${key}, ${JSON.stringify(plan)}::jsonb,
        ${randomBytes(32)}, 'TAKEN', now())`.execute(t.db);
  }

  it('releases no other user’s money', async () => {
    const thief = await t.customer();
    const key = randomUUID();
    const body = { ...createIntent('LITE_COIN', '0.1'), code: '000000' };
    await forgeReservation(thief, key, body);
    const before = await t.balance(victim.id, 'LITE_COIN');
    const answer = await callServer(t.url, 'POST', '/wallets/withdrawal-request', {
      token: thief.token,
      key,
      body,
    });
    expect(answer.body.message).toBe('SERVICE_UNAVAILABLE');
    const { rows: places } = await sql`select state from withdrawal_places
      where idempotency_key = ${key}`.execute(t.db);
    expect(places).toEqual([{ state: 'FAILED' }]);
    const { rows } =
      await sql`select id from withdrawals where address = ${THIEF_ADDRESSES.LITE_COIN}`.execute(t.db);
    expect(rows).toEqual([]);
    expect(await t.balance(victim.id, 'LITE_COIN')).toBe(before);
  });
});

describe('the kill switch', () => {
  const setKillSwitch = (by: Customer, stopped: boolean) =>
    callServer(t.url, 'POST', '/backoffice/kill-switch', {
      token: by.token,
      body: { stopped, reason: 'fault test' },
    });

  it('stops signing and sending within 5 s, also after a restart, until another admin starts again', async () => {
    const treasurer = await t.customer(['treasury']);
    const admins = [
      await t.customer(['admin', 'treasury']),
      await t.customer(['admin', 'treasury']),
    ] as const;
    const requestWithdrawals = async () => {
      const ids: string[] = [];
      for (const coin of COINS) ids.push((await t.withdraw(victim, createIntent(coin, AMOUNT[coin]))).id);
      return ids;
    };
    await delayOrders();
    const late = await requestWithdrawals();
    await asOwner(t.db, sql`alter table outgoing disable trigger hold`);
    // Some are at the signer or signed when it is stopped, the others only become due.
    const early = await requestWithdrawals();
    expect((await setKillSwitch(admins[0], true)).body).toMatchObject({ status: 'OK' });
    await releaseOrders();
    await waitUntilScanned();
    const stopped = await observeState();
    const refusal = await callServer(t.url, 'POST', '/users/send-code', {
      token: victim.token,
      body: createIntent('LITE_COIN', '0.3'),
    });
    expect(refusal.body.message).toBe('WITHDRAWALS_STOPPED');
    await waitUntilScanned();
    expect(await observeState()).toEqual(stopped);
    await t.kill('both');
    await t.start();
    await waitUntilScanned();
    expect(await observeState()).toEqual(stopped);
    for (const id of late) expect((await t.stateOf(id)).order).toBe('QUEUED');
    const { rows: after } = await sql`select t.txid from chain_transactions t, kill_switch
      where t.created_at > changed_at + interval '5 seconds'`.execute(t.db);
    expect(after).toEqual([]);

    expect((await setKillSwitch(admins[0], false)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await setKillSwitch(treasurer, false)).body.message).toBe('FORBIDDEN');
    expect((await setKillSwitch(victim, false)).status).toBeGreaterThanOrEqual(401);
    expect(await observeState()).toEqual(stopped);
    expect((await setKillSwitch(admins[1], false)).body).toMatchObject({ status: 'OK' });
    await pollUntil(async () => {
      for (const coin of COINS) await t.mine(coin, 2);
      return (await Promise.all([...early, ...late].map((id) => t.stateOf(id)))).every(
        ({ state }) => state === 'DONE',
      );
    }, 240_000);
  });
});
