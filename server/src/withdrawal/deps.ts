import type { AssertNotPaused, Asset, Chain, VerifiedSheba } from '@sarraf/domain';
import type { Custody } from '../custody/index.ts';
import type { Intents, People } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

export interface WithdrawalDeps {
  db: Db;
  ledger: Ledger;
  clock: Clock;
  bus: Bus;
  log: Log;
  secrets: Secrets;
  market: Pick<Market, 'coin' | 'tomanValue'>;
  people: Pick<
    People,
    | 'find'
    | 'findAll'
    | 'lock'
    | 'update'
    | 'publishUserChange'
    | 'consumeProof'
    | 'createFreezeLink'
    | 'authorizeWithdrawingKey'
  >;
  intents: Intents;
  notify: Messaging['notify'];
  verifiedShebas(userId: string): Promise<VerifiedSheba[]>;
  custody: Pick<
    Custody,
    | 'queue'
    | 'queueRow'
    | 'cancelQueued'
    | 'abandon'
    | 'progressOf'
    | 'isOurs'
    | 'stopped'
    | 'askApproval'
    | 'checkApproval'
  >;
  /** The chains that are switched on; coins on any other can't be withdrawn. */
  chains: { has(chain: Chain): boolean };
  refusePaused: AssertNotPaused;
  /** Time until which coins are held after a Toman deposit; null: no hold. */
  depositHold(userId: string): Promise<Date | null>;
  /** Spendable balance of a user, smallest units. */
  spendable(userId: string, asset: Asset): Promise<bigint>;
  /** Time by which a Toman withdrawal requested now is paid. */
  promisePayout(now: Date): Promise<Date>;
}

/** Dependencies of the operations of this folder. */
export interface WithdrawalContext extends WithdrawalDeps {
  now(): Date;
}
