import { percentText } from '@sarraf/domain';
import { recipientOf } from '../identity/index.ts';
import type { ReferralDeps } from './deps.ts';
import { crossOff, keepVolume } from './level-store.ts';

export type LevelDeps = Pick<
  ReferralDeps,
  'db' | 'people' | 'levels' | 'notify' | 'volumeOf' | 'clock' | 'log' | 'bus' | 'ledger'
>;

/**
 * Gives a person the level that their volume of three months earns, and tells them; a market maker's stays. Whoever judges
 * the same person waits for the other, and then finds nothing left to change. True: it has changed.
 */
export async function judgeLevel(deps: LevelDeps, userId: string, asked: boolean): Promise<boolean> {
  const { db, people, levels, notify, volumeOf } = deps;
  if (!asked && !(await isWrong(deps, userId))) return false;
  const changed = await db.transaction().execute(async (tx) => {
    // First, so that a trade that comes meanwhile asks once more.
    await crossOff(tx, userId);
    const person = await people.lock(tx, userId);
    if (person === null || person.level === 'SUPERVISOR') return false;
    const volume = await volumeOf(userId, tx);
    await keepVolume(tx, userId, volume);
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
  // Sessions are read anew, and pages ask again.
  if (changed) people.changed(userId);
  return changed;
}

/** Most trades change no level: nobody is locked for those. */
async function isWrong({ people, levels, volumeOf }: LevelDeps, userId: string): Promise<boolean> {
  const [person, volume] = await Promise.all([people.find(userId), volumeOf(userId)]);
  return person !== null && person.level !== 'SUPERVISOR' && person.level !== levels.levelOf(volume);
}
