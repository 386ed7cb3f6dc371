import type { Asset } from '@sarraf/domain';
import type { Page } from '../../platform/database/rows.ts';
import type { CustodyContext } from '../deps.ts';
import { explorerLink } from '../networks.ts';
import type { CoinDeposit } from '../types.ts';
import { findDepositRow, listDepositRows, type UserDeposit } from './user-deposit-store.ts';

/**
 * Returns the number of blocks on top of a deposit, its own included, at most as many as it needs. A credited one
 * has them all.
 */
export function countConfirmations({ state, height, scanned, needed }: UserDeposit): number {
  if (state === 'CREDITED') return needed;
  if (height === null || scanned === null || scanned < height) return 0;
  return Math.min(needed, scanned - height + 1);
}

/** Lists a user's coin deposits, newest first, page.limit rows. */
export async function listCoinDeposits(
  context: CustodyContext,
  userId: string,
  asset: Asset | null,
  page: Page,
): Promise<CoinDeposit[]> {
  const rows = await listDepositRows(context.db, userId, asset, page);
  return rows.flatMap((row) => toCoinDeposit(context, row) ?? []);
}

/** Returns one of the user's deposits. */
export async function findCoinDeposit(
  context: CustodyContext,
  userId: string,
  id: string,
): Promise<CoinDeposit | null> {
  const row = await findDepositRow(context.db, userId, id);
  return row && toCoinDeposit(context, row);
}

function toCoinDeposit(context: CustodyContext, row: UserDeposit): CoinDeposit | null {
  if (row.asset === null || row.tokenType === null) return null;
  return {
    id: row.id,
    asset: row.asset,
    tokenType: row.tokenType,
    amount: row.amount,
    // A proposed owner is internal to the staff.
    state: row.state === 'PROPOSED' ? 'UNCLAIMED' : row.state,
    reason: row.state === 'PENDING' || row.state === 'CREDITED' ? null : row.reason,
    raisedByUser: row.raisedByUser,
    address: row.address,
    tag: row.tag === '' ? null : row.tag,
    txid: row.txid,
    link: explorerLink(context, row.chain, row.txid),
    confirmations: countConfirmations(row),
    neededConfirmations: row.needed,
    createdAt: row.createdAt,
  };
}
