import { AppError, type Asset, isAsset } from '@sarraf/domain';
import type { DepositRow, deposits, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { parsePage, toPage } from '../platform/database/rows.ts';
import { isId } from '../platform/ids.ts';
import { coinDepositDto } from './coin-deposit-row.ts';
import type { WalletDeps } from './deps.ts';
import { findTomanDeposit, listTomanDeposits } from './list-toman-deposits.ts';

/** Lists a user's deposits, newest first. BAD_REQUEST: unknown coin, cursor or page. */
export async function listDeposits(
  deps: Pick<WalletDeps, 'db' | 'coinDeposits'>,
  userId: string,
  query: QueryOf<typeof deposits>,
): Promise<ReplyOf<typeof deposits>> {
  const page = parsePage(query);
  if (query.relatedCoin !== undefined && !isAsset(query.relatedCoin))
    throw new AppError('BAD_REQUEST', { errors: ['relatedCoin'] });
  // There are two lists, Toman's and that of all coins: no other coin can be excluded.
  if (query.excludedRelatedCoin !== undefined && query.excludedRelatedCoin !== 'TOMAN')
    throw new AppError('BAD_REQUEST', { errors: ['excludedRelatedCoin'] });
  const coin = (query.relatedCoin ?? null) as Asset | null;
  const toman = (coin ?? 'TOMAN') === 'TOMAN' && query.excludedRelatedCoin !== 'TOMAN';
  const found = toman
    ? await listTomanDeposits(deps.db, userId, page)
    : coin === 'TOMAN'
      ? []
      : (await deps.coinDeposits(userId, coin, page, deps.db)).map(coinDepositDto);
  const { rows, nextCursor } = toPage(found, page);
  return { status: 'OK', message: 'OK', content: rows, nextCursor };
}

/** Returns one of the user's deposits, of Toman or coins. NOT_FOUND. */
export async function readDeposit(
  deps: Pick<WalletDeps, 'db' | 'coinDeposit'>,
  userId: string,
  id: string,
): Promise<DepositRow> {
  const row = isId(id) ? await findOwnDeposit(deps, userId, id) : null;
  if (row === null) throw new AppError('NOT_FOUND');
  return row;
}

export async function findOwnDeposit(
  deps: Pick<WalletDeps, 'db' | 'coinDeposit'>,
  userId: string,
  id: string,
): Promise<DepositRow | null> {
  const toman = await findTomanDeposit(deps.db, userId, id);
  if (toman !== null) return toman;
  const coins = await deps.coinDeposit(userId, id, deps.db);
  return coins && coinDepositDto(coins);
}

/** Returns the newest deposits of both kinds. */
export async function listLastDeposits(
  deps: Pick<WalletDeps, 'db' | 'coinDeposits'>,
  userId: string,
  limit: number,
): Promise<DepositRow[]> {
  const merged = await Promise.all([
    listDeposits(deps, userId, { relatedCoin: 'TOMAN', size: limit }),
    listDeposits(deps, userId, { excludedRelatedCoin: 'TOMAN', size: limit }),
  ]);
  return merged
    .flatMap(({ content }) => content)
    .sort((a, b) => (a.createdAtDateTime < b.createdAtDateTime ? 1 : -1))
    .slice(0, limit);
}
