import {
  AppError,
  formatAmount,
  formatDecimal,
  formatReceiptNumber,
  priceDecimals,
  scaleOf,
} from '@sarraf/domain';
import type { Settlement, WithdrawalRow } from '@sarraf/domain/contracts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import { isId } from '../../platform/ids.ts';
import type { CompanyContext } from '../deps.ts';
import type { CompanyRow } from '../store.ts';
import { findSettlement, listSettlements, type SettlementRow } from './settlement-store.ts';

const formatToman = (amount: bigint): string => formatAmount(amount, 'TOMAN');

export function settlementDto(row: SettlementRow, withdrawal: WithdrawalRow | undefined): Settlement {
  const { coin } = row;
  const formatCoin = (amount: bigint | null) =>
    coin === null || amount === null ? null : formatAmount(amount, coin);
  const waitReason = row.state === 'DUE' || row.state === 'BOUGHT' ? row.waitReason : null;
  return {
    id: row.id,
    number: formatReceiptNumber(row.id),
    state: row.state,
    kind: row.kind,
    fromDateTime: row.periodFrom.toISOString(),
    toDateTime: row.periodTo.toISOString(),
    part: row.part + 1,
    payments: row.payments,
    receipts: formatToman(row.receipts),
    carriedIn: formatToman(row.carriedIn ?? 0n),
    spent: row.spent === null ? null : formatToman(row.spent),
    carriedOut: row.carriedOut === null ? null : formatToman(row.carriedOut),
    coinEntity: coin,
    cryptoNetwork: row.tokenType,
    walletAddress: withdrawal?.destinationWalletAddress ?? row.address,
    tag: withdrawal ? withdrawal.tag : row.tag || null,
    bought: formatCoin(row.amount),
    unitPrice:
      coin === null || row.unitPrice === null
        ? null
        : formatDecimal(row.unitPrice, scaleOf('TOMAN'), priceDecimals(coin, 'TOMAN')),
    fee: row.fee === null ? null : formatToman(row.fee),
    networkFee: withdrawal?.fee ?? null,
    arrives: withdrawal?.receives ?? null,
    orderNumber: row.orderId === null ? null : formatReceiptNumber(row.orderId),
    withdrawal: withdrawal ? { state: withdrawal.state, txid: withdrawal.txid, link: withdrawal.link } : null,
    waits: waitReason,
    nextTryAtDateTime: waitReason === null ? null : (row.nextTryAt?.toISOString() ?? null),
    createdAtDateTime: row.createdAt.toISOString(),
    doneAtDateTime: row.doneAt?.toISOString() ?? null,
  };
}

async function settlementDtos(
  context: CompanyContext,
  userId: string,
  rows: readonly SettlementRow[],
): Promise<Settlement[]> {
  const ids = rows.flatMap(({ withdrawalId }) => withdrawalId ?? []);
  const withdrawals = await context.withdrawal.rowsById(userId, ids);
  return rows.map((row) => settlementDto(row, withdrawals.get(row.withdrawalId ?? '')));
}

export async function readSettlementPage(
  context: CompanyContext,
  company: CompanyRow,
  query: Parameters<typeof parsePage>[0],
): Promise<{ content: Settlement[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const { rows, nextCursor } = toPage(await listSettlements(context.db, company.id, page), page);
  return { content: await settlementDtos(context, company.userId, rows), nextCursor };
}

/** NOT_FOUND: the company has no settlement with this id. */
export async function readSettlement(
  context: CompanyContext,
  company: CompanyRow,
  id: string,
): Promise<Settlement> {
  const row = isId(id) ? await findSettlement(context.db, company.id, id) : null;
  const [dto] = row ? await settlementDtos(context, company.userId, [row]) : [];
  if (!dto) throw new AppError('NOT_FOUND');
  return dto;
}
