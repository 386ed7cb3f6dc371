/**
 * A ledger with real trades, deposits and withdrawals, altered by plain SQL and made as consistent as an attacker
 * can.
 */
import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import type { AuditScope } from '../src/audit/index.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { forgeTransfer, rebuildBalances } from './forged-books.ts';
import type { PopulatedLedger } from './populated-ledger.ts';

const HOUSE = { inventory: 'inventory', fee: 'fee' } as const;
export const houseAccountOf = (kind: keyof typeof HOUSE) => ({ owner: 'house', kind });
export const ledgerAccountOf = (owner: string, kind = 'spendable') => ({ owner, kind });
export const outsideAccountOf = (channel: string) => ({ owner: `outside:${channel}`, kind: 'outside' });

/** Returns one row of a query that has some. */
async function queryOne<T>(tx: Tx, query: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await query.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('the ledger has no such row to forge');
  return row;
}

interface Trade {
  id: string;
  user: string;
  coin: Asset;
  quote: Asset;
  amount: bigint;
  notional: bigint;
  fee: bigint;
}
const TRADE = sql`id, user_id::text as user, coin, quote, amount, notional, fee from orders`;
const findQuickBuy = (tx: Tx) =>
  queryOne(tx, sql<Trade>`select ${TRADE} where order_type = 'EXCHANGE_BUY' and fee > 0 order by id limit 1`);
const findTakenSale = (tx: Tx) =>
  queryOne(
    tx,
    sql<Trade>`select ${TRADE} where order_type = 'LIMITED_SELL' and first_fill is not null and fee > 0 order by id limit 1`,
  );
/** Returns the transfers of an order. */
const findTransferRange = async (tx: Tx, id: string): Promise<Exclude<AuditScope, 'all'>> =>
  queryOne(
    tx,
    sql<{
      from: bigint;
      to: bigint;
    }>`select min(id) as from, max(id) as to from transfers where reference = ${id}`,
  );

/** The users and withdrawals of `createPopulatedLedger` that are altered. */
export type AlteredRows = Pick<PopulatedLedger, 'stranger' | 'sent' | 'paid'>;

/**
 * The name of the alteration, the law that it violates, and the function, which returns the transfers that it made
 * or touched.
 */
export type TamperingCase = [
  what: string,
  law: RegExp,
  alter: (tx: Tx, books: AlteredRows) => Promise<Exclude<AuditScope, 'all'>>,
];

/** Addresses that received nothing. */
const UNUSED_ADDRESSES = {
  LITE_COIN: 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
  ETHEREUM: '0x52908400098527886E0F7030069857D2E4169EE7',
  RIPPLE: 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv',
} as const;

export const ALTERATIONS: readonly TamperingCase[] = [
  [
    'a fee charged twice',
    /^each quick trade/,
    async (tx) => {
      const { id, user, quote, fee } = await findQuickBuy(tx);
      return forgeTransfer(tx, {
        from: ledgerAccountOf(user),
        to: houseAccountOf('fee'),
        asset: quote,
        amount: fee,
        kind: 'fee',
        reference: id,
      });
    },
  ],
  [
    'the fee of a fill charged twice',
    /^each fill/,
    async (tx) => {
      const { id, user, quote, fee } = await findTakenSale(tx);
      return forgeTransfer(tx, {
        from: ledgerAccountOf(user),
        to: houseAccountOf('fee'),
        asset: quote,
        amount: fee,
        kind: 'fee',
        reference: id,
      });
    },
  ],
  [
    'a referral reward paid to the wrong user',
    /^each referral reward/,
    async (tx, books) => {
      const { id } = await queryOne(
        tx,
        sql<{ id: bigint }>`select id from transfers where kind = 'referral' order by id limit 1`,
      );
      await sql`update transfers t set credit_account = (select a.id from accounts a join accounts was
          on was.id = t.credit_account and was.asset = a.asset and was.kind = a.kind
        where a.owner = ${books.stranger}) where t.id = ${id}`.execute(tx);
      await rebuildBalances(tx);
      return { from: id, to: id };
    },
  ],
  [
    'an unearned referral reward',
    /^each referral reward/,
    async (tx, books) => {
      const { id, quote } = await findQuickBuy(tx);
      return forgeTransfer(tx, {
        from: houseAccountOf('fee'),
        to: ledgerAccountOf(books.stranger),
        asset: quote,
        amount: 7n,
        kind: 'referral',
        reference: id,
      });
    },
  ],
  [
    'a deposit credited twice',
    /^each coin deposit/,
    async (tx) => {
      const deposit = await queryOne(
        tx,
        sql<{ id: string; user: string; asset: string; channel: string; amount: bigint }>`
          select id, user_id::text as user, asset, token_type as channel, amount from coin_deposits
          where state = 'CREDITED' order by id limit 1`,
      );
      const { id, user, asset, channel, amount } = deposit;
      return forgeTransfer(tx, {
        from: outsideAccountOf(channel),
        to: ledgerAccountOf(user),
        asset,
        amount,
        kind: 'deposit',
        reference: id,
      });
    },
  ],
  [
    'a deposit of Toman credited twice',
    /^each gateway payment/,
    async (tx) => {
      const { id, company, amount, gateway } = await queryOne(
        tx,
        sql<{ id: string; company: string; amount: bigint; gateway: string }>`
          select id, company_id::text as company, amount, gateway from payments where state = 'PAID' order by id limit 1`,
      );
      const to = ledgerAccountOf(`company:${company}`, 'receipts');
      return forgeTransfer(tx, {
        from: outsideAccountOf(gateway),
        to,
        asset: 'TOMAN',
        amount,
        kind: 'deposit',
        reference: id,
      });
    },
  ],
  [
    'a bank transfer credited twice',
    /^each incoming bank transfer/,
    async (tx, books) => {
      const { id, amount } = await queryOne(
        tx,
        sql<{
          id: string;
          amount: bigint;
        }>`select id, amount from bank_deposits where state = 'MATCHED' order by id limit 1`,
      );
      return forgeTransfer(tx, {
        from: outsideAccountOf('bank'),
        to: ledgerAccountOf(books.stranger),
        asset: 'TOMAN',
        amount,
        kind: 'deposit',
        reference: id,
      });
    },
  ],
  [
    'a leg of a quick trade paid twice',
    /^each quick trade/,
    async (tx) => {
      const { id, user, coin, amount } = await findQuickBuy(tx);
      return forgeTransfer(tx, {
        from: houseAccountOf('inventory'),
        to: ledgerAccountOf(user),
        asset: coin,
        amount,
        kind: 'trade',
        reference: id,
      });
    },
  ],
  [
    'a leg of a fill paid twice',
    /^each fill/,
    async (tx) => {
      const { id, user, quote } = await findTakenSale(tx);
      const other = await queryOne(
        tx,
        sql<{ id: string }>`select maker_id::text as id from fills where taker_order = ${id} limit 1`,
      );
      return forgeTransfer(tx, {
        from: ledgerAccountOf(other.id),
        to: ledgerAccountOf(user),
        asset: quote,
        amount: 1_000n,
        kind: 'trade',
        reference: id,
      });
    },
  ],
  [
    'an amount that is never released',
    /^each blocked amount/,
    async (tx) => {
      const { id, user, quote } = await findTakenSale(tx);
      const [from, to] = [ledgerAccountOf(user), ledgerAccountOf(user, 'blocked')];
      return forgeTransfer(tx, { from, to, asset: quote, amount: 1_000n, kind: 'hold', reference: id });
    },
  ],
  [
    "a quick trade's total altered",
    /^price, amount, fee/,
    async (tx) => {
      const { id } = await findQuickBuy(tx);
      await sql`update orders set total = total - 1000 where id = ${id}`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    "a quick trade's figures altered consistently",
    /^each quick trade/,
    async (tx) => {
      const { id } = await findQuickBuy(tx);
      await sql`update orders set fee = 0, wage_ppm = 0, total = notional where id = ${id}`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    'a fee rate that no level has, with the fees charged by it',
    /^each order has the fee rate/,
    async (tx) => {
      const { id } = await findQuickBuy(tx);
      await sql`update orders set fee = div(notional + 999999, 1000000), wage_ppm = 1,
        total = notional + div(notional + 999999, 1000000) where id = ${id}`.execute(tx);
      await sql`update transfers t set amount = o.fee from orders o
        where o.id = ${id} and t.reference = o.id and t.kind = 'fee'`.execute(tx);
      await rebuildBalances(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    "a trade's row deleted",
    /^every transfer has exactly one/,
    async (tx) => {
      const { id } = await findQuickBuy(tx);
      await sql`delete from orders where id = ${id}`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    "a limit order's row deleted",
    /^every transfer has exactly one/,
    async (tx) => {
      const { id } = await findTakenSale(tx);
      await sql`delete from orders where id = ${id}`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    "a trade's key deleted",
    /^each stored reply/,
    async (tx) => {
      const { id } = await findQuickBuy(tx);
      await sql`delete from idempotency where key = (select idempotency_key from orders where id = ${id})`.execute(
        tx,
      );
      return findTransferRange(tx, id);
    },
  ],
  [
    "a withdrawal's fee altered",
    /^each outgoing payment/,
    async (tx, books) => {
      const id = books.sent[0] ?? '';
      await sql`update withdrawals set fee = fee - 1 where id = ${id}`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    "a withdrawal's fee altered in every table",
    /^a withdrawn coin left/,
    async (tx, books) => {
      const id = books.sent[0] ?? '';
      await sql`update withdrawals set fee = fee - 1 where id = ${id}`.execute(tx);
      await sql`update outgoing set fee = fee - 1, amount = amount + 1 where withdrawal_id = ${id}`.execute(
        tx,
      );
      await sql`update withdrawal_places p set plan = p.plan || jsonb_build_object('fee', w.fee::text)
        from withdrawals w where w.id = p.id and p.id = ${id}`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  ...(['LITE_COIN', 'ETHEREUM', 'RIPPLE'] as const).map(
    (chain, at): TamperingCase => [
      `a sent withdrawal's destination altered in every table: ${chain}`,
      /^signed transactions/,
      async (tx, books) => {
        const [id, to] = [books.sent[at] ?? '', UNUSED_ADDRESSES[chain]];
        await sql`update withdrawals set address = ${to} where id = ${id}`.execute(tx);
        await sql`update outgoing set address = ${to} where withdrawal_id = ${id}`.execute(tx);
        await sql`update withdrawal_places set plan = plan || jsonb_build_object('address', ${to}::text)
        where id = ${id}`.execute(tx);
        return findTransferRange(tx, id);
      },
    ],
  ),
  [
    'signed bytes replaced by others',
    /^signed transactions/,
    async (tx, books) => {
      const id = books.sent[1] ?? '';
      await sql`update chain_transactions x set raw = (select y.raw from chain_transactions y
          where y.id <> x.id order by y.id limit 1)
        from outgoing o where o.transaction_id = x.id and o.withdrawal_id = ${id}`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    'the network fee of UTXO bytes altered, with its transfers',
    /^signed transactions/,
    async (tx, books) => {
      const id = books.sent[0] ?? '';
      const { payment } = await queryOne(
        tx,
        sql<{
          payment: string;
        }>`select transaction_id::text as payment from outgoing where withdrawal_id = ${id}`,
      );
      await sql`update chain_transactions set fee = fee - 1 where id = ${payment}`.execute(tx);
      await sql`update transfers set amount = amount - 1 where reference = ${payment} and kind = 'cost'`.execute(
        tx,
      );
      await rebuildBalances(tx);
      return findTransferRange(tx, payment);
    },
  ],
  [
    "a Toman withdrawal's fee altered in every table",
    /^each withdrawal/,
    async (tx, books) => {
      const id = books.paid;
      await sql`update withdrawals set fee = fee + 1 where id = ${id}`.execute(tx);
      await sql`update withdrawal_places p set plan = p.plan || jsonb_build_object('fee', w.fee::text)
        from withdrawals w where w.id = p.id and p.id = ${id}`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    'a fill altered',
    /^each fill/,
    async (tx) => {
      const { id } = await findTakenSale(tx);
      await sql`update fills set amount = amount - 1000 where taker_order = ${id}`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    'a fill altered, and both of its orders with it',
    /^each fill/,
    async (tx) => {
      const { id } = await findTakenSale(tx);
      await sql`with f as (update fills set notional = notional - 1000, toman_value = toman_value - 1000
          where taker_order = ${id} returning maker_order)
        update orders set notional = notional - 1000, toman_value = toman_value - 1000,
          total = total - case when order_type like '%BUY' then 1000 else 1000 end
        where id = ${id} or id in (select maker_order from f)`.execute(tx);
      return findTransferRange(tx, id);
    },
  ],
  [
    'a payout of Toman without a line of a bank payout',
    /^Toman are paid out/,
    async (tx, books) => {
      await sql`delete from payout_lines where withdrawal_id = ${books.paid}`.execute(tx);
      return findTransferRange(tx, books.paid);
    },
  ],
];

/** Transfers between the outside and users without a cause: on a chain, and at the bank. */
export const FORGED_OUTSIDE: readonly TamperingCase[] = [
  [
    'money from outside without a cause',
    /^every transfer has exactly one/,
    (tx, books) => {
      const [from, to] = [outsideAccountOf('LITE_COIN'), ledgerAccountOf(books.stranger)];
      return forgeTransfer(tx, { from, to, asset: 'LITE_COIN', amount: 300_000_000n, kind: 'deposit' });
    },
  ],
  [
    'Toman that left for outside without a request',
    /^every transfer has exactly one/,
    (tx) => {
      const [from, to] = [houseAccountOf('fee'), outsideAccountOf('bank')];
      return forgeTransfer(tx, { from, to, asset: 'TOMAN', amount: 1_000n, kind: 'withdrawal' });
    },
  ],
];
