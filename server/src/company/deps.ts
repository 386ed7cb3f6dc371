import type { AssertNotPaused } from '@sarraf/domain';
import type { Intents, People } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { RuleBook } from '../rules/index.ts';
import type { Trading } from '../trading/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { Withdrawal } from '../withdrawal/index.ts';
import type { WebhookSender } from './ports.ts';

/** Data of the verified account that payers and the company itself see. */
export interface CompanyFacts {
  name: string;
  phone: string;
  address: string;
}

export interface CompanyDeps {
  db: Db;
  ledger: Ledger;
  config: Pick<Config, 'PUBLIC_URL'>;
  clock: Clock;
  bus: Bus;
  log: Log;
  secrets: Secrets;
  people: Pick<People, 'find' | 'findByEmail' | 'findAll' | 'lock'>;
  intents: Intents;
  refusePaused: AssertNotPaused;
  notify: Messaging['notify'];
  rules: Pick<RuleBook, 'current'>;
  market: Pick<Market, 'coin'>;
  wallet: Pick<Wallet, 'startCompanyPayment' | 'companyTerms'>;
  trading: Pick<Trading, 'quoteForCompany' | 'buyForCompany'>;
  withdrawal: Pick<
    Withdrawal,
    'companyTerms' | 'readCompanyDestination' | 'sendForCompany' | 'keepForOwner' | 'rowsById'
  >;
  readCompanyFacts(userId: string): Promise<CompanyFacts>;
  /** Returns the names of many companies by their owners. */
  readCompanyNames(userIds: readonly string[]): Promise<Map<string, string>>;
  /** Re-renders a picture as a small PNG. INVALID_IMAGE. */
  drawLogo(bytes: Buffer): Promise<Buffer>;
  webhooks: WebhookSender;
}

/** Dependencies of crediting a payment to a company. */
export type ReceiptDeps = Pick<CompanyDeps, 'db' | 'bus' | 'clock' | 'log' | 'rules'>;

/** Dependencies of the operations of this folder. */
export interface CompanyContext extends CompanyDeps {
  now(): Date;
}
