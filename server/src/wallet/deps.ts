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

/** Coin settings that are used here: bounds of Toman deposits, smallest units; absent for other coins. */
interface DepositLimits {
  minDeposit?: bigint;
  maxDepositPerPayment?: bigint;
}

/** Port of the company capability, which records a credited payment to a company. */
export interface CompanyReceipts {
  /** Locks the limit counts of a payment's card and company until the transaction ends. */
  lockCounts(tx: Tx, payment: Pick<Payment, 'companyId' | 'cardDigest'>): Promise<void>;
  /** Returns whether a paid payment fits the limits of its card and, if it had failed, of its company. */
  fitsLimits(
    tx: Tx,
    payment: Pick<Payment, 'id' | 'companyId' | 'cardDigest' | 'amount' | 'state'>,
  ): Promise<boolean>;
  /** Rows written with the transfers; pure. */
  receiptRows(payment: Pick<Payment, 'id' | 'companyId' | 'amount'>, at: Date): readonly Row[];
  /** Called when the payment is durable. Must not throw. */
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
  /** Name of the exchange, which the bank shows to the payer. */
  names(): Brand['name'];
  /** The gateways that are switched on. */
  gateways: readonly PaymentGateway[];
  /** From the market capability. */
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
  /** Account for identified bank deposits: 24 digits, and its owner; null: they aren't offered. */
  bankAccount: { sheba: string; owner: string } | null;
  /** From custody: deposits of coins, newest first, page.limit rows. */
  coinDeposits(userId: string, asset: Asset | null, page: Page, db: Db): Promise<CoinDeposit[]>;
  /** From custody: one of the user's coin deposits; null: not found. */
  coinDeposit(userId: string, id: string, db: Db): Promise<CoinDeposit | null>;
  /** From custody: stops all withdrawals unless they are stopped. */
  halt(reason: string): Promise<void>;
  /** Unset: there are no payments to companies. */
  companyReceipts?: CompanyReceipts;
  /** Sandbox mode only. */
  sandboxBank?: SandboxBank;
}

export const findGateway = (deps: WalletDeps, name: GatewayName): PaymentGateway | undefined =>
  deps.gateways.find((gateway) => gateway.name === name);
