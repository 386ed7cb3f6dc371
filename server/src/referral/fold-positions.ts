import {
  type FollowedTransfer,
  followTransfers,
  personOfSide,
  type TransferFollower,
  transferFollower,
} from '../ledger/index.ts';
import { commitDurably, type Tx } from '../platform/database/database.ts';
import { inTehran } from '../rules/index.ts';
import type { ReferralDeps } from './deps.ts';
import { type FoldedTransfer, Positions } from './fold-transfers.ts';
import { notifyFirstRewards } from './notify-rewards.ts';
import { indexPositions, readExits, readPositions, savePositions } from './position-store.ts';
import { pricesAt, worthBy } from './prices.ts';

type FoldDeps = Pick<ReferralDeps, 'db' | 'market' | 'clock' | 'people' | 'notify'>;

/**
 * Updates positions, closing balances and inviters' sums from new transfers. The two transfers of a trade are
 * processed together, and so are a fee and its share.
 */
const foldInto = (deps: FoldDeps): Parameters<typeof transferFollower<'positions'>>[1] => ({
  name: 'positions',
  head: 'positions_head',
  take: (tx, transfers) => foldMoved(deps, tx, transfers.map(movedOf)),
});

export const positionsFollower = (deps: FoldDeps): TransferFollower<'positions'> =>
  transferFollower(deps.db, foldInto(deps));

/** Processes all transfers up to the ledger's head. */
export async function foldPositions(deps: FoldDeps, chunk?: number): Promise<void> {
  while (await foldSomePositions(deps, chunk));
}

/** Processes one chunk. Returns false if everything is processed, or another process is at it. */
export const foldSomePositions = (deps: FoldDeps, chunk?: number): Promise<boolean> =>
  followTransfers(deps.db, [foldInto(deps)], chunk);

const movedOf = ({ debit, credit, order, ...transfer }: FollowedTransfer): FoldedTransfer => ({
  ...transfer,
  from: personOfSide(debit),
  to: personOfSide(credit),
  debit: debit.kind,
  order: order && { coin: order.coin, side: order.type.endsWith('BUY') ? 'buy' : 'sell' },
});

async function foldMoved(deps: FoldDeps, tx: Tx, moved: readonly FoldedTransfer[]): Promise<void> {
  const { market } = deps;
  const people = new Set(moved.flatMap((one) => [one.from, one.to]).filter((id) => id !== null));
  if (people.size === 0) return;
  const returned = moved.filter(({ kind, from, to }) => from !== to && EXITS.has(kind));
  const [positions, exits, prices] = [
    indexPositions(await readPositions(tx, [...people])),
    await readExits(tx, [...new Set(returned.map(({ reference }) => reference))]),
    await pricesAt(
      market,
      moved.filter(({ from, to }) => from !== to).map(({ at }) => at),
    ),
  ];
  const days = new Map<number, string>();
  const folded = new Positions(
    positions,
    exits,
    (asset, amount, at) => worthBy(prices(at), asset, amount),
    (at) => {
      // A day consists of half hours, so that few distinct times have to be queried.
      const half = Math.floor(at.getTime() / HALF_HOUR);
      const day = days.get(half) ?? inTehran(at.getTime()).day;
      days.set(half, day);
      return day;
    },
  );
  folded.fold(moved);
  if (folded.shares.length > 0) await commitDurably(tx);
  await notifyFirstRewards(deps, tx, folded.shares);
  await savePositions(tx, folded);
}

/** Kinds of transfers that leave with their cost, and those that bring it back. */
const EXITS: ReadonlySet<string> = new Set(['withdrawal', 'fee', 'hold', 'correction', 'release']);
const HALF_HOUR = 30 * 60_000;
