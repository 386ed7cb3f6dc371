import type { Asset, VerifiedCard, VerifiedSheba } from '@sarraf/domain';
import type { Brand, PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import type { CoinDeposit } from '../custody/index.ts';
import type { People } from '../identity/index.ts';
import type { Ledger, Row } from '../ledger/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { RuleBook } from '../rules/index.ts';
import type { Payment } from './payments/payment.ts';
import type { PaymentGateway, SandboxBank } from './ports.ts';

/** What is read of a coin's settings: bounds of Toman deposits, smallest units; absent for other coins. */
interface DepositLimits {
  minDeposit?: bigint;
  maxDepositPerPayment?: bigint;
}

/** The port of the companies: what a payment to one of them means to it while it is credited. */
export interface CompanyReceipts {
  /** Holds what is counted of its card and its company until the transaction ends. */
  lockCounts(tx: Tx, payment: Pick<Payment, 'companyId' | 'cardDigest'>): Promise<void>;
  /** Whether a payment that turns out to be paid fits the limits of its card, and, where it had failed, of its company. */
  fitsLimits(
    tx: Tx,
    payment: Pick<Payment, 'id' | 'companyId' | 'cardDigest' | 'amount' | 'state'>,
  ): Promise<boolean>;
  /** Written with the transfers; pure. */
  receiptRows(payment: Pick<Payment, 'id' | 'companyId' | 'amount'>, at: Date): readonly Row[];
  /** It is durable. Must not throw. */
  received(payment: Pick<Payment, 'id' | 'companyId'>): Promise<void>;
}

export interface WalletDeps {
  secrets: Secrets;
  db: Db;
  ledger: Ledger;
  config: Pick<Config, 'PUBLIC_URL' | 'SECRET_KEY' | 'sandbox' | 'BANK_ALARM_HOURS' | 'BANK_STOP_TOMAN'>;
  clock: Clock;
  bus: Bus;
  log: Log;
  /** Of the exchange: the bank shows it to who pays. */
  names(): Brand['name'];
  /** The gateways that are switched on. */
  gateways: readonly PaymentGateway[];
  /** Of market's front door. */
  market: {
    /** Toman value of an amount, both in smallest units; null while the asset has no price. */
    tomanValue(asset: Asset, amount: bigint): bigint | null;
    coin(asset: Asset): DepositLimits;
  };
  verifiedCards(userId: string): Promise<VerifiedCard[]>;
  verifiedShebas(userId: string): Promise<VerifiedSheba[]>;
  people: Pick<People, 'find' | 'findAll'>;
  rules: Pick<RuleBook, 'current'>;
  notify: Messaging['notify'];
  /** Where identified bank deposits go: 24 digits, and its owner; null: they aren't offered. */
  bankAccount: { sheba: string; owner: string } | null;
  /** Of custody: deposits of coins, newest first, page.limit rows. */
  coinDeposits(userId: string, asset: Asset | null, page: Page, db: Db): Promise<CoinDeposit[]>;
  /** Of custody: one deposit of coins of theirs; null: no such. */
  coinDeposit(userId: string, id: string, db: Db): Promise<CoinDeposit | null>;
  /** Of custody: stops all that leaves, as long as nothing has. */
  halt(reason: string): Promise<void>;
  /** Unset: nobody pays companies. */
  companyReceipts?: CompanyReceipts;
  /** Sandbox mode only. */
  sandboxBank?: SandboxBank;
}

export const gatewayOf = (deps: WalletDeps, name: GatewayName): PaymentGateway | undefined =>
  deps.gateways.find((gateway) => gateway.name === name);
