import {
  createTransferFollower,
  type FollowedTransfer,
  followTransfers,
  getPersonOfSide,
  type TransferFollower,
} from '../ledger/index.ts';
import { commitSynchronously, type Tx } from '../platform/database/database.ts';
import { toTehranTime } from '../rules/index.ts';
import type { ReferralDeps } from './deps.ts';
import { type FoldedTransfer, Positions } from './fold-transfers.ts';
import { notifyFirstRewards } from './notify-rewards.ts';
import { mapPositionsByKey, readExits, readPositions, savePositions } from './position-store.ts';
import { readPricesAt, valueInQuotes } from './prices.ts';

type FoldDeps = Pick<ReferralDeps, 'db' | 'market' | 'clock' | 'people' | 'notify'>;

/**
 * Updates positions, closing balances and inviters' sums from new transfers. The two transfers of a trade are
 * processed together, and so are a fee and its share.
 */
const createPositionsFold = (deps: FoldDeps): Parameters<typeof createTransferFollower<'positions'>>[1] => ({
  name: 'positions',
  head: 'positions_head',
  take: (tx, transfers) => foldTransfers(deps, tx, transfers.map(toFoldedTransfer)),
});

export const createPositionsFollower = (deps: FoldDeps): TransferFollower<'positions'> =>
  createTransferFollower(deps.db, createPositionsFold(deps));

/** Processes all transfers up to the ledger's head. */
export async function foldPositions(deps: FoldDeps, chunk?: number): Promise<void> {
  while (await foldPositionsChunk(deps, chunk));
}

/** Processes one chunk. Returns false if everything is processed, or another process is at it. */
export const foldPositionsChunk = (deps: FoldDeps, chunk?: number): Promise<boolean> =>
  followTransfers(deps.db, [createPositionsFold(deps)], chunk);

const toFoldedTransfer = ({ debit, credit, order, ...transfer }: FollowedTransfer): FoldedTransfer => ({
  ...transfer,
  from: getPersonOfSide(debit),
  to: getPersonOfSide(credit),
  debit: debit.kind,
  order: order && { coin: order.coin, side: order.type.endsWith('BUY') ? 'buy' : 'sell' },
});

async function foldTransfers(deps: FoldDeps, tx: Tx, transfers: readonly FoldedTransfer[]): Promise<void> {
  const { market } = deps;
  const people = new Set(
    transfers.flatMap((transfer) => [transfer.from, transfer.to]).filter((id) => id !== null),
  );
  if (people.size === 0) return;
  const costTransfers = transfers.filter(({ kind, from, to }) => from !== to && COST_KINDS.has(kind));
  const [positions, exits, prices] = [
    mapPositionsByKey(await readPositions(tx, [...people])),
    await readExits(tx, [...new Set(costTransfers.map(({ reference }) => reference))]),
    await readPricesAt(
      market,
      transfers.filter(({ from, to }) => from !== to).map(({ at }) => at),
    ),
  ];
  const days = new Map<number, string>();
  const folded = new Positions(
    positions,
    exits,
    (asset, amount, at) => valueInQuotes(prices(at), asset, amount),
    (at) => {
      // A day consists of half hours, so that few distinct times have to be queried.
      const halfHour = Math.floor(at.getTime() / HALF_HOUR);
      const day = days.get(halfHour) ?? toTehranTime(at.getTime()).day;
      days.set(halfHour, day);
      return day;
    },
  );
  folded.fold(transfers);
  if (folded.shares.length > 0) await commitSynchronously(tx);
  await notifyFirstRewards(deps, tx, folded.shares);
  await savePositions(tx, folded);
}

/** Kinds of transfers that leave with their cost, and those that bring it back. */
const COST_KINDS: ReadonlySet<string> = new Set(['withdrawal', 'fee', 'hold', 'correction', 'release']);
const HALF_HOUR = 30 * 60_000;
