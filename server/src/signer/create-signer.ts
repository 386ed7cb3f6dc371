import type { Asset, Chain } from '@sarraf/domain';
import { HOUR_MS } from '@sarraf/domain';
import type { Codec } from '../chains/types.ts';
import { type Signer, SignerRefused } from '../custody/ports.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Caps } from './caps.ts';
import { Journal } from './journal.ts';
import { createKeys } from './keys.ts';
import { signOrders } from './sign-orders.ts';

export interface SignerOptions {
  /** 64 bytes of BIP39; zeroed when it closes. */
  seed: Uint8Array;
  /** Reads orders; needs no right to write. */
  db: Db;
  sealKey: Buffer;
  /** Its journal lies here; nobody else's. */
  dir: string;
  caps: Caps;
  codecOf(chain: Chain): Codec;
  /** Where surplus goes, by chain. */
  cold?: Readonly<Partial<Record<Chain, string>>>;
  /** Name of the account on EOS; null: EOS is off. */
  eosAccount?: string | null;
  clock?: Clock;
}

export interface RunningSigner extends Signer {
  /** Lets a running signature end, gives the journal up and wipes the seed. */
  close(): Promise<void>;
}

/** How long the back office shows that something was refused for its amount. */
const TOLD_MS = 600_000;

export function createSigner(options: SignerOptions): RunningSigner {
  const { db, sealKey, caps, codecOf, clock = systemClock } = options;
  const journal = new Journal(options.dir);
  const keys = createKeys({
    seed: options.seed,
    codecOf,
    cold: options.cold ?? {},
    eosAccount: options.eosAccount ?? null,
  });
  const context = { db, clock, sealKey, keys, journal, caps, codecOf };
  let turn: Promise<unknown> = Promise.resolve();
  let overCapAt = Number.NEGATIVE_INFINITY;

  /** One after another: each counts on what the journal had before. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  }

  return {
    publicKeys: async () => keys.publicKeys(),
    attest: async (claim) => keys.attest(claim),
    poolAddresses: async (chain, from, count) => keys.poolAddresses(chain, from, count),
    sign: (request) =>
      inTurn(async () => {
        try {
          return await signOrders(context, request);
        } catch (error) {
          if (error instanceof SignerRefused && error.code === 'OVER_CAP') overCapAt = clock.now();
          throw error;
        }
      }),
    async status() {
      const since = clock.now() - HOUR_MS;
      const reached = (Object.entries(caps) as [Asset, bigint][]).some(
        ([asset, cap]) => journal.outflow(asset, since, []) >= cap,
      );
      return { overCap: reached || clock.now() - overCapAt < TOLD_MS };
    },
    async close() {
      await turn;
      journal.close();
      keys.wipe();
    },
  };
}
