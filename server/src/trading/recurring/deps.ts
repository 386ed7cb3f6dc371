import type { People, Trader } from '../../identity/index.ts';
import type { Market } from '../../market/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { QuickTradeDeps } from '../quick/place-quick-trade.ts';

export interface RecurringDeps extends QuickTradeDeps {
  db: Db;
  log: Log;
  market: QuickTradeDeps['market'] & Pick<Market, 'price'>;
  findTraders(ids: readonly string[]): Promise<Map<string, Pick<Trader, 'inviterId'>>>;
  people: Pick<People, 'findAll' | 'lock'>;
  notifyAll: Messaging['notifyAll'];
  /** Returns true during maintenance: nothing is bought, and due turns come after it. */
  isClosed(): boolean;
}
