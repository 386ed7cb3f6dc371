import type { Asset } from '@sarraf/domain';
import type {
  addHouseBankAccount,
  BodyOf,
  DepositRow,
  deposits,
  PaymentGateway as GatewayName,
  importGatewaySettlement as importSettlementEndpoint,
  importBankStatement as importStatementEndpoint,
  QueryOf,
  ReplyOf,
} from '@sarraf/domain/contracts';
import type { Db } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { countWaitingDeposits } from './bank-deposits/bank-deposit-store.ts';
import { sweepBankDeposits } from './bank-deposits/settle-bank-deposits.ts';
import {
  countOverdueBankItems,
  createBankCheckJob,
  type OverdueBankItems,
} from './bank-statements/count-bank.ts';
import { addHouseAccount } from './bank-statements/decide-bank-statement.ts';
import { importBankStatement } from './bank-statements/import-bank-statement.ts';
import { sweepBankLines } from './bank-statements/match-bank-lines.ts';
import { addBankStatementRoutes } from './bank-statements/routes.ts';
import { readDepositHold } from './deposit-hold.ts';
import { getDepositLimits } from './deposit-limit.ts';
import type { WalletDeps } from './deps.ts';
import { createSumsFollower, readFlowSums } from './fold-sums.ts';
import { sumFrozen } from './freezes/freeze-store.ts';
import { createReleaseJob } from './freezes/lift-freeze.ts';
import { countOpenSettlements } from './gateway-settlements/gateway-settlement-store.ts';
import { importGatewaySettlement } from './gateway-settlements/import-gateway-settlement.ts';
import { sweepGatewaySettlements } from './gateway-settlements/match-settlements.ts';
import { addSettlementRoutes } from './gateway-settlements/routes.ts';
import { findOwnDeposit, listDeposits, listLastDeposits } from './list-deposits.ts';
import type { DepositReply } from './payments/begin-payment.ts';
import { type PayerRequest, startCompanyPayment } from './payments/start-company-payment.ts';
import { createVerifier } from './payments/verify-payment.ts';
import { createPaymentWatch } from './payments/watch-payments.ts';
import { type Balance, readBalances } from './read-balances.ts';
import { addRoutes } from './routes.ts';
import { addSandboxBankRoutes } from './sandbox-routes.ts';
import { addWalletStaffRoutes } from './staff-routes.ts';
import { sweepSuspenseRefunds } from './suspense/end-refund.ts';
import { createPayoutRefunds, type PayoutRefunds } from './suspense/payout-refunds.ts';
import { addSuspenseRoutes } from './suspense/routes.ts';
import { countUndecidedPayments } from './suspense/suspended-store.ts';

export { MAX_IMPORT_BY_ONE } from './bank-deposits/settle-bank-deposits.ts';
export type { CompanyReceipts, WalletDeps } from './deps.ts';
export { GATEWAY_SESSION_MS } from './payments/payment.ts';
export type { PayerRequest } from './payments/start-company-payment.ts';
export type { PaymentGateway } from './ports.ts';
export type { Balance } from './read-balances.ts';

export interface Wallet {
  routes(http: Http): void;
  jobs: Job[];
  /** Jobs of the worker process: they move no money, and read whole tables. */
  countingJobs: Job[];
  followers: Follower<'wallet-sums'>[];
  /** Polls gateways about payments once a second, in the ledger writer process. */
  start(): void;
  stop(): Promise<void>;
  /** All assets in display order, empty ones included. */
  balancesOf(userId: string): Promise<Balance[]>;
  /** Returns amounts frozen by court order, smallest units by coin. */
  frozenOf(userId: string): Promise<Map<Asset, bigint>>;
  /** Lists a user's deposits, newest first. Refuses as `listDeposits`. */
  listDeposits(userId: string, query: QueryOf<typeof deposits>, db?: Db): Promise<ReplyOf<typeof deposits>>;
  /** Returns one of the user's deposits as lists show it; null: not found. */
  findDeposit(userId: string, id: string): Promise<DepositRow | null>;
  /** Returns sums of deposits and earnings; see `createSumsFollower`. */
  flowSums(userId: string): ReturnType<typeof readFlowSums>;
  /** Returns the newest deposits of Toman and of coins. */
  listLastDeposits(userId: string, limit: number): Promise<DepositRow[]>;
  /** Returns the time until which coins can't be withdrawn after the last Toman deposit; null: no hold. */
  readDepositHold(userId: string): Promise<Date | null>;
  /** Starts a payment to a company. Refuses as `startCompanyPayment`. */
  startCompanyPayment(payment: PayerRequest): Promise<DepositReply>;
  /** Returns the gateways that are switched on, and the maximum of one payment in Toman's smallest units. */
  companyTerms(): { gateways: GatewayName[]; max: bigint };
  /** Number of bank deposits that wait for the staff, at most 1,000. */
  countBankDeposits(): Promise<number>;
  /** Number of gateway settlements that need a decision, at most 1,000. */
  countOpenSettlements(): Promise<number>;
  /** Number of payments that were paid and not credited and need a decision; at most 1,000. */
  countUndecidedPayments(): Promise<number>;
  /** Refunds to the cards that paid, as lines of the bank's daily batch. */
  refunds: PayoutRefunds;
  /** Imports that staff makes, for the sandbox's bank, which makes them automatically. */
  imports: {
    settlement(staffId: string, body: BodyOf<typeof importSettlementEndpoint>): Promise<unknown>;
    nameAccount(staffId: string, body: BodyOf<typeof addHouseBankAccount>): Promise<unknown>;
    statement(staffId: string, body: BodyOf<typeof importStatementEndpoint>): Promise<unknown>;
  };
  /** Counts items that have waited at the bank since before a time. */
  countOverdueBankItems(before: Date): Promise<OverdueBankItems>;
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
      addSettlementRoutes(http, deps);
      addBankStatementRoutes(http, deps, secrets);
      addSuspenseRoutes(http, deps);
      if (deps.config.sandbox && deps.sandboxBank) addSandboxBankRoutes(http, deps.sandboxBank);
    },
    jobs: [
      { name: 'sweep-payments', cron: '* * * * *', run: () => watch.sweep() },
      { name: 'sweep-bank-deposits', cron: '* * * * *', run: () => sweepBankDeposits(deps, secrets) },
      { name: 'sweep-payment-refunds', cron: '* * * * *', run: () => sweepSuspenseRefunds(deps) },
      { name: 'match-gateway-settlements', cron: '*/10 * * * *', run: () => sweepGatewaySettlements(deps) },
      { name: 'match-bank-lines', cron: '*/10 * * * *', run: () => sweepBankLines(deps.db) },
      createReleaseJob(deps),
    ],
    countingJobs: [createBankCheckJob(deps)],
    followers: [createSumsFollower(deps)],
    start: () => watch.start(),
    stop: () => watch.stop(),
    startCompanyPayment: (payment) => startCompanyPayment(deps, secrets, payment),
    companyTerms: () => ({
      gateways: deps.gateways.map(({ name }) => name),
      max: getDepositLimits(deps.market).perPayment,
    }),
    balancesOf: (userId) => readBalances(deps, userId),
    frozenOf: (userId) => sumFrozen(deps.db, userId),
    listDeposits: (userId, query, db = deps.db) => listDeposits({ ...deps, db }, userId, query),
    findDeposit: (userId, id) => findOwnDeposit(deps, userId, id),
    flowSums: (userId) => readFlowSums(deps.db, userId),
    listLastDeposits: (userId, limit) => listLastDeposits(deps, userId, limit),
    readDepositHold: (userId) => readDepositHold(deps, userId),
    countBankDeposits: () => countWaitingDeposits(deps.db),
    countOpenSettlements: () => countOpenSettlements(deps.db),
    countOverdueBankItems: (before) => countOverdueBankItems(deps.db, before),
    countUndecidedPayments: () => countUndecidedPayments(deps.db),
    refunds: createPayoutRefunds(deps),
    imports: {
      settlement: (staffId, body) => importGatewaySettlement(deps, staffId, body),
      nameAccount: (staffId, body) => addHouseAccount(deps, staffId, body),
      statement: (staffId, body) => importBankStatement(deps, secrets, staffId, body),
    },
  };
}
