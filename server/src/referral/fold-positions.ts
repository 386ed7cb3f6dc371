import { askByKeys, type Tx } from '../platform/database/database.ts';
import { inTehran } from '../rules/index.ts';
import type { ReferralDeps } from './deps.ts';
import { type Moved, Positions } from './fold-transfers.ts';
import { tellFirstRewards } from './notify-rewards.ts';
import {
  keyed,
  lockHead,
  moveHead,
  readExits,
  readMoved,
  readPositions,
  savePositions,
} from './position-store.ts';
import { pricesAt, worthBy } from './prices.ts';

type FoldDeps = Pick<ReferralDeps, 'db' | 'market' | 'clock' | 'people' | 'notify'>;

/** Transfers looked at in one transaction. */
const CHUNK = 5_000;

/**
 * Brings positions, closing balances and inviters' sums to where the ledger is. Transfers are numbered without gaps and
 * become visible in that order, and the head moves with what it stands for: none is missed or counted twice, whoever
 * folds and whenever they fall.
 */
export async function foldPositions(deps: FoldDeps, chunk = CHUNK): Promise<void> {
  while (await foldSomePositions(deps, chunk));
}

/** A chunk of it. False: everything is folded, or another process folds. */
export const foldSomePositions = (deps: FoldDeps, chunk = CHUNK): Promise<boolean> =>
  deps.db.transaction().execute((tx) => foldChunk(deps, tx, chunk));

async function foldChunk(deps: FoldDeps, tx: Tx, chunk: number): Promise<boolean> {
  const { market } = deps;
  const head = await lockHead(tx);
  if (head === null || head.last <= head.from) return false;
  await askByKeys(tx);
  const { from, last: to } = head;
  let moved: Moved[] = [];
  // An order that nobody pays a fee for may have more parts than a chunk holds.
  for (let size = chunk; moved.length === 0; size *= 2)
    moved = whole(await readMoved(tx, from, to, size + 1), size);
  const last = moved.at(-1) as Moved;
  const people = new Set(moved.flatMap((one) => [one.from, one.to]).filter((id) => id !== null));
  if (people.size > 0) {
    const returned = moved.filter(({ kind, from, to }) => from !== to && EXITS.has(kind));
    const [positions, exits, prices] = [
      keyed(await readPositions(tx, [...people])),
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
        // A day is one of whole half hours, so that few moments have to be asked for.
        const half = Math.floor(at.getTime() / HALF_HOUR);
        const day = days.get(half) ?? inTehran(at.getTime()).day;
        days.set(half, day);
        return day;
      },
    );
    folded.fold(moved);
    await tellFirstRewards(deps, tx, folded.shares);
    await savePositions(tx, folded);
  }
  await moveHead(tx, last.id);
  return last.id < head.last;
}

/** Of what leaves with its cost, and what brings it back. */
const EXITS: ReadonlySet<string> = new Set(['withdrawal', 'fee', 'hold', 'correction', 'release']);
const HALF_HOUR = 30 * 60_000;

/** Ends where what belongs together does: neither within a trade nor between a fee and its share. Empty: it is too long. */
function whole(moved: Moved[], chunk: number): Moved[] {
  if (moved.length <= chunk) return moved;
  const next = moved.pop();
  let end = moved.length;
  while (end > 0 && moved[end - 1]?.reference === next?.reference) end -= 1;
  return moved.slice(0, end);
}
