import { Refusal } from '@sarraf/domain';
import { ColumnArrays } from './column-arrays.ts';
import { insertInto } from './rows.ts';
import type { Account, Command, Decision, RowStatement, Transfer } from './types.ts';

/** A balance as the writer holds it. */
export interface AccountState {
  /** NO_ID until a batch gives it one. */
  id: bigint;
  readonly account: Account;
  readonly mayBeNegative: boolean;
  balance: bigint;
}

const NO_ID = 0n;

/** Where the numbering stands; planning a batch moves it on. */
export interface Cursor {
  transferId: bigint;
  accountId: bigint;
}

export interface Plan {
  /** Statements with their arrays, inserts before updates. */
  inserts: ColumnArrays[];
  updates: ColumnArrays[];
  /** Accounts whose rows exist and change. */
  accountIds: string;
  balances: string;
  cursor: Cursor;
  /** What each command gets once the batch is durable, in the order of the commands. */
  outcomes: (string | Error)[];
  /** Nothing to write: every command was refused or moved nothing. */
  empty: boolean;
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

/**
 * Decides commands one after another on the cached balances and gathers what has to be written.
 * Changes the cache: when the write fails, the cache must be dropped.
 */
export function planBatch(
  commands: readonly Command[],
  cache: Map<string, AccountState>,
  start: Cursor,
): Plan {
  const batch = new Batch(cache, start);
  const outcomes = commands.map((command) => batch.settle(command));
  return batch.finish(outcomes);
}

class Batch {
  readonly #cache: Map<string, AccountState>;
  readonly #cursor: Cursor;
  readonly #statements = new Map<RowStatement, ColumnArrays>();
  readonly #transfers = new ColumnArrays(TRANSFERS);
  readonly #touched = new Set<AccountState>();
  readonly #created = new Set<AccountState>();

  constructor(cache: Map<string, AccountState>, start: Cursor) {
    this.#cache = cache;
    this.#cursor = { ...start };
  }

  settle(command: Command): string | Error {
    try {
      const decision = command.decide((account) => this.#state(account).balance);
      this.#apply(decision.transfers);
      this.#record(command, decision);
      return decision.reply;
    } catch (error) {
      return error instanceof Error ? error : new Refusal('INTERNAL_SERVER_ERROR');
    }
  }

  finish(outcomes: (string | Error)[]): Plan {
    const created = new ColumnArrays(ACCOUNTS);
    for (const state of this.#created) {
      const { owner, asset, kind } = state.account;
      created.add([state.id, owner, asset, kind, state.balance]);
    }
    const ids: bigint[] = [];
    const balances: bigint[] = [];
    for (const state of this.#touched) {
      if (this.#created.has(state)) continue;
      ids.push(state.id);
      balances.push(state.balance);
    }
    const all = [created, this.#transfers, ...this.#statements.values()].filter((rows) => rows.count > 0);
    return {
      inserts: all.filter((rows) => rows.statement.phase === 'insert'),
      updates: all.filter((rows) => rows.statement.phase === 'update'),
      accountIds: `{${ids.join(',')}}`,
      balances: `{${balances.join(',')}}`,
      cursor: this.#cursor,
      outcomes,
      empty: all.length === 0,
    };
  }

  /** All transfers of a command or, when one of them can't be, none. */
  #apply(transfers: readonly Transfer[]): void {
    const after: bigint[] = [];
    try {
      for (const transfer of transfers) this.#move(transfer, after);
    } catch (error) {
      for (const transfer of transfers.slice(0, after.length / 2)) this.#undo(transfer);
      throw error;
    }
    transfers.forEach((transfer, i) => {
      this.#write(transfer, after[2 * i] as bigint, after[2 * i + 1] as bigint);
    });
  }

  #move({ debit, credit, amount, kind }: Transfer, after: bigint[]): void {
    const from = this.#state(debit);
    const to = this.#state(credit);
    if (amount <= 0n || from === to)
      throw new Error(`ledger: a ${kind} transfer of ${amount} from ${debit.key}`);
    if (!from.mayBeNegative && from.balance < amount)
      throw new Error(`ledger: ${debit.key} would be negative`);
    from.balance -= amount;
    to.balance += amount;
    after.push(from.balance, to.balance);
  }

  #undo({ debit, credit, amount }: Transfer): void {
    this.#state(debit).balance += amount;
    this.#state(credit).balance -= amount;
  }

  #write(transfer: Transfer, debitBalance: bigint, creditBalance: bigint): void {
    this.#cursor.transferId += 1n;
    this.#transfers.add([
      this.#cursor.transferId,
      this.#touch(transfer.debit).id,
      this.#touch(transfer.credit).id,
      transfer.amount,
      debitBalance,
      creditBalance,
      transfer.kind,
      transfer.reference,
    ]);
  }

  #record(command: Command, decision: Decision): void {
    for (const { statement, values } of decision.rows ?? []) this.#rows(statement).add(values);
    const own = command.idempotency;
    if (own) this.#rows(IDEMPOTENCY).add([own.key, own.owner, own.digest, decision.reply]);
  }

  #rows(statement: RowStatement): ColumnArrays {
    const known = this.#statements.get(statement);
    if (known) return known;
    const rows = new ColumnArrays(statement);
    this.#statements.set(statement, rows);
    return rows;
  }

  #touch(account: Account): AccountState {
    const state = this.#state(account);
    this.#touched.add(state);
    if (state.id === NO_ID) {
      this.#cursor.accountId += 1n;
      state.id = this.#cursor.accountId;
      this.#created.add(state);
    }
    return state;
  }

  #state(account: Account): AccountState {
    const state = this.#cache.get(account.key);
    if (!state) throw new Error(`ledger: the command does not name ${account.key}`);
    return state;
  }
}

/** The state of an account; without an id it has no row yet and gets one with its first transfer. */
export function accountState(account: Account, id: bigint = NO_ID, balance = 0n): AccountState {
  const mayBeNegative = account.kind !== 'spendable' && account.kind !== 'blocked';
  return { id, account, mayBeNegative, balance };
}
