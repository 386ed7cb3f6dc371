import type { Asset } from '@sarraf/domain';
import type {
  DepositRow,
  deposits,
  PaymentGateway as GatewayName,
  QueryOf,
  ReplyOf,
} from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { transferredAfter } from '../ledger/index.ts';
import type { Db } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { countWaitingDeposits } from './bank-deposits/bank-deposit-store.ts';
import { sweepBankDeposits } from './bank-deposits/settle-bank-deposits.ts';
import { depositHold } from './deposit-hold.ts';
import { depositLimits } from './deposit-limit.ts';
import type { WalletDeps } from './deps.ts';
import { foldSums, readFlowSums } from './fold-sums.ts';
import { frozenOf } from './freezes/freeze-store.ts';
import { releaseJob } from './freezes/lift-freeze.ts';
import { lastDeposits, listDeposits } from './list-deposits.ts';
import type { DepositReply } from './payments/begin-payment.ts';
import { type PayerRequest, startCompanyPayment } from './payments/start-company-payment.ts';
import { createVerifier } from './payments/verify-payment.ts';
import { createPaymentWatch } from './payments/watch-payments.ts';
import { type Balance, readBalances } from './read-balances.ts';
import { addRoutes } from './routes.ts';
import { addSandboxBankRoutes } from './sandbox-routes.ts';
import { addWalletStaffRoutes } from './staff-routes.ts';

export type { CompanyReceipts, WalletDeps } from './deps.ts';
export type { PayerRequest } from './payments/start-company-payment.ts';
export type { PaymentGateway } from './ports.ts';
export type { Balance } from './read-balances.ts';

export interface Wallet {
  routes(http: Http): void;
  jobs: Job[];
  followers: Follower<'wallet-sums'>[];
  /** Goes on asking gateways about payments in the process that settles the books, once a second. */
  start(): void;
  stop(): Promise<void>;
  /** All assets in display order, empty ones included. */
  balancesOf(userId: string): Promise<Balance[]>;
  /** What is frozen by court order, smallest units by coin. */
  frozenOf(userId: string): Promise<Map<Asset, bigint>>;
  /** A person's deposits, newest first. Refuses as `listDeposits`. */
  listDeposits(userId: string, query: QueryOf<typeof deposits>, db?: Db): Promise<ReplyOf<typeof deposits>>;
  /** Sums of what came in and was earned; see `foldSums`. */
  flowSums(userId: string): ReturnType<typeof readFlowSums>;
  /** The newest deposits of Toman and of coins. */
  lastDeposits(userId: string, limit: number): Promise<DepositRow[]>;
  /** Until when coins don't leave after the last Toman deposit; null: no hold. */
  depositHold(userId: string): Promise<Date | null>;
  /** Starts a payment to a company. Refuses as `startCompanyPayment`. */
  startCompanyPayment(payment: PayerRequest): Promise<DepositReply>;
  /** The gateways that are switched on, and bounds of one payment in Toman's smallest units. */
  companyTerms(): { gateways: GatewayName[]; max: bigint };
  /** Bank deposits that wait for the staff, at most 1,000. */
  countBankDeposits(): Promise<number>;
}

/** Balances, Toman deposits and the payments behind them. */
export function createWallet(deps: WalletDeps): Wallet {
  const { secrets } = deps;
  const verifyPayment = createVerifier(deps, secrets);
  const watch = createPaymentWatch(deps, verifyPayment);
  return {
    routes(http) {
      addRoutes(http, deps, secrets, verifyPayment);
      addWalletStaffRoutes(http, deps, secrets);
      if (deps.config.sandbox && deps.sandboxBank) addSandboxBankRoutes(http, deps.sandboxBank);
    },
    jobs: [
      { name: 'sweep-payments', cron: '* * * * *', run: () => watch.sweep() },
      { name: 'sweep-bank-deposits', cron: '* * * * *', run: () => sweepBankDeposits(deps, secrets) },
      releaseJob(deps),
    ],
    followers: [
      {
        name: 'wallet-sums',
        step: () => foldSums(deps),
        waitingSince: () => transferredAfter(deps.db, sql`(select transfer_id from wallet_sums_head)`),
      },
    ],
    start: () => watch.start(),
    stop: () => watch.stop(),
    startCompanyPayment: (payment) => startCompanyPayment(deps, secrets, payment),
    companyTerms: () => ({
      gateways: deps.gateways.map(({ name }) => name),
      max: depositLimits(deps.market).perPayment,
    }),
    balancesOf: (userId) => readBalances(deps, userId),
    frozenOf: (userId) => frozenOf(deps.db, userId),
    listDeposits: (userId, query, db = deps.db) => listDeposits({ ...deps, db }, userId, query),
    flowSums: (userId) => readFlowSums(deps.db, userId),
    lastDeposits: (userId, limit) => lastDeposits(deps, userId, limit),
    depositHold: (userId) => depositHold(deps, userId),
    countBankDeposits: () => countWaitingDeposits(deps.db),
  };
}
