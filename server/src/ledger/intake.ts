import { AppError } from '@sarraf/domain';
import type pg from 'pg';
import type { AccountState } from './batch.ts';
import type { QueuedCommand } from './flight.ts';
import { type IdempotencyKey, loadBalances, loadStoredReplies } from './store.ts';
import type { Account } from './types.ts';

export const MAX_BATCH = 1_000;

interface CommandQueueDeps {
  cache: Map<string, AccountState>;
  /** Accounts in the cache beyond which it is emptied. */
  maxCached: number;
  /** Asks on a connection on which no batch is sent. */
  ask<T>(question: (client: pg.Client) => Promise<T>): Promise<T>;
  /** There is more to launch or to ask. */
  onReady(): void;
  onFailed(error: unknown): void;
}

/**
 * Commands before their batch: first what was kept for their keys is looked up and their accounts are loaded, while the
 * batches before them are still in flight. So no key that was used before gets into a batch, which it would fail.
 */
export class CommandQueue {
  readonly #with: CommandQueueDeps;
  #queue: QueuedCommand[] = [];
  #ready: QueuedCommand[] = [];
  #asking: QueuedCommand[] = [];
  /** Rises when what the database said before may no longer hold. */
  #generation = 0;

  constructor(surroundings: CommandQueueDeps) {
    this.#with = surroundings;
  }

  get size(): number {
    return this.#queue.length + this.#asking.length + this.#ready.length;
  }

  get ready(): number {
    return this.#ready.length;
  }

  add(entry: QueuedCommand): void {
    this.#queue.push(entry);
  }

  /** In front of all others. */
  giveBack(entries: readonly QueuedCommand[]): void {
    if (entries.length > 0) this.#queue.unshift(...entries);
  }

  /** The next batch. */
  take(): QueuedCommand[] {
    return this.#ready.splice(0, MAX_BATCH);
  }

  /** The cache was dropped, and with it what is being read for it. */
  forget(): void {
    this.#generation += 1;
  }

  /** Those that are just asked about come back and are refused later. */
  refuseAll(): void {
    for (const entry of [...this.#ready.splice(0), ...this.#queue.splice(0)])
      entry.reject(new AppError('SERVICE_UNAVAILABLE'));
  }

  /** Gets the next ones ready, at once where nothing needs to be asked. `idle`: no batch is in flight. */
  prepare(idle: boolean): void {
    if (this.#asking.length > 0 || this.#queue.length === 0 || this.#ready.length >= MAX_BATCH) return;
    if (this.#with.cache.size > this.#with.maxCached) {
      // Balances in flight are in no table yet; and what was loaded for those that are ready must last until they go.
      if (!idle || this.#ready.length > 0) return;
      this.#with.cache.clear();
    }
    const entries = this.#queue.splice(0, MAX_BATCH);
    const accounts = missingAccounts(entries, this.#with.cache);
    if (accounts.length === 0 && entries.every(({ key, keyIsNew }) => keyIsNew || key === null)) {
      this.#ready.push(...entries);
      return;
    }
    this.#asking = entries;
    void this.#ask(entries, accounts);
  }

  /** One question at a time: of two answers about an account the later could be the older one. */
  async #ask(entries: QueuedCommand[], accounts: readonly Account[]): Promise<void> {
    const generation = this.#generation;
    try {
      const [states, fresh] = await this.#with.ask((client) =>
        Promise.all([
          accounts.length === 0 ? [] : loadBalances(client, accounts),
          answerRepeatedKeys(client, entries),
        ]),
      );
      this.#asking = [];
      if (generation !== this.#generation) {
        this.giveBack(fresh);
      } else {
        for (const state of states) this.#with.cache.set(state.account.key, state);
        this.#ready.push(...fresh);
      }
      this.#with.onReady();
    } catch (error) {
      this.#asking = [];
      this.giveBack(entries);
      if (generation === this.#generation) this.#with.onFailed(error);
      else this.#with.onReady();
    }
  }
}

/** What the entries need and the cache doesn't have. */
export function missingAccounts(
  entries: readonly QueuedCommand[],
  cache: ReadonlyMap<string, AccountState>,
): Account[] {
  const missing = new Map<string, Account>();
  const need = (accounts: readonly Account[]) => {
    for (let i = 0; i < accounts.length; i += 1) {
      const account = accounts[i] as Account;
      if (!cache.has(account.key)) missing.set(account.key, account);
    }
  };
  for (const { command, wants } of entries) {
    need(command.accounts);
    need(wants);
  }
  return [...missing.values()];
}

/** Answers those whose key was used before, and gives back the others. */
export async function answerRepeatedKeys(
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
    const known = key === null ? undefined : stored.get(key);
    if (!known) return true;
    if (known.digest === command.idempotency?.digest) resolve(known.reply);
    else reject(new AppError('IDEMPOTENCY_KEY_REUSED'));
    return false;
  });
}
