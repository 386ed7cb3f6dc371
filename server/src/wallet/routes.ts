import {
  customerAddresses,
  deposits,
  depositToman,
  dropPayment as dropPaymentEndpoint,
  exportHistory,
  payment as paymentEndpoint,
  paymentReturn,
  paymentReturnPosted,
  tomanTerms,
  walletTotals,
} from '@sarraf/domain/contracts';
import type { Http } from '../platform/http.ts';
import type { Secrets } from '../platform/secrets.ts';
import { sendTable } from '../platform/table-file.ts';
import type { WalletDeps } from './deps.ts';
import { dropPayment } from './drop-payment.ts';
import { historyTable } from './export-history.ts';
import { listDeposits } from './list-deposits.ts';
import { readWallets } from './read-balances.ts';
import { readPayment } from './read-payment.ts';
import { readTomanTerms } from './read-toman-terms.ts';
import { readWalletTotals } from './read-totals.ts';
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

  http.route(deposits, ({ caller, query }) => listDeposits(deps, caller.userId, query));

  http.route(depositToman, ({ caller, body, idempotency }) =>
    startDeposit(deps, secrets, caller.userId, body, idempotency),
  );

  http.route(paymentEndpoint, async ({ params }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await readPayment(deps, params.id),
  }));

  http.route(dropPaymentEndpoint, async ({ caller, params }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await dropPayment(deps, verifyPayment, caller.userId, params.id),
  }));

  http.route(tomanTerms, async ({ caller }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await readTomanTerms(deps, caller.userId),
  }));

  http.route(walletTotals, async ({ caller }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await readWalletTotals(deps, caller.userId),
  }));

  http.route(exportHistory, ({ caller, query, reply }) =>
    sendTable(reply, caller.userId, historyTable(deps, caller.userId, query), query),
  );

  http.route(paymentReturn, async ({ params, request, reply }) =>
    reply.redirect(await receiveReturn(deps, verifyPayment, params.gateway, request.query), 302),
  );
  // 303: the browser goes on by GET.
  http.route(paymentReturnPosted, async ({ params, request, reply }) =>
    reply.redirect(await receiveReturn(deps, verifyPayment, params.gateway, request.body), 303),
  );
}
