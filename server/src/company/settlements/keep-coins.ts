import { AppError } from '@sarraf/domain';
import type { Settlement } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import { ownCompany, refuseInactiveCompany } from '../company-of.ts';
import type { CompanyContext } from '../deps.ts';
import { auditCompany } from '../save-company.ts';
import { refuseHeldReceipts } from './send-coins.ts';
import { assignWithdrawalId, keptRow } from './settlement-steps.ts';
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
  const company = await ownCompany(context, caller);
  await refuseInactiveCompany(context, company);
  const row = isId(id) ? await findSettlement(context.db, company.id, id) : null;
  if (row === null) throw new AppError('NOT_FOUND');
  if (row.state === 'RETURNED') return readSettlement(context, company, id);
  const { coin, amount } = row;
  if (row.state !== 'BOUGHT' || coin === null || amount === null) throw new AppError('CONFLICT');
  refuseHeldReceipts(context, row);
  const withdrawalId = row.withdrawalId ?? (await assignWithdrawalId(context.db, row.id, null));
  // A worker has just started to send it.
  if (withdrawalId === null) throw new AppError('CONFLICT');
  const { id: companyId, userId } = company;
  const outcome = await context.withdrawal.keepForOwner(
    { id: withdrawalId, settlementId: row.id, companyId, userId, asset: coin, amount },
    [keptRow(row.id, context.now())],
  );
  if (outcome === 'MADE') throw new AppError('CONFLICT');
  if (outcome === 'RELEASED') {
    await assignWithdrawalId(context.db, row.id, withdrawalId);
    throw new AppError('SERVICE_UNAVAILABLE');
  }
  await context.db
    .transaction()
    .execute((tx) => auditCompany(context, tx, caller, 'coins of a settlement taken to the wallet'));
  return readSettlement(context, company, id);
}
