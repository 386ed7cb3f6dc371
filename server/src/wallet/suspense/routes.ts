import * as contract from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import type { Http } from '../../platform/http/http.ts';
import type { WalletDeps } from '../deps.ts';
import { decidePaymentRefund } from './decide-refund.ts';
import { proposeSuspenseRefund } from './propose-refund.ts';
import { listSuspendedPayments } from './suspended-store.ts';
import { readSuspense, suspendedPaymentDtos } from './suspense-views.ts';

const OK = { status: 'OK', message: 'OK' } as const;

/** Adds the staff's endpoints for Toman payments that were not credited. */
export function addSuspenseRoutes(http: Http, deps: WalletDeps): void {
  http.route(contract.suspense, async () => ({ ...OK, baseDTO: await readSuspense(deps) }));
  http.route(contract.suspendedPayments, async ({ caller, query }) => {
    const page = parsePage(query);
    const state = query.state ?? null;
    const { rows, nextCursor } = toPage(await listSuspendedPayments(deps.db, state, page), page);
    const detail = { state, shown: rows.length };
    const accessed = { actorId: caller.userId, action: 'suspended payments listed', subjectId: null, detail };
    await deps.db.transaction().execute((tx) => appendAudit(tx, accessed, new Date(deps.clock.now())));
    return { ...OK, content: await suspendedPaymentDtos(deps, rows), nextCursor };
  });
  http.route(contract.proposePaymentRefund, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await proposeSuspenseRefund(deps, caller.userId, params.id, body),
  }));
  http.route(contract.decidePaymentRefund, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await decidePaymentRefund(deps, caller.userId, params.id, body),
  }));
}
