import { AppError } from '@sarraf/domain';
import type {
  BodyOf,
  decideGatewaySettlement as endpoint,
  GatewaySettlement,
} from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { WalletDeps } from '../deps.ts';
import {
  findGatewaySettlement,
  type GatewaySettlementRow,
  lockGatewaySettlements,
  saveFoundPayments,
  saveSettlementDecision,
  saveSettlementOutcome,
} from './gateway-settlement-store.ts';
import { gatewaySettlementDtos } from './gateway-settlement-views.ts';
import { listUnnamedInPeriod, matchOpenSettlements, sumPayments } from './match-settlements.ts';

/**
 * CONFIRM accepts a settlement with its recorded differences; for DAYS it assigns the payments of these days to it,
 * and only if their sum equals the gateway's. DISCARD frees its payments.
 *
 * NOT_FOUND; SECOND_PERSON_NEEDED: the caller imported it; CONFLICT: it was discarded, is already done, or its sums
 * differ.
 */
export async function decideGatewaySettlement(
  deps: WalletDeps,
  staffId: string,
  id: string,
  { decision, reason }: BodyOf<typeof endpoint>,
): Promise<GatewaySettlement> {
  const existing = isId(id) ? await findGatewaySettlement(deps.db, id) : null;
  if (existing === null) throw new AppError('NOT_FOUND');
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockGatewaySettlements(tx, existing.gateway);
    const settlement = await findGatewaySettlement(tx, id);
    if (settlement === null) throw new AppError('NOT_FOUND');
    if (settlement.importedBy === staffId) throw new AppError('SECOND_PERSON_NEEDED');
    if (settlement.state === 'DISCARDED') throw new AppError('CONFLICT');
    const at = new Date(deps.clock.now());
    if (decision === 'CONFIRM') await acceptSettlement(tx, settlement);
    const state = decision === 'CONFIRM' ? 'DONE' : 'DISCARDED';
    await saveSettlementDecision(tx, id, { state, staffId, reason, at });
    await matchOpenSettlements(tx, settlement.gateway);
    const { gateway, reference } = settlement;
    const detail = { settlement: id, gateway, reference, reason };
    const action = decision === 'CONFIRM' ? 'gateway settlement confirmed' : 'gateway settlement discarded';
    await appendAudit(tx, { actorId: staffId, action, subjectId: null, detail }, at);
    return findGatewaySettlement(tx, id);
  });
  const [view] = row ? await gatewaySettlementDtos(deps, [row]) : [];
  if (!view) throw new Error(`settlement ${id} is gone`);
  return view;
}

async function acceptSettlement(tx: Tx, settlement: GatewaySettlementRow): Promise<void> {
  const { id, gross, state, way } = settlement;
  if (state !== 'OPEN') throw new AppError('CONFLICT');
  if (way === 'LINES') return;
  const payments = await listUnnamedInPeriod(tx, settlement);
  if (sumPayments(payments) !== gross) throw new AppError('CONFLICT');
  await saveFoundPayments(
    tx,
    id,
    payments.map((payment) => ({ ...payment, lineId: newId() })),
  );
  await saveSettlementOutcome(tx, id, {
    state: 'OPEN',
    found: gross,
    missing: 0n,
    faults: 0,
    missingLines: 0,
  });
}
