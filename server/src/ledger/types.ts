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

/** What a transfer is for; `reference` names the order, payment or withdrawal. */
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

/** What is given for a column of each type. Text of JSON is given as it is to be stored. */
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

export type Value = ColumnInput[ColumnType] | null;

/** A value for each of these columns, by its name. */
export type ValuesOf<C extends Columns> = {
  readonly [N in keyof C]: C[N] extends `${infer T extends ColumnType}?`
    ? ColumnInput[T] | null
    : ColumnInput[C[N] & ColumnType];
};

/**
 * A statement that takes one array per column and works on all their rows at once, so that a batch of a thousand
 * commands runs it once.
 */
export interface RowStatement {
  readonly name: string;
  /** Inserts overlap with the batch before; updates wait for it. */
  readonly phase: 'insert' | 'update';
  readonly columns: readonly string[];
  /** Of each column. */
  readonly types: readonly ColumnType[];
  readonly text: string;
  /**
   * Of rows that go into a table as they are, and read no others: the same with its first parameter as `$first` and a
   * condition, so that it can be a part of another statement.
   */
  readonly part?: (first: number, condition: string) => string;
  /** The columns that name what a row is of: of several rows of one batch the last is written. */
  readonly latestOf?: readonly string[];
}

/** A statement as `insertInto`, `insertWith`, `updateWith` and `updateLatest` make it: `STATEMENT.row({ id, amount })`. */
export interface RowMaker<C extends Columns> extends RowStatement {
  readonly row: (values: ValuesOf<C>) => Row;
}

export interface Row {
  readonly statement: RowStatement;
  readonly values: Readonly<Record<string, Value>>;
}

export interface Decision {
  readonly transfers: readonly Transfer[];
  /** Written in the same transaction. */
  readonly rows?: readonly Row[];
  /** JSON text; what `submit` answers and what is kept for the idempotency key. */
  readonly reply: string;
  /** Called at once when the transfers stand in the writer's balances: what is kept beside them follows here. */
  readonly applied?: () => void;
  /** Called when all of it is durable, in the order of the decisions, before anybody is answered. Must not throw. */
  readonly durable?: () => void;
}

/**
 * What is kept in memory beside the balances and changes with `applied` (a market's book). `reload` builds it anew from
 * the database: when this process becomes the writer, and after every batch that failed. No command is decided meanwhile.
 */
export interface Projection {
  reload(): Promise<void>;
}

/** Balance of an account, in smallest units, with all commands before it applied. */
export type BalanceOf = (account: Account) => bigint;

export interface Command {
  /**
   * The accounts that `decide` will read or move, as far as they are known before. Where it comes upon another one that
   * the writer doesn't have at hand, nothing of it is applied; the account is loaded and the command decided anew.
   */
  readonly accounts: readonly Account[];
  /** A repeat with the same owner, key and digest gets the first reply; another digest: IDEMPOTENCY_KEY_REUSED. */
  readonly idempotency?: { readonly owner: string; readonly key: string; readonly digest: string };
  /** Called right before each `decide`, to ready what is kept beside the balances. It must be safe to repeat. */
  prepare?(): void;
  /**
   * Pure and synchronous: from balances and the time of the batch to what to write. Throws a Refusal to change nothing.
   * May run more than once (after a failed batch, or for a missing account), always with fresh balances, so it changes
   * nothing outside itself; what has to follow it is done in the decision's `applied` and `durable`.
   */
  decide(balanceOf: BalanceOf, at: Date): Decision;
}

/** Follows commands on their way through the ledger, which hands its marks back and knows nothing of what they are. */
export interface CommandTraces {
  /** By what the command that is being submitted is known; undefined: nobody follows it. */
  mark(): unknown;
  /** Told of each batch that has marked commands, once it has ended. */
  onBatch(batch: BatchReport): void;
}

/** How a batch went; moments as `performance.now()` tells them. */
export interface BatchReport {
  marks: readonly unknown[];
  /** Marked or not. */
  commands: number;
  /** When its commands left the queue. */
  takenAt: number;
  /** Null: there was nothing to write. Not durable: it failed, and what it had is settled anew. */
  written: { number: bigint; sentAt: number; endedAt: number; durable: boolean } | null;
}

export interface Ledger {
  /**
   * Settles one command and answers its reply once it is durable.
   * Refusals: whatever `decide` throws; IDEMPOTENCY_KEY_REUSED; SERVICE_UNAVAILABLE when this process is not the
   * writer, its queue is full, or the database is away (nothing was changed, or a repeat with the key tells).
   */
  submit(command: Command): Promise<string>;
  /** Has a projection follow the books from now on; answers when it is loaded (at once where this is not the writer). */
  keep(projection: Projection): Promise<void>;
  /** True while this process holds the lease and its projections are loaded. */
  isWriter(): boolean;
  /** Of the lease this process settles under; null: it is not the writer. Rises with each change of the writer. */
  epoch(): bigint | null;
  /**
   * True where this process can do its part now. The writer: a batch has just committed, or one could, which is tried;
   * any other: the books can be read. And a new connection can be had. Answers within seconds, whatever the database does.
   */
  isWell(): Promise<boolean>;
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
/** What a company has received and not settled yet; of a coin: what was bought of it and is to be sent. */
export const receiptsAccount = (companyId: string, asset: Asset): Account =>
  accountOf(`company:${companyId}`, asset, 'receipts');
/** Stands for the world beyond a channel (a gateway, a chain); may go negative. */
export const outsideAccount = (channel: string, asset: Asset): Account =>
  accountOf(`outside:${channel}`, asset, 'outside');
