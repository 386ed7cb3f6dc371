import type { Asset, Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { SealedOrder } from '../chains/seal.ts';
import type { KeyPath } from '../chains/types.ts';
import type { Db } from '../platform/database/database.ts';

/** An order as stored in the database, with the withdrawal that it refers to. Nothing of it is verified yet. */
export interface FoundOrder extends SealedOrder {
  chain: Chain;
  asset: Asset;
  generation: number;
  fee: bigint;
  seal: Buffer;
  state: string;
  claimId: string | null;
  withdrawal: {
    state: string;
    userId: string;
    asset: string;
    tokenType: string;
    address: string;
    tag: string;
    /** `fee` included. */
    amount: bigint;
    fee: bigint;
    neededApprovals: number;
    /** Number of approvals by staff members other than the owner. */
    approvals: number;
  } | null;
}

export interface FoundOrders {
  stopped: boolean;
  orders: FoundOrder[];
}

/** Reads both in one snapshot. Unknown orders are absent. */
export function readOrders(db: Db, ids: readonly string[]): Promise<FoundOrders> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows: switches } = await sql<{ stopped: boolean }>`select stopped from kill_switch`.execute(tx);
      const { rows } = await sql<OrderRow>`select o.id, o.kind, o.chain, o.asset, o.token_type as "tokenType",
          o.from_index as "fromIndex", o.generation, o.address, o.tag, o.amount, o.user_id as "userId",
          o.withdrawal_id as "withdrawalId", o.fee, o.seal, o.state, o.claim_id as "claimId",
          w.state as "wState", w.user_id as "wUserId", w.asset as "wAsset", w.token_type as "wTokenType",
          w.address as "wAddress", w.tag as "wTag", w.amount as "wAmount", w.fee as "wFee",
          w.needed_approvals as "wNeeded",
          (select count(distinct a.staff_id)::int from withdrawal_approvals a
            where a.withdrawal_id = w.id and a.staff_id <> w.user_id) as "wApprovals"
        from outgoing o left join withdrawals w on w.id = o.withdrawal_id
        where o.id = any(${[...ids]}::uuid[])`.execute(tx);
      // A missing row counts as stopped.
      return { stopped: switches[0]?.stopped !== false, orders: rows.map(toFoundOrder) };
    });
}

interface WithdrawalColumns {
  wState: string;
  wUserId: string;
  wAsset: string;
  wTokenType: string;
  wAddress: string;
  wTag: string;
  wAmount: bigint;
  wFee: bigint;
  wNeeded: number;
}

/** If the order has no withdrawal, or an unknown one, all of these are null. */
type OrderRow = Omit<FoundOrder, 'withdrawal'> & {
  [K in keyof WithdrawalColumns]: WithdrawalColumns[K] | null;
} & {
  wApprovals: number;
};

function toFoundOrder(row: OrderRow): FoundOrder {
  const {
    wState,
    wUserId,
    wAsset,
    wTokenType,
    wAddress,
    wTag,
    wAmount,
    wFee,
    wNeeded,
    wApprovals,
    ...order
  } = row as Omit<OrderRow, keyof WithdrawalColumns> & WithdrawalColumns;
  if (row.wState === null) return { ...order, withdrawal: null };
  return {
    ...order,
    withdrawal: {
      state: wState,
      userId: wUserId,
      asset: wAsset,
      tokenType: wTokenType,
      address: wAddress,
      tag: wTag,
      amount: wAmount,
      fee: wFee,
      neededApprovals: wNeeded,
      approvals: wApprovals,
    },
  };
}

/** Returns the key that a deposit address is said to belong to: a hint only, since the address is derived again. */
export async function findDepositKey(db: Db, chain: Chain, address: string): Promise<KeyPath | null> {
  const { rows } = await sql<{
    index: string;
    generation: number;
  }>`select key_index::text as index, generation
    from deposit_addresses where chain = ${chain} and address = ${address} limit 1`.execute(db);
  const [found] = rows;
  if (!found) return null;
  return { branch: 'deposit', index: Number.parseInt(found.index, 10), generation: found.generation };
}
