import type { Http } from '../platform/http.ts';
import type { Job } from '../platform/jobs.ts';
import { createSecrets } from '../platform/secrets.ts';
import type { WalletDeps } from './deps.ts';
import { type Balance, readBalances } from './read-balances.ts';
import { addRoutes } from './routes.ts';
import { addSandboxRoutes } from './sandbox-routes.ts';
import { sweepPayments } from './sweep-payments.ts';
import { createVerifier } from './verify-payment.ts';

export type { VerifiedCard, WalletDeps } from './deps.ts';
export type { PaymentGateway } from './ports.ts';
export type { Balance } from './read-balances.ts';

export interface Wallet {
  routes(http: Http): void;
  jobs: Job[];
  /** All assets in display order, empty ones included. */
  balancesOf(userId: string): Promise<Balance[]>;
}

/** Balances, Toman deposits and the payments behind them. */
export function createWallet(deps: WalletDeps): Wallet {
  const secrets = createSecrets(deps.config.SECRET_KEY);
  const verifyPayment = createVerifier(deps, secrets);
  return {
    routes(http) {
      addRoutes(http, deps, secrets, verifyPayment);
      if (deps.config.sandbox && deps.sandboxBank) addSandboxRoutes(http, deps.sandboxBank);
    },
    jobs: [{ name: 'sweep-payments', cron: '* * * * *', run: () => sweepPayments(deps, verifyPayment) }],
    balancesOf: (userId) => readBalances(deps, userId),
  };
}
