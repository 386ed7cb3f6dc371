import { formatAmount } from '@sarraf/domain';
import type { GatewaySettlement, GatewaySettlementLine } from '@sarraf/domain/contracts';
import type { WalletDeps } from '../deps.ts';
import type { GatewaySettlementRow, SettlementLineRow } from './gateway-settlement-store.ts';

const formatToman = (amount: bigint): string => formatAmount(amount, 'TOMAN');

export async function gatewaySettlementDtos(
  { people }: Pick<WalletDeps, 'people'>,
  rows: readonly GatewaySettlementRow[],
): Promise<GatewaySettlement[]> {
  const staff = rows.flatMap(({ importedBy, decidedBy }) => [
    importedBy,
    ...(decidedBy === null ? [] : [decidedBy]),
  ]);
  const usersById = await people.findAll([...new Set(staff)]);
  const emailOf = (id: string) => usersById.get(id)?.email ?? '';
  return rows.map((row) => ({
    id: row.id,
    gateway: row.gateway,
    reference: row.reference,
    paidDay: row.paidDay,
    fromDay: row.fromDay,
    toDay: row.toDay,
    way: row.way,
    state: row.state,
    gross: formatToman(row.gross),
    fee: formatToman(row.fee),
    net: formatToman(row.gross - row.fee),
    found: formatToman(row.found),
    difference: formatToman(row.gross - row.found),
    faults: row.faults,
    missing: formatToman(row.missing),
    missingLines: row.missingLines,
    importedBy: emailOf(row.importedBy),
    decidedBy: row.decidedBy && emailOf(row.decidedBy),
    reason: row.reason,
    createdAtDateTime: row.createdAt.toISOString(),
  }));
}

export const settlementLineDto = (row: SettlementLineRow): GatewaySettlementLine => ({
  id: row.id,
  reference: row.reference,
  amount: formatToman(row.amount),
  fee: formatToman(row.fee),
  paymentId: row.paymentId,
  booked: row.booked === null ? null : formatToman(row.booked),
  trouble: row.trouble,
});
