import {
  abandonPayment as abandonPaymentEndpoint,
  customerAddresses,
  depositDetail,
  deposits,
  depositToman,
  handlePaymentReturn,
  handlePostedPaymentReturn,
  payment as paymentEndpoint,
  tomanTerms,
} from '@sarraf/domain/contracts';
import { Redirection } from '../platform/http/answers.ts';
import type { Http } from '../platform/http/http.ts';
import { readForUser } from '../platform/reads/reads.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { WalletDeps } from './deps.ts';
import { listDeposits, readDeposit } from './list-deposits.ts';
import { abandonPayment } from './payments/abandon-payment.ts';
import { readPayment } from './payments/read-payment.ts';
import { handleBankReturn } from './payments/receive-return.ts';
import { startDeposit } from './payments/start-deposit.ts';
import type { VerifyPayment } from './payments/verify-payment.ts';
import { readWallets } from './read-balances.ts';
import { readTomanTerms } from './read-toman-terms.ts';

export function addRoutes(
  http: Http,
  deps: WalletDeps,
  secrets: Secrets,
  verifyPayment: VerifyPayment,
): void {
  // One wallet serves both modes, so `walletType` changes nothing.
  http.route(customerAddresses, ({ caller, query }) => readWallets(deps, caller.userId, query.coins));

  http.route(deposits, ({ caller, query }) =>
    readForUser(deps.db, caller.userId, (db) => listDeposits({ ...deps, db }, caller.userId, query)),
  );

  http.route(depositDetail, async ({ caller, params }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await readDeposit(deps, caller.userId, params.id),
  }));

  http.route(depositToman, ({ caller, body, idempotency }) =>
    startDeposit(deps, secrets, caller.userId, body, idempotency),
  );

  http.route(paymentEndpoint, async ({ params }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await readPayment(deps, params.id),
  }));

  http.route(abandonPaymentEndpoint, async ({ caller, params }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await abandonPayment(deps, verifyPayment, caller.userId, params.id),
  }));

  http.route(tomanTerms, async ({ caller }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await readTomanTerms(deps, caller.userId),
  }));

  http.route(
    handlePaymentReturn,
    async ({ params, query }) =>
      new Redirection(await handleBankReturn(deps, verifyPayment, params.gateway, query), 302),
  );
  // 303: the browser continues with GET.
  http.route(
    handlePostedPaymentReturn,
    async ({ params, body }) =>
      new Redirection(await handleBankReturn(deps, verifyPayment, params.gateway, body), 303),
  );
}
