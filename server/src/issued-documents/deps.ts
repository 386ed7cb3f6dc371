import type { DepositRow, Order, ReceiptKind, WithdrawalRow } from '@sarraf/domain/contracts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

export interface ReceiptSubjects {
  TRADE: Order;
  DEPOSIT: DepositRow;
  WITHDRAWAL: WithdrawalRow;
}

export interface IssuedDocumentsDeps {
  db: Db;
  config: Pick<Config, 'PUBLIC_URL'>;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  /** Return the subject of a receipt, as listed for its owner now; null: no such thing of theirs. */
  subjects: { [K in ReceiptKind]: (userId: string, id: string) => Promise<ReceiptSubjects[K] | null> };
  /** Returns the verified name of its holder; a company's own. */
  nameOf(userId: string): Promise<string>;
}
