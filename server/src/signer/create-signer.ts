import type { Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { ApprovalKey } from '../chains/approvals/assertion.ts';
import type { Codec } from '../chains/types.ts';
import type { ChainNode, Signer } from '../custody/ports.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Allowances } from './allowances.ts';
import { type Caps, roomOf, usedOf } from './caps.ts';
import type { HeldSeed } from './generations.ts';
import { Journal } from './journal.ts';
import type { JournalLoss } from './journal-file.ts';
import { createKeys, journalKey } from './keys.ts';
import { createOperator, type Operator } from './operator.ts';
import { checkRetirable } from './retirable.ts';
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
const WITNESSES = 500;

export function createSigner(options: SignerOptions): RunningSigner {
  const { db, sealKey, codecOf, clock = systemClock, nodeOf = () => undefined } = options;
  const { seeds } = options;
  const newest = seeds.at(-1);
  if (newest === undefined) throw new Error('a signer without a seed');
  const journal = new Journal(options.dir, seeds.map(journalKey), options.forgiven ?? [], clock.now());
  const caps = () => journal.caps ?? options.caps;
  const allowances = () => journal.allowances ?? options.allowances;
  const keyOf = (id: string) => journal.keys.get(id) ?? options.virtualKey?.(id) ?? null;
  const cold = (chain: Chain): string | null => {
    const set = journal.cold(chain);
    return set === undefined ? (options.cold?.[chain] ?? null) : set;
  };
  const keys = createKeys({
    seeds,
    retired: () => journal.retired,
    codecOf,
    cold,
    eosAccount: options.eosAccount ?? null,
    eosGeneration: () => journal.eosGeneration ?? seeds[0]?.generation ?? 0,
  });
  const context = { db, clock, sealKey, keys, journal, caps, allowances, keyOf, codecOf, nodeOf };
  let turn: Promise<unknown> = Promise.resolve();
  let compared = false;

  /** Serialises signing: each decision depends on the journal's previous content. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  }

  /** Compares journal and database: a journal restored from a copy doesn't know what it lacks; the database may. */
  async function compare(): Promise<void> {
    if (compared) return;
    const { rows } = await sql<{ txid: string }>`select txid from chain_transactions
      order by id desc limit ${WITNESSES}`.execute(db);
    if (rows.some(({ txid }) => !journal.knows(txid))) journal.latch('JOURNAL', 'UNKNOWN_BYTES', clock.now());
    compared = true;
  }

  return {
    publicKeys: async () => keys.publicKeys(),
    attest: async (claim) => keys.attest(claim),
    poolAddresses: async (chain, generation, from, count) =>
      keys.poolAddresses(chain, generation, from, count),
    sign: (request) =>
      inTurn(async () => {
        await compare();
        return signOrders(context, request);
      }),
    async status() {
      const { latched } = journal;
      return {
        latch: latched && { reason: latched.reason, about: latched.about, at: latched.at },
        room: roomOf(caps(), journal.exposure, clock.now()),
        used: usedOf(caps(), journal.exposure, clock.now()),
      };
    },
    latch: () => inTurn(async () => journal.latch('BOOKS', null, clock.now())),
    approvalKeys: async () => [...journal.keys.values()],
    ...createOperator({
      seed: newest.seed,
      journal,
      keys,
      checkRetirable: (generation) => checkRetirable(db, keys, generation, clock.now()),
      caps,
      allowances,
      keyOf,
      cold,
      clock,
      inTurn,
    }),
    async close() {
      await turn;
      journal.close();
      keys.wipe();
    },
  };
}
