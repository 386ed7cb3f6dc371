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

/** Identifies an account, which is created with the first transfer that touches it. */
export interface Account {
  readonly owner: string;
  readonly asset: Asset;
  readonly kind: AccountKind;
  /** Owner, asset and kind joined; the writer looks balances up by it. */
  readonly key: string;
}

/** Purpose of a transfer; `reference` names the order, payment or withdrawal. */
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

/** Names of columns and their types; `'uuid?'` may be null. */
export type Columns = Readonly<Record<string, ColumnType | `${ColumnType}?`>>;

/** Input type for a column of each type. JSON text is given as it is stored. */
interface ColumnInput {
  uuid: string;
  text: string;
  bigint: bigint | number;
  numeric: bigint;
  integer: bigint | number;
  boolean: boolean;
  timestamptz: Date;
  jsonb: string;
}

export type ColumnValue = ColumnInput[ColumnType] | null;

/** A value for each of these columns, by column name. */
export type ValuesOf<C extends Columns> = {
  readonly [N in keyof C]: C[N] extends `${infer T extends ColumnType}?`
    ? ColumnInput[T] | null
    : ColumnInput[C[N] & ColumnType];
};

/**
 * A statement that takes one array per column and processes all their rows together, so that a batch of a thousand
 * commands runs it once.
 */
export interface RowStatement {
  readonly name: string;
  /** Inserts overlap with the previous batch; updates wait for it. */
  readonly phase: 'insert' | 'update';
  readonly columns: readonly string[];
  /** Type of each column. */
  readonly types: readonly ColumnType[];
  readonly text: string;
  /**
   * For statements that insert rows unchanged and read no others: the same statement with its first parameter as
   * `$first` and a condition, so that it can be part of another statement.
   */
  readonly part?: (first: number, condition: string) => string;
  /** The columns that identify what a row is about: of several such rows in one batch the last is written. */
  readonly latestOf?: readonly string[];
}

/** A statement as `insertInto`, `insertWith`, `updateWith` and `updateLatest` make it: `STATEMENT.row({ id, amount })`. */
export interface RowMaker<C extends Columns> extends RowStatement {
  readonly row: (values: ValuesOf<C>) => Row;
}

export interface Row {
  readonly statement: RowStatement;
  readonly values: Readonly<Record<string, ColumnValue>>;
}

export interface Decision {
  readonly transfers: readonly Transfer[];
  /** Written in the same transaction. */
  readonly rows?: readonly Row[];
  /** JSON text that `submit` returns and that is stored for the idempotency key. */
  readonly reply: string;
  /**
   * Called as soon as the transfers are applied to the writer's balances, to update in-memory state that depends on
   * them.
   */
  readonly applied?: () => void;
  /**
   * Called once everything is durable, in the order of the decisions, before any command is answered. Must not
   * throw.
   */
  readonly durable?: () => void;
}

/**
 * In-memory state that changes with `applied` (a market's order book). `reload` rebuilds it from the database: when
 * this process becomes the writer, and after every failed batch. No command is decided in the meantime.
 */
export interface Projection {
  /**
   * Reads everything in one snapshot, in which `assertEpoch` has to find `epoch`: during a failover a connection may
   * still lead to the previous primary, which lacks the last batches.
   */
  reload(epoch: bigint): Promise<void>;
}

/** Balance of an account, in smallest units, with all commands before it applied. */
export type BalanceOf = (account: Account) => bigint;

export interface Command {
  /**
   * The accounts that `decide` will read or move, as far as they are known in advance. If it needs another account
   * that isn't cached, nothing of it is applied; the account is loaded and the command decided again.
   */
  readonly accounts: readonly Account[];
  /** A repeat with the same owner, key and digest gets the first reply; another digest: IDEMPOTENCY_KEY_REUSED. */
  readonly idempotency?: { readonly owner: string; readonly key: string; readonly digest: string };
  /** Called right before each `decide`, to prepare in-memory state. Must be safe to repeat. */
  prepare?(): void;
  /**
   * Pure and synchronous: computes from balances and the batch's time what to write. Throws a Refusal to change
   * nothing.
   * May run more than once (after a failed batch, or for a missing account), always with fresh balances, so it has
   * no side effects; those belong in the decision's `applied` and `durable`.
   */
  decide(balanceOf: BalanceOf, at: Date): Decision;
}

/** Traces commands through the ledger, which returns the marks unchanged and doesn't interpret them. */
export interface CommandTraces {
  /** Returns the mark of the command being submitted; undefined: it isn't traced. */
  createMark(): unknown;
  /** Called for each batch with marked commands, once it has ended. */
  onBatch(batch: BatchReport): void;
}

/** Outcome of a batch; times are values of `performance.now()`. */
export interface BatchReport {
  marks: readonly unknown[];
  /** Number of all commands, marked or not. */
  commands: number;
  /** When its commands left the queue. */
  takenAt: number;
  /** Null: there was nothing to write. Not durable: the batch failed, and its commands are settled again. */
  written: { number: bigint; sentAt: number; endedAt: number; durable: boolean } | null;
}

export interface Ledger {
  /**
   * Settles one command and resolves with its reply once it is durable.
   * Refusals: those that `decide` throws; IDEMPOTENCY_KEY_REUSED; SERVICE_UNAVAILABLE when this process is not the
   * writer, its queue is full, or the database is unreachable (nothing was changed, or repeating the request with
   * its key returns the outcome).
   */
  submit(command: Command): Promise<string>;
  /**
   * Adds a projection that follows the ledger from now on; resolves when it is loaded (immediately when not the
   * writer).
   */
  addProjection(projection: Projection): Promise<void>;
  /** Returns true while this process holds the lease and its projections are loaded. */
  isWriter(): boolean;
  /**
   * Epoch of the lease under which this process settles; null: it is not the writer. Rises with each change of the
   * writer.
   */
  epoch(): bigint | null;
  /**
   * Resolves with true when this process can serve now. The writer: a batch has just committed, or a trial shows
   * that one could; any other process: the ledger can be read. And a new connection can be opened. Resolves within
   * seconds, whatever the database does.
   */
  isHealthy(): Promise<boolean>;
  /** Finishes the queued commands and releases the lease. */
  stop(): Promise<void>;
}

export const createLedgerAccount = (owner: string, asset: Asset, kind: AccountKind): Account => ({
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
): Account => createLedgerAccount(userId, asset, kind);

const houseAccounts = new Map<string, Account>();
export function houseAccount(
  asset: Asset,
  kind: Exclude<AccountKind, 'spendable' | 'blocked' | 'outside'>,
): Account {
  const cachedAccount = houseAccounts.get(asset + kind);
  if (cachedAccount) return cachedAccount;
  const account = createLedgerAccount(HOUSE, asset, kind);
  houseAccounts.set(asset + kind, account);
  return account;
}
/** Receipts of a company that aren't settled yet; for a coin: the amount bought of it that is still to be sent. */
export const receiptsAccount = (companyId: string, asset: Asset): Account =>
  createLedgerAccount(`company:${companyId}`, asset, 'receipts');
/** Represents the world beyond a channel (a gateway, a chain); may go negative. */
export const outsideAccount = (channel: string, asset: Asset): Account =>
  createLedgerAccount(`outside:${channel}`, asset, 'outside');
