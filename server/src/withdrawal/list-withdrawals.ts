import { AppError, type Asset, isAsset } from '@sarraf/domain';
import type { QueryOf, ReplyOf, WithdrawalRow, withdrawals } from '@sarraf/domain/contracts';
import { type Page, parsePage, toPage } from '../platform/database/rows.ts';
import { isId } from '../platform/ids.ts';
import { loadLabels } from './address-book/book-store.ts';
import type { WithdrawalContext } from './deps.ts';
import { findWithdrawals, listUserWithdrawals, listWithdrawalsInProgress } from './store.ts';
import type { WithdrawalFilter } from './types.ts';
import { isToman, type StoredWithdrawal, withdrawalDto } from './withdrawal.ts';

/** Lists a user's withdrawals, newest first. BAD_REQUEST: unknown coin, cursor or page. */
export async function listWithdrawals(
  context: WithdrawalContext,
  userId: string,
  query: QueryOf<typeof withdrawals>,
): Promise<ReplyOf<typeof withdrawals>> {
  const page = parsePage(query);
  const filter = {
    asset: parseCoinFilter('relatedCoin', query.relatedCoin),
    except: parseCoinFilter('excludedRelatedCoin', query.excludedRelatedCoin),
  };
  const { rows, nextCursor } = toPage(await listUserWithdrawals(context.db, userId, filter, page), page);
  return { status: 'OK', message: 'OK', content: await withdrawalDtos(context, userId, rows), nextCursor };
}

function parseCoinFilter(field: string, text: string | undefined): Asset | null {
  if (text === undefined) return null;
  if (!isAsset(text)) throw new AppError('BAD_REQUEST', { errors: [field] });
  return text;
}

/** Returns the same for other capabilities: page.limit rows. */
export const listWithdrawalRows = async (
  context: WithdrawalContext,
  userId: string,
  filter: WithdrawalFilter,
  page: Page,
): Promise<WithdrawalRow[]> =>
  withdrawalDtos(context, userId, await listUserWithdrawals(context.db, userId, filter, page));

const MAX_IN_PROGRESS = 1_000;

/**
 * Returns the amounts blocked for withdrawals, by coin; those at the signer are not included, since they have left
 * the account.
 */
export async function sumBlockedAmounts(
  context: WithdrawalContext,
  userId: string,
): Promise<Map<Asset, bigint>> {
  const rows = await listWithdrawalsInProgress(context.db, userId, MAX_IN_PROGRESS);
  const progress = await context.custody.progressOf(rows.filter((row) => !isToman(row)).map(({ id }) => id));
  const sums = new Map<Asset, bigint>();
  for (const { id, asset, amount } of rows) {
    const { state = 'QUEUED' } = progress.get(id) ?? {};
    if (state === 'QUEUED') sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  }
  return sums;
}

/** Returns those of the ids that are the user's. */
export async function findWithdrawalRows(
  context: WithdrawalContext,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, WithdrawalRow>> {
  if (ids.length === 0) return new Map();
  const own = (await findWithdrawals(context.db, ids)).filter((row) => row.userId === userId);
  return new Map((await withdrawalDtos(context, userId, own)).map((row) => [row.id, row]));
}

/** Returns one of the user's withdrawals. NOT_FOUND. */
export async function readWithdrawal(
  context: WithdrawalContext,
  userId: string,
  id: string,
): Promise<WithdrawalRow> {
  const row = isId(id) ? (await findWithdrawalRows(context, userId, [id])).get(id.toLowerCase()) : undefined;
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

/** Adds custody's progress of withdrawals that are being sent, and the user's address labels. */
export async function withdrawalDtos(
  context: WithdrawalContext,
  userId: string,
  rows: readonly StoredWithdrawal[],
): Promise<WithdrawalRow[]> {
  const coins = rows.filter((row) => !isToman(row));
  if (coins.length === 0) return rows.map((row) => withdrawalDto(row, undefined, null));
  const [progress, labelOf] = await Promise.all([
    context.custody.progressOf(
      coins.map(({ id }) => id),
      context.db,
    ),
    loadLabels(context.db, userId, coins),
  ]);
  return rows.map((row) => withdrawalDto(row, progress.get(row.id), labelOf(row)));
}
