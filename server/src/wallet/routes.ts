import {
  customerAddresses,
  deposits,
  depositToman,
  payment as paymentEndpoint,
  paymentReturn,
} from '@sarraf/domain/contracts';
import type { Http } from '../platform/http.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { WalletDeps } from './deps.ts';
import { listDeposits } from './list-deposits.ts';
import { readWallets } from './read-balances.ts';
import { readPayment } from './read-payment.ts';
import { receiveReturn } from './receive-return.ts';
import { startDeposit } from './start-deposit.ts';
import type { VerifyPayment } from './verify-payment.ts';

export function addRoutes(
  http: Http,
  deps: WalletDeps,
  secrets: Secrets,
  verifyPayment: VerifyPayment,
): void {
  // One wallet serves both modes, so `walletType` changes nothing.
  http.route(customerAddresses, ({ caller, query }) => readWallets(deps, caller.userId, query.coins));

  http.route(deposits, ({ caller, query }) => listDeposits(deps.db, caller.userId, query));

  http.route(depositToman, ({ caller, body, idempotency }) =>
    startDeposit(deps, secrets, caller.userId, body, idempotency),
  );

  http.route(paymentEndpoint, async ({ params }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await readPayment(deps.db, params.id),
  }));

  http.route(paymentReturn, async ({ params, query, reply }) =>
    reply.redirect(
      await receiveReturn(deps, verifyPayment, params.gateway, query as Record<string, string>),
      302,
    ),
  );
}
