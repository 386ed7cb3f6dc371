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
  people: Pick<People, 'find' | 'findAll' | 'readStaffRoles' | 'update' | 'publishUserChange'>;
  notify: Messaging['notify'];
  refusePaused: AssertNotPaused;
  /** The chains that are switched on; coins of all others are off. */
  nodes: ReadonlyMap<Chain, ChainNode>;
  codecOf(chain: Chain): Codec;
  signer: Signer;
  /** Key that seals orders; the signer has the same one. */
  sealKey: Buffer;
  /** Polling interval per chain, milliseconds. */
  pollMs: number;
  /** A transaction that is unmined for this many milliseconds and pays too little is replaced; see bump-fees.ts. */
  bumpAfterMs?: Partial<Record<ChainFamily, number>>;
  /** Sandbox mode only: faucet and blocks, and a security key for each staff member. */
  sandboxChains?: SandboxChains;
  sandboxKeys?: SandboxKeys;
}

/** Dependencies of the operations of this folder. */
export interface CustodyContext extends CustodyDeps {
  now(): Date;
  /** Returns the signer's public keys, cached for a minute. Throws if the signer was never reached. */
  getPublicKeys(): Promise<PublicKeys>;
  /**
   * Queries the signer's public keys now. If it is unreachable, returns the cached ones unless a newer seed has
   * been published: then it throws, since payments to the new addresses would be missed.
   */
  fetchCurrentKeys(): Promise<PublicKeys>;
}
