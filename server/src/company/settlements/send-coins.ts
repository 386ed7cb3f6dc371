import { AppError, HOUR_MS } from '@sarraf/domain';
import type { CompanyContext } from '../deps.ts';
import type { CompanyRow, SettlementAddress } from '../store.ts';
import { settlementAddressOf } from './settlement-address.ts';
import { assignWithdrawalId, markSent } from './settlement-steps.ts';
import type { SettlementRow } from './settlement-store.ts';

/**
 * The second step: withdraws the bought coins to the address that is active now, if it still takes this coin on
 * this network; else to the one they were bought for. The withdrawal's id is stored before it is requested, so that
 * a retry uses the same one.
 *
 * Those of `withdrawal.sendForCompany`; DEPOSIT_HOLD (`until`): the rules hold these receipts until then.
 */
export async function sendCoins(
  context: CompanyContext,
  company: CompanyRow,
  row: SettlementRow,
): Promise<void> {
  const destination = destinationOf(context, company, row);
  if (destination === null || row.amount === null) throw new Error(`settlement ${row.id} has no address`);
  assertReceiptsNotHeld(context, row);
  const id = row.withdrawalId ?? (await assignWithdrawalId(context.db, row.id, null));
  // Another worker is sending it.
  if (id === null) throw new AppError('CONFLICT');
  const outcome = await context.withdrawal.sendForCompany({
    id,
    companyId: company.id,
    userId: company.userId,
    asset: destination.coin,
    tokenType: destination.tokenType,
    amount: row.amount,
    address: destination.address,
    tag: destination.tag,
  });
  if (outcome === 'MADE') return markSent(context.db, row.id, destination, context.now());
  await assignWithdrawalId(context.db, row.id, id);
  throw new AppError('SERVICE_UNAVAILABLE');
}

function destinationOf(
  context: CompanyContext,
  company: CompanyRow,
  row: SettlementRow,
): SettlementAddress | null {
  const { coin, tokenType, address, tag } = row;
  const current = settlementAddressOf(company, context.now());
  if (current !== null && current.coin === coin && current.tokenType === tokenType) return current;
  return coin === null || tokenType === null || address === null ? null : { coin, tokenType, address, tag };
}

/**
 * Checks the hold of the receipts themselves: a company with payments every hour would never get anything by its
 * last deposit.
 */
export function assertReceiptsNotHeld(
  context: CompanyContext,
  { lastReceivedAt, periodTo }: SettlementRow,
): void {
  const hours = context.rules.current().depositHoldHours;
  const heldUntil = new Date((lastReceivedAt ?? periodTo).getTime() + hours * HOUR_MS);
  if (hours > 0 && heldUntil > context.now())
    throw new AppError('DEPOSIT_HOLD', { data: { until: heldUntil.toISOString() } });
}
