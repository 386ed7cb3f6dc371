import type { Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { ApprovalKey } from '../chains/approvals/assertion.ts';
import type { Codec } from '../chains/types.ts';
import type { ChainNode, Signer } from '../custody/ports.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Allowances } from './allowances.ts';
import { type Caps, computeRoom, computeUsedShares } from './caps.ts';
import type { HeldSeed } from './generations.ts';
import { Journal } from './journal.ts';
import type { JournalLoss } from './journal-file.ts';
import { createSignerKeys, deriveJournalKey } from './keys.ts';
import { createOperator, type Operator } from './operator.ts';
import { assertSeedRetirable } from './retirable.ts';
import { signOrders } from './sign-orders.ts';

export interface SignerOptions {
  /** Oldest first, at least one; zeroed on close. */
  seeds: readonly HeldSeed[];
  /** Reads orders; needs no write access. */
  db: Db;
  sealKey: Buffer;
  /** Folder of its journal, for this signer only. */
  dir: string;
  /** Until an operator sets others. */
  caps: Caps;
  allowances: Allowances;
  codecOf(chain: Chain): Codec;
  /** The signer's own nodes; see `isProvenExpired`. */
  nodeOf?(chain: Chain): ChainNode | undefined;
  /** Losses of the journal that are accepted: a new seed has none. */
  forgiven?: readonly JournalLoss[];
  /** Initial cold addresses by chain, until an operator sets others: the sandbox's own. */
  cold?: Readonly<Partial<Record<Chain, string>>>;
  /** The sandbox's keys, which are not in the journal. */
  virtualKey?(id: string): ApprovalKey | null;
  /** Account name on EOS; null: EOS is disabled. */
  eosAccount?: string | null;
  clock?: Clock;
}

export interface RunningSigner extends Signer, Operator {
  /** Waits for a running signature, releases the journal and wipes the seed. */
  close(): Promise<void>;
}

/** Number of the newest transactions in the database that the journal must contain. */
const COMPARED_TRANSACTIONS = 500;

export function createSigner(options: SignerOptions): RunningSigner {
  const { db, sealKey, codecOf, clock = systemClock, nodeOf = () => undefined } = options;
  const { seeds } = options;
  const newest = seeds.at(-1);
  if (newest === undefined) throw new Error('a signer without a seed');
  const journal = new Journal(options.dir, seeds.map(deriveJournalKey), options.forgiven ?? [], clock.now());
  const caps = () => journal.caps ?? options.caps;
  const allowances = () => journal.allowances ?? options.allowances;
  const keyOf = (id: string) => journal.keys.get(id) ?? options.virtualKey?.(id) ?? null;
  const cold = (chain: Chain): string | null => {
    const configured = journal.coldAddressOf(chain);
    return configured === undefined ? (options.cold?.[chain] ?? null) : configured;
  };
  const keys = createSignerKeys({
    seeds,
    listRetired: () => journal.retired,
    codecOf,
    cold,
    eosAccount: options.eosAccount ?? null,
    eosGeneration: () => journal.eosGeneration ?? seeds[0]?.generation ?? 0,
  });
  const context = { db, clock, sealKey, keys, journal, caps, allowances, keyOf, codecOf, nodeOf };
  let lastTurn: Promise<unknown> = Promise.resolve();
  let isCompared = false;

  /** Serialises signing: each decision depends on the journal's previous content. */
  function runInTurn<T>(work: () => Promise<T>): Promise<T> {
    const current = lastTurn.then(work);
    lastTurn = current.catch(() => {});
    return current;
  }

  /** Compares journal and database: a journal restored from a copy doesn't know what it lacks; the database may. */
  async function compareWithDatabase(): Promise<void> {
    if (isCompared) return;
    const { rows } = await sql<{ txid: string }>`select txid from chain_transactions
      order by id desc limit ${COMPARED_TRANSACTIONS}`.execute(db);
    if (rows.some(({ txid }) => !journal.hasTxid(txid)))
      journal.latch('JOURNAL', 'UNKNOWN_BYTES', clock.now());
    isCompared = true;
  }

  return {
    publicKeys: async () => keys.publicKeys(),
    attest: async (claim) => keys.attestAddress(claim),
    poolAddresses: async (chain, generation, from, count) =>
      keys.derivePoolAddresses(chain, generation, from, count),
    sign: (request) =>
      runInTurn(async () => {
        await compareWithDatabase();
        return signOrders(context, request);
      }),
    async status() {
      const { latched } = journal;
      return {
        latch: latched && { reason: latched.reason, about: latched.about, at: latched.at },
        room: computeRoom(caps(), journal.exposure, clock.now()),
        used: computeUsedShares(caps(), journal.exposure, clock.now()),
      };
    },
    latch: () => runInTurn(async () => journal.latch('BOOKS', null, clock.now())),
    approvalKeys: async () => [...journal.keys.values()],
    ...createOperator({
      seed: newest.seed,
      journal,
      keys,
      assertRetirable: (generation) => assertSeedRetirable(db, keys, generation, clock.now()),
      caps,
      allowances,
      keyOf,
      cold,
      clock,
      inTurn: runInTurn,
    }),
    async close() {
      await lastTurn;
      journal.close();
      keys.wipeSeeds();
    },
  };
}
