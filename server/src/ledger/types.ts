import type { Amount, Asset } from '@sarraf/domain';

export type AccountKind =
  | 'spendable'
  | 'blocked'
  | 'inventory'
  | 'fee'
  | 'expense'
  | 'in_flight'
  | 'suspense'
  | 'reorg_loss'
  | 'receipts'
  | 'outside';

/** Names an account; it comes into being with the first transfer that touches it. */
export interface Account {
  readonly owner: string;
  readonly asset: Asset;
  readonly kind: AccountKind;
  /** Owner, asset and kind in one; the writer finds balances by it. */
  readonly key: string;
}

/** What a transfer is for. */
export type TransferKind =
  | 'trade' // the coin or the quote of a trade
  | 'fee'
  | 'referral'
  | 'deposit'
  | 'withdrawal'
  | 'hold'
  | 'release'
  | 'cost' // a gateway's, miner's or bank's charge
  | 'seed' // sandbox money and inventory
  | 'correction';

export interface Transfer {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: Amount;
  readonly kind: TransferKind;
  /** Id (UUID) of the order, payment or withdrawal it belongs to. */
  readonly reference: string;
}

export type ColumnType =
  | 'uuid'
  | 'text'
  | 'bigint'
  | 'numeric'
  | 'integer'
  | 'boolean'
  | 'timestamptz'
  | 'jsonb';

/**
 * A statement that takes one array per column and works on all their rows at once, so that a batch of a thousand
 * commands runs it once. Made by `insertInto` or `updateWith`.
 */
export interface RowStatement {
  readonly name: string;
  /** Inserts overlap with the batch before; updates wait for it. */
  readonly phase: 'insert' | 'update';
  readonly columns: readonly ColumnType[];
  readonly text: string;
}

export type Value = string | bigint | number | boolean | Date | null;

export interface Row {
  readonly statement: RowStatement;
  readonly values: readonly Value[];
}

export interface Decision {
  readonly transfers: readonly Transfer[];
  /** Written in the same transaction. */
  readonly rows?: readonly Row[];
  /** JSON text; what `submit` answers and what is kept for the idempotency key. */
  readonly reply: string;
}

/** Balance of one of the command's own accounts, in smallest units, with all commands before it applied. */
export type BalanceOf = (account: Account) => bigint;

export interface Command {
  /** Every account that `decide` reads or moves. */
  readonly accounts: readonly Account[];
  /** A repeat with the same owner, key and digest gets the first reply; another digest: IDEMPOTENCY_KEY_REUSED. */
  readonly idempotency?: { readonly owner: string; readonly key: string; readonly digest: string };
  /**
   * Pure and synchronous: from balances to what to write. Throws a Refusal to change nothing.
   * May run more than once (after a failed batch), always with fresh balances.
   */
  decide(balanceOf: BalanceOf): Decision;
}

export interface Ledger {
  /**
   * Settles one command and answers its reply once it is durable.
   * Refusals: whatever `decide` throws; IDEMPOTENCY_KEY_REUSED; SERVICE_UNAVAILABLE when this process is not the
   * writer, its queue is full, or the database is away (nothing was changed, or a repeat with the key tells).
   */
  submit(command: Command): Promise<string>;
  /** True while this process holds the lease. */
  isWriter(): boolean;
  /** Finishes what is queued, gives the lease up. */
  stop(): Promise<void>;
}

export const accountOf = (owner: string, asset: Asset, kind: AccountKind): Account => ({
  owner,
  asset,
  kind,
  key: `${owner}|${asset}|${kind}`,
});

export const HOUSE = 'house';
export const userAccount = (
  userId: string,
  asset: Asset,
  kind: 'spendable' | 'blocked' = 'spendable',
): Account => accountOf(userId, asset, kind);

const houseAccounts = new Map<string, Account>();
export function houseAccount(
  asset: Asset,
  kind: Exclude<AccountKind, 'spendable' | 'blocked' | 'outside'>,
): Account {
  const known = houseAccounts.get(asset + kind);
  if (known) return known;
  const account = accountOf(HOUSE, asset, kind);
  houseAccounts.set(asset + kind, account);
  return account;
}
/** Stands for the world beyond a channel (a gateway, a chain); may go negative. */
export const outsideAccount = (channel: string, asset: Asset): Account =>
  accountOf(`outside:${channel}`, asset, 'outside');
