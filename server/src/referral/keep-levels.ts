import { findWrongLevels, type LevelDeps, updateLevelByVolume } from './judge-level.ts';
import { askRetiered, enqueueAgedLevelChecks, listPendingLevelChecks } from './level-store.ts';

/** How many are looked at together of those who wait. */
const AT_ONCE = 500;

/** Has those judged whom the calendar or changed tiers may have given another level; trades ask by themselves. */
export async function askForLevels({ db, levels, clock }: LevelDeps): Promise<void> {
  const at = new Date(clock.now());
  await levels.refresh();
  const tiers = levels.all().map(({ level, tradeAmount }) => `${level} ${tradeAmount}`);
  await askRetiered(db, tiers.join(', '), at);
  await enqueueAgedLevelChecks(db, at);
}

/** Judges some of those who wait to be. True: there are more. One that fails waits until somebody asks once more. */
export async function judgeSome(deps: LevelDeps, failed: Set<string> = new Set()): Promise<boolean> {
  const { db, log } = deps;
  const waiting = await listPendingLevelChecks(db, AT_ONCE + failed.size);
  const ids = waiting.filter((id) => !failed.has(id));
  if (ids.length === 0) return false;
  for (const id of await findWrongLevels(deps, ids))
    await updateLevelByVolume(deps, id).catch((err: unknown) => {
      failed.add(id);
      log.warn({ err, userId: id }, 'level not judged');
    });
  return true;
}

/** All who wait, and all whom the calendar or changed tiers concern. */
export async function judgeLevels(deps: LevelDeps): Promise<void> {
  await askForLevels(deps);
  const failed = new Set<string>();
  while (await judgeSome(deps, failed));
}
