import { formatAmount } from '@sarraf/domain';
import type { GatewaySettlement, GatewaySettlementLine } from '@sarraf/domain/contracts';
import type { WalletDeps } from '../deps.ts';
import type { GatewaySettlementRow, SettlementLineRow } from './gateway-settlement-store.ts';

const toman = (amount: bigint): string => formatAmount(amount, 'TOMAN');

export async function gatewaySettlementViews(
  { people }: Pick<WalletDeps, 'people'>,
  rows: readonly GatewaySettlementRow[],
): Promise<GatewaySettlement[]> {
  const staff = rows.flatMap(({ importedBy, decidedBy }) => [
    importedBy,
    ...(decidedBy === null ? [] : [decidedBy]),
  ]);
  const known = await people.findAll([...new Set(staff)]);
  const emailOf = (id: string) => known.get(id)?.email ?? '';
  return rows.map((row) => ({
    id: row.id,
    gateway: row.gateway,
    reference: row.reference,
    paidDay: row.paidDay,
    fromDay: row.fromDay,
    toDay: row.toDay,
    way: row.way,
    state: row.state,
    gross: toman(row.gross),
    fee: toman(row.fee),
    net: toman(row.gross - row.fee),
    found: toman(row.found),
    difference: toman(row.gross - row.found),
    faults: row.faults,
    missing: toman(row.missing),
    missingLines: row.missingLines,
    importedBy: emailOf(row.importedBy),
    decidedBy: row.decidedBy && emailOf(row.decidedBy),
    reason: row.reason,
    createdAtDateTime: row.createdAt.toISOString(),
  }));
}

export const settlementLineView = (row: SettlementLineRow): GatewaySettlementLine => ({
  id: row.id,
  reference: row.reference,
  amount: toman(row.amount),
  fee: toman(row.fee),
  paymentId: row.paymentId,
  booked: row.booked === null ? null : toman(row.booked),
  trouble: row.trouble,
});
