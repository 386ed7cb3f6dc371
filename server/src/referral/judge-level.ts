import { percentText } from '@sarraf/domain';
import { recipientOf } from '../identity/index.ts';
import { commitUnhurried } from '../platform/database/database.ts';
import type { ReferralDeps } from './deps.ts';
import { deleteLevelChecks, keepVolumes, requestJudgements } from './level-store.ts';

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
  const changed = await db.transaction().execute(async (tx) => {
    // Deleted first, so that a concurrent trade enqueues another check.
    await deleteLevelChecks(tx, [userId]);
    const person = await people.lock(tx, userId);
    if (person === null || person.level === 'SUPERVISOR') return false;
    const volume = await volumeOf(userId, tx);
    await keepVolumes(tx, new Map([[userId, volume]]));
    const level = levels.levelOf(volume);
    if (level === person.level) return false;
    await people.update(tx, userId, { level });
    const place = (name: string) => levels.all().findIndex((row) => row.level === name);
    await notify(tx, recipientOf(person), {
      kind: 'LEVEL_CHANGED',
      level,
      up: place(level) > place(person.level),
      fee: percentText(levels.wageOf(level, 'TOMAN')),
      feeTether: percentText(levels.wageOf(level, 'TETHER')),
    });
    return true;
  });
  // Sessions are reloaded, and pages query again.
  if (changed) people.changed(userId);
  return changed;
}

/** Removes the checks of users whose level is right, and returns the others: most trades change no level. */
export async function findWrongLevels(deps: LevelDeps, userIds: readonly string[]): Promise<string[]> {
  const { db, people, levels, volumesOf } = deps;
  return db.transaction().execute(async (tx) => {
    // No level changes here: a deletion that is lost in a crash only repeats the check.
    await commitUnhurried(tx);
    await deleteLevelChecks(tx, userIds);
    const found = await people.findAll(userIds, tx);
    const volumes = await volumesOf(userIds, tx);
    const wrong = [...found.values()].filter(
      ({ id, level }) => level !== 'SUPERVISOR' && level !== levels.levelOf(volumes.get(id) ?? 0n),
    );
    const ids = new Set(wrong.map(({ id }) => id));
    await requestJudgements(tx, [...ids]);
    const right = [...found.values()].filter(({ id, level }) => level !== 'SUPERVISOR' && !ids.has(id));
    await keepVolumes(tx, new Map(right.map(({ id }) => [id, volumes.get(id) ?? 0n])));
    return [...ids];
  });
}
