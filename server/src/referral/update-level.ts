import { percentText } from '@sarraf/domain';
import { recipientOf } from '../identity/index.ts';
import { commitAsynchronously } from '../platform/database/database.ts';
import type { ReferralDeps } from './deps.ts';
import { deleteLevelChecks, enqueueLevelChecks, saveVolumes } from './level-store.ts';

export type LevelDeps = Pick<
  ReferralDeps,
  'db' | 'people' | 'levels' | 'notify' | 'volumeOf' | 'volumesOf' | 'clock' | 'log'
>;

/**
 * Sets the level that a user's volume of three months earns, and notifies them; a market maker's level stays.
 * Concurrent calls for the same user wait for each other, and the later one finds nothing to change. Returns
 * whether it has changed.
 */
export async function updateLevelByVolume(deps: LevelDeps, userId: string): Promise<boolean> {
  const { db, people, levels, notify, volumeOf } = deps;
  const isChanged = await db.transaction().execute(async (tx) => {
    // Deleted first, so that a concurrent trade enqueues another check.
    await deleteLevelChecks(tx, [userId]);
    const person = await people.lock(tx, userId);
    if (person === null || person.level === 'SUPERVISOR') return false;
    const volume = await volumeOf(userId, tx);
    await saveVolumes(tx, new Map([[userId, volume]]));
    const level = levels.levelOf(volume);
    if (level === person.level) return false;
    await people.update(tx, userId, { level });
    const rankOf = (name: string) => levels.listLevels().findIndex((row) => row.level === name);
    await notify(tx, recipientOf(person), {
      kind: 'LEVEL_CHANGED',
      level,
      up: rankOf(level) > rankOf(person.level),
      fee: percentText(levels.feeRateOf(level, 'TOMAN')),
      feeTether: percentText(levels.feeRateOf(level, 'TETHER')),
    });
    return true;
  });
  // Sessions are reloaded, and pages query again.
  if (isChanged) people.publishUserChange(userId);
  return isChanged;
}

/** Removes the checks of users whose level is right, and returns the others: most trades change no level. */
export async function findWrongLevels(deps: LevelDeps, userIds: readonly string[]): Promise<string[]> {
  const { db, people, levels, volumesOf } = deps;
  return db.transaction().execute(async (tx) => {
    // No level changes here: a deletion that is lost in a crash only repeats the check.
    await commitAsynchronously(tx);
    await deleteLevelChecks(tx, userIds);
    const users = await people.findAll(userIds, tx);
    const volumes = await volumesOf(userIds, tx);
    const wrongUsers = [...users.values()].filter(
      ({ id, level }) => level !== 'SUPERVISOR' && level !== levels.levelOf(volumes.get(id) ?? 0n),
    );
    const ids = new Set(wrongUsers.map(({ id }) => id));
    await enqueueLevelChecks(tx, [...ids]);
    const correctUsers = [...users.values()].filter(
      ({ id, level }) => level !== 'SUPERVISOR' && !ids.has(id),
    );
    await saveVolumes(tx, new Map(correctUsers.map(({ id }) => [id, volumes.get(id) ?? 0n])));
    return [...ids];
  });
}
