import { findWrongLevels, type LevelDeps, updateLevelByVolume } from './judge-level.ts';
import { askRetiered, enqueueAgedLevelChecks, listPendingLevelChecks } from './level-store.ts';

/** Number of waiting users that are checked together. */
const BATCH_SIZE = 500;

/** Enqueues level checks for users affected by the date or by changed tiers; trades enqueue their own. */
export async function askForLevels({ db, levels, clock }: LevelDeps): Promise<void> {
  const at = new Date(clock.now());
  await levels.refresh();
  const tiers = levels.all().map(({ level, tradeAmount }) => `${level} ${tradeAmount}`);
  await askRetiered(db, tiers.join(', '), at);
  await enqueueAgedLevelChecks(db, at);
}

/** Updates the levels of some waiting users. Returns true if more wait. One that fails waits for the next request. */
export async function judgeSome(deps: LevelDeps, failed: Set<string> = new Set()): Promise<boolean> {
  const { db, log } = deps;
  const waiting = await listPendingLevelChecks(db, BATCH_SIZE + failed.size);
  const ids = waiting.filter((id) => !failed.has(id));
  if (ids.length === 0) return false;
  for (const id of await findWrongLevels(deps, ids))
    await updateLevelByVolume(deps, id).catch((err: unknown) => {
      failed.add(id);
      log.warn({ err, userId: id }, 'level not updated');
    });
  return true;
}

/** Updates the levels of all waiting users, and of all those affected by the date or by changed tiers. */
export async function judgeLevels(deps: LevelDeps): Promise<void> {
  await askForLevels(deps);
  const failed = new Set<string>();
  while (await judgeSome(deps, failed));
}
