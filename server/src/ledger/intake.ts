import { AppError } from '@sarraf/domain';
import type pg from 'pg';
import type { AccountState } from './batch.ts';
import type { QueuedCommand } from './flight.ts';
import { type IdempotencyKey, loadBalances, loadStoredReplies } from './store.ts';
import type { Account } from './types.ts';

export const MAX_BATCH = 1_000;

interface CommandQueueDeps {
  cache: Map<string, AccountState>;
  /** Maximum number of cached accounts; beyond it the cache is emptied. */
  maxCached: number;
  /** Queries on a connection that carries no batches. */
  withClient<T>(question: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Called when there is more to launch or to query. */
  onReady(): void;
  onFailed(error: unknown): void;
}

/**
 * Queue of commands before their batch: stored replies for their keys are looked up and their accounts loaded while
 * the previous batches are still in flight. So no key that was used before gets into a batch, which it would fail.
 */
export class CommandQueue {
  readonly #deps: CommandQueueDeps;
  #queue: QueuedCommand[] = [];
  #ready: QueuedCommand[] = [];
  #querying: QueuedCommand[] = [];
  /** Increases whenever earlier query results may no longer hold. */
  #generation = 0;

  constructor(surroundings: CommandQueueDeps) {
    this.#deps = surroundings;
  }

  get size(): number {
    return this.#queue.length + this.#querying.length + this.#ready.length;
  }

  get ready(): number {
    return this.#ready.length;
  }

  add(entry: QueuedCommand): void {
    this.#queue.push(entry);
  }

  /** Requeues entries in front of all others. */
  requeue(entries: readonly QueuedCommand[]): void {
    if (entries.length > 0) this.#queue.unshift(...entries);
  }

  /** Removes and returns the commands of the next batch. */
  takeBatch(): QueuedCommand[] {
    return this.#ready.splice(0, MAX_BATCH);
  }

  /** Discards loads in progress after the cache was dropped. */
  discardLoads(): void {
    this.#generation += 1;
  }

  /** Refuses all queued commands. Those whose query is in progress are refused when it returns. */
  refuseAll(): void {
    for (const entry of [...this.#ready.splice(0), ...this.#queue.splice(0)])
      entry.reject(new AppError('SERVICE_UNAVAILABLE'));
  }

  /** Prepares the next commands, immediately if nothing has to be queried. `idle`: no batch is in flight. */
  prepare(idle: boolean): void {
    if (this.#querying.length > 0 || this.#queue.length === 0 || this.#ready.length >= MAX_BATCH) return;
    if (this.#deps.cache.size > this.#deps.maxCached) {
      // Balances in flight are in no table yet, and accounts loaded for ready commands must stay cached until they
      // are launched.
      if (!idle || this.#ready.length > 0) return;
      this.#deps.cache.clear();
    }
    const entries = this.#queue.splice(0, MAX_BATCH);
    const accounts = listMissingAccounts(entries, this.#deps.cache);
    if (accounts.length === 0 && entries.every(({ key, keyIsNew }) => keyIsNew || key === null)) {
      this.#ready.push(...entries);
      return;
    }
    this.#querying = entries;
    void this.#queryAndLoad(entries, accounts);
  }

  /** Runs one query at a time: of two results about one account the later could be the older one. */
  async #queryAndLoad(entries: QueuedCommand[], accounts: readonly Account[]): Promise<void> {
    const generation = this.#generation;
    try {
      const [states, fresh] = await this.#deps.withClient((client) =>
        Promise.all([
          accounts.length === 0 ? [] : loadBalances(client, accounts),
          resolveRepeatedKeys(client, entries),
        ]),
      );
      this.#querying = [];
      if (generation !== this.#generation) {
        this.requeue(fresh);
      } else {
        for (const state of states) this.#deps.cache.set(state.account.key, state);
        this.#ready.push(...fresh);
      }
      this.#deps.onReady();
    } catch (error) {
      this.#querying = [];
      this.requeue(entries);
      if (generation === this.#generation) this.#deps.onFailed(error);
      else this.#deps.onReady();
    }
  }
}

/** Returns the accounts that the entries need and the cache lacks. */
export function listMissingAccounts(
  entries: readonly QueuedCommand[],
  cache: ReadonlyMap<string, AccountState>,
): Account[] {
  const missing = new Map<string, Account>();
  const addMissing = (accounts: readonly Account[]) => {
    for (let i = 0; i < accounts.length; i += 1) {
      const account = accounts[i] as Account;
      if (!cache.has(account.key)) missing.set(account.key, account);
    }
  };
  for (const { command, wants } of entries) {
    addMissing(command.accounts);
    addMissing(wants);
  }
  return [...missing.values()];
}

/** Resolves entries whose key was used before with the stored reply, and returns the others. */
export async function resolveRepeatedKeys(
  client: pg.Client,
  entries: readonly QueuedCommand[],
): Promise<readonly QueuedCommand[]> {
  const keys: IdempotencyKey[] = [];
  for (const { command, keyIsNew } of entries)
    if (command.idempotency && !keyIsNew) keys.push(command.idempotency);
  const stored = await loadStoredReplies(client, keys);
  for (const entry of entries) entry.keyIsNew = true;
  if (stored.size === 0) return entries;
  return entries.filter(({ key, command, resolve, reject }) => {
    const storedReply = key === null ? undefined : stored.get(key);
    if (!storedReply) return true;
    if (storedReply.digest === command.idempotency?.digest) resolve(storedReply.reply);
    else reject(new AppError('IDEMPOTENCY_KEY_REUSED'));
    return false;
  });
}
