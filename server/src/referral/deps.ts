import type { Asset } from '@sarraf/domain';
import type { Identity } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { VolumeReader, VolumesReader } from '../trading/index.ts';
import type { PriceMarket } from './prices.ts';

export interface ReferralDeps {
  db: Db;
  config: Pick<Config, 'PUBLIC_URL'>;
  clock: Clock;
  bus: Bus;
  log: Log;
  ledger: Pick<Ledger, 'isWriter'>;
  market: PriceMarket;
  people: Identity['people'];
  levels: Identity['levels'];
  notify: Messaging['notify'];
  volumeOf: VolumeReader;
  volumesOf: VolumesReader;
  balancesOf(userId: string): Promise<{ asset: Asset; total: bigint }[]>;
}
