import { AppError } from '@sarraf/domain';
import type { BatchContent } from './chain.ts';
import { ColumnArrays, encodeRow } from './column-arrays.ts';
import { insertInto } from './rows.ts';
import type { Account, BalanceOf, Command, Row, RowStatement, Transfer } from './types.ts';

/** An account with its balance, as cached by the writer. */
export interface AccountState {
  /** NO_ID until a batch assigns one. */
  id: bigint;
  readonly account: Account;
  readonly mayBeNegative: boolean;
  balance: bigint;
}

const NO_ID = 0n;
const NO_ROWS: readonly Row[] = [];

/** Last transfer and account ids assigned; planning a batch advances them. */
export interface IdCursor {
  transferId: bigint;
  accountId: bigint;
}

/** Outcome of a command: its reply once the batch is durable, its refusal, or a retry with these accounts loaded. */
export type CommandOutcome =
  | { reply: string; durable: (() => void) | undefined }
  | { error: Error }
  | { missing: readonly Account[] };

export interface BatchPlan {
  /** Statements with their column arrays, inserts before updates. */
  inserts: ColumnArrays[];
  updates: ColumnArrays[];
  /** Ids of the existing account rows whose balances change. */
  accountIds: string;
  balances: string;
  cursor: IdCursor;
  /** When the batch was decided. */
  at: Date;
  /** Rows covered by the chain's MAC; see `BatchContent`. */
  content: Pick<BatchContent, 'transfers' | 'accounts'>;
  /** In the order of the commands. */
  outcomes: CommandOutcome[];
  /** Nothing to write: every command was refused or moved nothing. */
  empty: boolean;
  /** An in-memory projection no longer matches the balances: the batch must not be written. */
  projectionError: unknown;
}

const TRANSFERS = insertInto('transfers', {
  id: 'bigint',
  debit_account: 'bigint',
  credit_account: 'bigint',
  amount: 'numeric',
  debit_balance: 'numeric',
  credit_balance: 'numeric',
  kind: 'text',
  reference: 'uuid',
});
const ACCOUNTS = insertInto('accounts', {
  id: 'bigint',
  owner: 'text',
  asset: 'text',
  kind: 'text',
  balance: 'numeric',
});
const IDEMPOTENCY = insertInto('idempotency', { key: 'text', owner: 'text', digest: 'text', reply: 'text' });
const encodeReplyRow = ({ key, owner, digest }: NonNullable<Command['idempotency']>, reply: string) =>
  encodeRow(IDEMPOTENCY.row({ key, owner, digest, reply }));

/**
 * Decides commands one after another on the cached balances and collects the rows to write.
 * Changes the cache: when the write fails, the cache must be dropped.
 */
export function planBatch(
  commands: readonly Command[],
  cache: Map<string, AccountState>,
  start: IdCursor,
  at: Date,
): BatchPlan {
  const planner = new BatchPlanner(cache, start, at);
  const outcomes = commands.map((command) => planner.decideCommand(command));
  return planner.buildPlan(outcomes);
}

class MissingAccounts extends Error {
  override readonly name = 'MissingAccounts';
  readonly accounts: readonly Account[];

  constructor(accounts: readonly Account[]) {
    super('ledger: accounts are not loaded');
    this.accounts = accounts;
  }
}

class BatchPlanner {
  readonly #cache: Map<string, AccountState>;
  readonly #cursor: IdCursor;
  readonly #at: Date;
  readonly #statements = new Map<RowStatement, ColumnArrays>();
  readonly #transfers = new ColumnArrays(TRANSFERS);
  readonly #touched = new Set<AccountState>();
  readonly #created = new Set<AccountState>();
  readonly #balanceOf: BalanceOf = (account) => this.#getState(account).balance;
  #projectionError: unknown;

  constructor(cache: Map<string, AccountState>, start: IdCursor, at: Date) {
    this.#cache = cache;
    this.#cursor = { ...start };
    this.#at = at;
  }

  decideCommand(command: Command): CommandOutcome {
    try {
      command.prepare?.();
      const decision = command.decide(this.#balanceOf, this.#at);
      const rows = decision.rows ?? NO_ROWS;
      // Everything that can throw runs before any state changes.
      const elements = rows.map(encodeRow);
      this.#applyTransfers(decision.transfers);
      for (let i = 0; i < rows.length; i += 1)
        this.#rowsOfStatement((rows[i] as Row).statement).add(elements[i] as string[]);
      const idempotency = command.idempotency;
      if (idempotency) this.#rowsOfStatement(IDEMPOTENCY).add(encodeReplyRow(idempotency, decision.reply));
      this.#runApplied(decision.applied);
      return { reply: decision.reply, durable: decision.durable };
    } catch (error) {
      if (error instanceof MissingAccounts) return { missing: error.accounts };
      return { error: error instanceof Error ? error : new AppError('INTERNAL_SERVER_ERROR') };
    }
  }

  buildPlan(outcomes: CommandOutcome[]): BatchPlan {
    const created = new ColumnArrays(ACCOUNTS);
    for (const state of this.#created) {
      const { owner, asset, kind } = state.account;
      created.add(encodeRow(ACCOUNTS.row({ id: state.id, owner, asset, kind, balance: state.balance })));
    }
    const ids: bigint[] = [];
    const balances: bigint[] = [];
    for (const state of this.#touched) {
      if (this.#created.has(state)) continue;
      ids.push(state.id);
      balances.push(state.balance);
    }
    const nonEmpty = [created, this.#transfers, ...this.#statements.values()].filter(
      (rows) => rows.count > 0,
    );
    return {
      inserts: nonEmpty.filter((rows) => rows.statement.phase === 'insert'),
      updates: nonEmpty.filter((rows) => rows.statement.phase === 'update'),
      accountIds: `{${ids.join(',')}}`,
      balances: `{${balances.join(',')}}`,
      cursor: this.#cursor,
      at: this.#at,
      content: {
        transfers: this.#transfers.parameters(),
        accounts: created.parameters().slice(0, ACCOUNTS.columns.indexOf('balance')),
      },
      outcomes,
      empty: nonEmpty.length === 0,
      projectionError: this.#projectionError,
    };
  }

  #runApplied(applied: (() => void) | undefined): void {
    try {
      applied?.();
    } catch (error) {
      this.#projectionError ??= error ?? new Error('ledger: a projection failed');
    }
  }

  /** Applies all transfers of a command or, when one of them can't be applied, none. */
  #applyTransfers(transfers: readonly Transfer[]): void {
    const states = this.#getStates(transfers);
    const balancesAfter: bigint[] = [];
    try {
      for (let i = 0; i < transfers.length; i += 1)
        this.#moveAmount(transfers[i] as Transfer, states, i, balancesAfter);
    } catch (error) {
      for (let i = 0; i < balancesAfter.length; i += 2)
        this.#undoMove(transfers[i / 2] as Transfer, states, i / 2);
      throw error;
    }
    for (let i = 0; i < transfers.length; i += 1)
      this.#addTransferRow(transfers[i] as Transfer, states, i, balancesAfter);
  }

  /** Returns the debit and credit account states of each transfer, in order. */
  #getStates(transfers: readonly Transfer[]): AccountState[] {
    const states: AccountState[] = [];
    const missing: Account[] = [];
    for (let i = 0; i < transfers.length; i += 1) {
      const { debit, credit } = transfers[i] as Transfer;
      const from = this.#cache.get(debit.key);
      const to = this.#cache.get(credit.key);
      if (from && to) states.push(from, to);
      else missing.push(...(from ? [] : [debit]), ...(to ? [] : [credit]));
    }
    if (missing.length > 0) throw new MissingAccounts(missing);
    return states;
  }

  #moveAmount(
    { debit, amount, kind }: Transfer,
    states: readonly AccountState[],
    i: number,
    after: bigint[],
  ): void {
    const from = states[2 * i] as AccountState;
    const to = states[2 * i + 1] as AccountState;
    if (amount <= 0n || from === to)
      throw new Error(`ledger: a ${kind} transfer of ${amount} from ${debit.key}`);
    if (!from.mayBeNegative && from.balance < amount)
      throw new Error(`ledger: ${debit.key} would be negative`);
    from.balance -= amount;
    to.balance += amount;
    after.push(from.balance, to.balance);
  }

  #undoMove({ amount }: Transfer, states: readonly AccountState[], i: number): void {
    (states[2 * i] as AccountState).balance += amount;
    (states[2 * i + 1] as AccountState).balance -= amount;
  }

  #addTransferRow(
    transfer: Transfer,
    states: readonly AccountState[],
    i: number,
    after: readonly bigint[],
  ): void {
    this.#cursor.transferId += 1n;
    const row = TRANSFERS.row({
      id: this.#cursor.transferId,
      debit_account: this.#touchState(states[2 * i] as AccountState).id,
      credit_account: this.#touchState(states[2 * i + 1] as AccountState).id,
      amount: transfer.amount,
      debit_balance: after[2 * i] as bigint,
      credit_balance: after[2 * i + 1] as bigint,
      kind: transfer.kind,
      reference: transfer.reference,
    });
    this.#transfers.add(encodeRow(row));
  }

  #rowsOfStatement(statement: RowStatement): ColumnArrays {
    const existing = this.#statements.get(statement);
    if (existing) return existing;
    const rows = new ColumnArrays(statement);
    this.#statements.set(statement, rows);
    return rows;
  }

  #touchState(state: AccountState): AccountState {
    this.#touched.add(state);
    if (state.id === NO_ID) {
      this.#cursor.accountId += 1n;
      state.id = this.#cursor.accountId;
      this.#created.add(state);
    }
    return state;
  }

  #getState(account: Account): AccountState {
    const state = this.#cache.get(account.key);
    if (!state) throw new MissingAccounts([account]);
    return state;
  }
}

/** Builds the state of an account; without an id the account has no row yet and gets one with its first transfer. */
export function createAccountState(account: Account, id: bigint = NO_ID, balance = 0n): AccountState {
  const mayBeNegative = account.kind !== 'spendable' && account.kind !== 'blocked';
  return { id, account, mayBeNegative, balance };
}
