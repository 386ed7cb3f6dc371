import { enqueueAgedLevelChecks, enqueueRetieredLevelChecks, listPendingLevelChecks } from './level-store.ts';
import { findWrongLevels, type LevelDeps, updateLevelByVolume } from './update-level.ts';

/** Number of waiting users that are checked together. */
const BATCH_SIZE = 500;

/** Enqueues level checks for users affected by the date or by changed tiers; trades enqueue their own. */
export async function enqueueDueLevelChecks({ db, levels, clock }: LevelDeps): Promise<void> {
  const at = new Date(clock.now());
  await levels.refresh();
  const tiers = levels.listLevels().map(({ level, tradeAmount }) => `${level} ${tradeAmount}`);
  await enqueueRetieredLevelChecks(db, tiers.join(', '), at);
  await enqueueAgedLevelChecks(db, at);
}

/** Updates the levels of some waiting users. Returns true if more wait. One that fails waits for the next request. */
export async function updateSomeLevels(
  deps: LevelDeps,
  failedIds: Set<string> = new Set(),
): Promise<boolean> {
  const { db, log } = deps;
  const pendingIds = await listPendingLevelChecks(db, BATCH_SIZE + failedIds.size);
  const ids = pendingIds.filter((id) => !failedIds.has(id));
  if (ids.length === 0) return false;
  for (const id of await findWrongLevels(deps, ids))
    await updateLevelByVolume(deps, id).catch((err: unknown) => {
      failedIds.add(id);
      log.warn({ err, userId: id }, 'level not updated');
    });
  return true;
}

/** Updates the levels of all waiting users, and of all those affected by the date or by changed tiers. */
export async function updateAllLevels(deps: LevelDeps): Promise<void> {
  await enqueueDueLevelChecks(deps);
  const failedIds = new Set<string>();
  while (await updateSomeLevels(deps, failedIds));
}
