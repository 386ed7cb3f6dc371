import {
  customerAddresses,
  deposits,
  depositToman,
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
import { historyTable } from './export-history.ts';
import { listDeposits } from './list-deposits.ts';
import { readWallets } from './read-balances.ts';
import { readPayment } from './read-payment.ts';
import { readTomanTerms } from './read-toman-terms.ts';
import { readTotals } from './read-totals.ts';
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
    baseDTO: await readPayment(deps.db, params.id),
  }));

  http.route(tomanTerms, async ({ caller }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await readTomanTerms(deps, caller.userId),
  }));

  http.route(walletTotals, async ({ caller }) => ({
    status: 'OK' as const,
    message: 'OK',
    baseDTO: await readTotals(deps, caller.userId),
  }));

  http.route(exportHistory, ({ caller, query, reply }) =>
    sendTable(reply, caller.userId, historyTable(deps, caller.userId, query), query),
  );

  http.route(paymentReturn, async ({ params, query, reply }) =>
    reply.redirect(
      await receiveReturn(deps, verifyPayment, params.gateway, query as Record<string, string>),
      302,
    ),
  );
  // 303: the browser goes on by GET.
  http.route(paymentReturnPosted, async ({ params, body, reply }) =>
    reply.redirect(
      await receiveReturn(deps, verifyPayment, params.gateway, body as Record<string, string>),
      303,
    ),
  );
}
