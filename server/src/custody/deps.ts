import type { AssertNotPaused, Chain, ChainFamily } from '@sarraf/domain';
import type { Codec } from '../chains/types.ts';
import type { People } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { ChainNode, PublicKeys, SandboxChains, SandboxKeys, Signer } from './ports.ts';

export interface CustodyDeps {
  db: Db;
  ledger: Ledger;
  config: Pick<Config, 'sandbox'>;
  clock: Clock;
  bus: Bus;
  log: Log;
  market: Pick<Market, 'coin' | 'tomanValue'>;
  people: Pick<People, 'find' | 'findAll' | 'staffRoles' | 'update' | 'changed'>;
  notify: Messaging['notify'];
  refusePaused: AssertNotPaused;
  /** The chains that are switched on; a coin of any other is off. */
  nodes: ReadonlyMap<Chain, ChainNode>;
  codecOf(chain: Chain): Codec;
  signer: Signer;
  /** What orders are sealed with; the signer has the same. */
  sealKey: Buffer;
  /** Pause between two looks at a chain, milliseconds. */
  pollMs: number;
  /** After so many milliseconds without a block, bytes are outbid if they pay too little; see bump-fees.ts. */
  bumpAfterMs?: Partial<Record<ChainFamily, number>>;
  /** Sandbox mode only: faucet and blocks, and a security key for each colleague. */
  sandboxChains?: SandboxChains;
  sandboxKeys?: SandboxKeys;
}

/** What the operations of this folder work with. */
export interface CustodyContext extends CustodyDeps {
  now(): Date;
  /** Asked of the signer once and kept for a minute. Throws while it was never reached. */
  publicKeys(): Promise<PublicKeys>;
  /**
   * The same, asked now. Where the signer is away, those of before, as long as no server has heard of a newer seed: else it
   * throws, since what is paid to that would be missed.
   */
  currentKeys(): Promise<PublicKeys>;
}
