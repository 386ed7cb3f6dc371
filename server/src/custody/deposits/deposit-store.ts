/** Deposits of coins, and how the ledger settles, hands over and reverses them. */
import type { Asset, Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import { updateWith } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/database.ts';

export type DepositState =
  | 'PENDING'
  | 'CREDITED'
  | 'UNCLAIMED'
  | 'PROPOSED'
  | 'ORPHANED'
  | 'REVERSED'
  | 'KEPT';

export interface Deposit {
  id: string;
  chain: Chain;
  txid: string;
  index: number;
  asset: Asset | null;
  tokenType: string | null;
  contract: string | null;
  address: string;
  tag: string;
  amount: bigint;
  userId: string | null;
  state: DepositState;
  reason: string | null;
  raisedByUser: boolean;
  height: number | null;
  blockHash: string | null;
  needed: number;
  proposedBy: string | null;
  proposedUser: string | null;
  decidedBy: string | null;
  booked: boolean;
  attempt: number;
  lost: bigint;
  createdAt: Date;
}

export const DEPOSIT_COLUMNS = sql`d.id, d.chain, d.txid, d.output_index::int as index, d.asset, d.token_type as "tokenType", d.contract, d.address, d.tag, d.amount,
  d.user_id as "userId", d.state, d.reason, d.raised_by_user as "raisedByUser", d.height::int as height,
  d.block_hash as "blockHash", d.needed_confirmations as needed, d.proposed_by as "proposedBy",
  d.proposed_user as "proposedUser", d.decided_by as "decidedBy", d.booked, d.attempt, d.lost,
  d.created_at as "createdAt"`;

/** The owner of deposits that changed. */
export interface WalletChange {
  userId: string | null;
  asset: Asset | null;
}

const IS_DUE = sql`d.state = 'PENDING' and d.height is not null and d.height <= c.height
      and c.fork is distinct from 'HALTED'
      and (c.height - d.height + 1 >= d.needed_confirmations or d.height <= c.final_height)`;

/** Returns deposits with enough confirmations, oldest first. */
export async function findDueDeposits(db: Queryable, chain: Chain, limit: number): Promise<Deposit[]> {
  const { rows } =
    await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d join chain_cursors c using (chain)
    where d.chain = ${chain} and ${IS_DUE}
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the chains that have deposits to settle. */
export async function findDueChains(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`select c.chain from chain_cursors c
    where exists (select from coin_deposits d where d.chain = c.chain and ${IS_DUE})`.execute(db);
  return rows.map(({ chain }) => chain);
}

/** Marks a deposit of an unknown token: listed for the staff, not in the ledger. */
export async function markUnknownToken(db: Queryable, id: string): Promise<void> {
  await sql`update coin_deposits set state = 'UNCLAIMED', reason = 'UNKNOWN_TOKEN'
    where id = ${id} and state = 'PENDING' and height is not null`.execute(db);
}

// Rows that the ledger writes together with its transfers. If a row has changed since the command was created, it
// gets a state that the table rejects, which fails the whole command.

/** Credits a deposit with enough confirmations to its owner (CREDITED) or to the house's suspense (UNCLAIMED). */
export const SETTLE_DEPOSIT = updateWith(
  'deposit_settled',
  {
    id: 'uuid',
    attempt: 'integer',
    height: 'bigint',
    state: 'text',
    reason: 'text?',
    credited_at: 'timestamptz?',
    toman_value: 'numeric?',
    booked: 'boolean',
    to_tell: 'text?',
  },
  (rows) => `update coin_deposits d set
      state = case when d.state = 'PENDING' and d.height = v.height and d.attempt = v.attempt then v.state
        else 'STALE' end,
      reason = v.reason, credited_at = v.credited_at, toman_value = v.toman_value, booked = v.booked,
      to_tell = v.to_tell, lost = 0
    from ${rows} where d.id = v.id`,
);

/** Credits a deposit in suspense to the user that the staff decided on. */
export const HAND_OVER_DEPOSIT = updateWith(
  'deposit_handed_over',
  { id: 'uuid', attempt: 'integer', user_id: 'uuid', credited_at: 'timestamptz', toman_value: 'numeric?' },
  (rows) => `update coin_deposits d set
      state = case when d.state = 'PROPOSED' and d.booked and d.decided_by is not null and d.attempt = v.attempt
        and d.proposed_user = v.user_id then 'CREDITED' else 'STALE' end,
      user_id = v.user_id, credited_at = v.credited_at, toman_value = v.toman_value, booked = false,
      to_tell = 'DEPOSIT_CREDITED'
    from ${rows} where d.id = v.id`,
);

/** Reverses a deposit that the chain no longer has. */
export const REVERSE_DEPOSIT = updateWith(
  'deposit_reversed',
  { id: 'uuid', attempt: 'integer', state: 'text', reason: 'text?', lost: 'numeric', to_tell: 'text?' },
  (rows) => `update coin_deposits d set
      state = case when (d.state = 'CREDITED' or d.booked) and d.attempt = v.attempt then v.state else 'STALE' end,
      reason = v.reason, lost = v.lost, to_tell = v.to_tell, attempt = d.attempt + 1, height = null, block_hash = null,
      booked = false, credited_at = null, toman_value = null, proposed_by = null, proposed_user = null, decided_by = null
    from ${rows} where d.id = v.id`,
);
