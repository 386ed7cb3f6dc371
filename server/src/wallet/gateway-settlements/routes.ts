import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import type { Http } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { WalletDeps } from '../deps.ts';
import { decideGatewaySettlement } from './decide-gateway-settlement.ts';
import {
  findGatewaySettlement,
  listGatewayLines,
  listGatewaySettlements,
} from './gateway-settlement-store.ts';
import { gatewaySettlementDtos, settlementLineDto } from './gateway-settlement-views.ts';
import { importGatewaySettlement } from './import-gateway-settlement.ts';

const OK = { status: 'OK', message: 'OK' } as const;

/** Adds the staff's endpoints for gateway settlements. */
export function addSettlementRoutes(http: Http, deps: WalletDeps): void {
  http.route(contract.gatewaySettlements, async ({ query }) => {
    const page = parsePage(query);
    const { rows, nextCursor } = toPage(
      await listGatewaySettlements(deps.db, query.state ?? 'OPEN', page),
      page,
    );
    return { ...OK, content: await gatewaySettlementDtos(deps, rows), nextCursor };
  });
  http.route(contract.importGatewaySettlement, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await importGatewaySettlement(deps, caller.userId, body),
  }));
  http.route(contract.gatewaySettlementLines, async ({ caller, params, query }) => {
    const settlement = isId(params.id) ? await findGatewaySettlement(deps.db, params.id) : null;
    if (settlement === null) throw new AppError('NOT_FOUND');
    const page = parsePage(query);
    const found = await listGatewayLines(deps.db, settlement.id, {
      troubled: query.troubled ?? false,
      page,
    });
    const { rows, nextCursor } = toPage(found, page);
    const detail = { settlement: settlement.id, shown: rows.length };
    const entry = { actorId: caller.userId, action: 'gateway settlement read', subjectId: null, detail };
    await deps.db.transaction().execute((tx) => appendAudit(tx, entry, new Date(deps.clock.now())));
    return { ...OK, content: rows.map(settlementLineDto), nextCursor };
  });
  http.route(contract.decideGatewaySettlement, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await decideGatewaySettlement(deps, caller.userId, params.id, body),
  }));
}
