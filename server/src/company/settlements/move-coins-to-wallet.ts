import { AppError } from '@sarraf/domain';
import type { Settlement } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { CompanyContext } from '../deps.ts';
import { assertCompanyActive, getOrCreateOwnCompany } from '../own-company.ts';
import { auditCompany } from '../save-company.ts';
import { assertReceiptsNotHeld } from './send-coins.ts';
import { assignWithdrawalId, buildReturnedRow } from './settlement-steps.ts';
import { findSettlement } from './settlement-store.ts';
import { readSettlement } from './settlement-view.ts';

/**
 * Moves bought coins that wait to be sent to their owner's wallet, under the withdrawal's own key: they are either
 * sent or moved, idempotently.
 *
 * COMPANY_ONLY, COMPANY_NOT_ACTIVE, NOT_FOUND; CONFLICT: they aren't bought yet, or are being sent; DEPOSIT_HOLD
 * (`until`); SERVICE_UNAVAILABLE: the running attempt to send has to end first.
 */
export async function moveCoinsToWallet(
  context: CompanyContext,
  caller: Caller,
  id: string,
): Promise<Settlement> {
  const company = await getOrCreateOwnCompany(context, caller);
  await assertCompanyActive(context, company);
  const settlement = isId(id) ? await findSettlement(context.db, company.id, id) : null;
  if (settlement === null) throw new AppError('NOT_FOUND');
  if (settlement.state === 'RETURNED') return readSettlement(context, company, id);
  const { coin, amount } = settlement;
  if (settlement.state !== 'BOUGHT' || coin === null || amount === null) throw new AppError('CONFLICT');
  assertReceiptsNotHeld(context, settlement);
  const withdrawalId = settlement.withdrawalId ?? (await assignWithdrawalId(context.db, settlement.id, null));
  // A worker has just started to send it.
  if (withdrawalId === null) throw new AppError('CONFLICT');
  const { id: companyId, userId } = company;
  const outcome = await context.withdrawal.keepForOwner(
    { id: withdrawalId, settlementId: settlement.id, companyId, userId, asset: coin, amount },
    [buildReturnedRow(settlement.id, context.now())],
  );
  if (outcome === 'MADE') throw new AppError('CONFLICT');
  if (outcome === 'RELEASED') {
    await assignWithdrawalId(context.db, settlement.id, withdrawalId);
    throw new AppError('SERVICE_UNAVAILABLE');
  }
  await context.db
    .transaction()
    .execute((tx) => auditCompany(context, tx, caller, 'coins of a settlement taken to the wallet'));
  return readSettlement(context, company, id);
}
