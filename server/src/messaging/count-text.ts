import { HOUR_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';

/** The row in limit_counters: SMS are counted over all numbers, for whoever pumps them uses many. */
const COUNTER = { key: Buffer.from('every number'), kind: 'sms' };

export interface TextBudget {
  /** No SMS goes out until the hour ends. Known once one was refused or was the last, so also after a restart. */
  isSpent(): boolean;
  /**
   * Counts one SMS of this hour, however often it is tried, and does nothing where none is left. One that can wait takes of
   * the first half alone: whatever a price or a letter to everybody sets off, people get their codes.
   */
  counted(send: () => Promise<void>, canWait?: boolean): () => Promise<void>;
}

/**
 * A ceiling on SMS an hour, by the clock. Somebody who has us text numbers they earn from is stopped by it whatever
 * other limits they go round; reaching it is logged as one error an hour, for somebody to look.
 */
export function createTextBudget(deps: { db: Db; clock: Clock; log: Log; perHour: number }): TextBudget {
  const { db, clock, log, perHour } = deps;
  const thisHour = () => Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  let spentHour = -1;

  function alarm(hour: number): void {
    if (spentHour === hour) return;
    spentHour = hour;
    log.error(
      { area: 'messaging', perHour },
      'the SMS budget is spent: no code and no notice by SMS until the hour ends; is somebody pumping?',
    );
  }

  async function take(most: number): Promise<boolean> {
    const hour = thisHour();
    const { rows } = await sql<{ used: number }>`insert into limit_counters as c
        (address_key, kind, window_began_at, used)
      values (${COUNTER.key}, ${COUNTER.kind}, ${new Date(hour)}, 1)
      on conflict (address_key, kind) do update set
        used = case when c.window_began_at = excluded.window_began_at then c.used + 1 else 1 end,
        window_began_at = excluded.window_began_at
      where c.window_began_at <> excluded.window_began_at or c.used < ${most}
      returning used`.execute(db);
    const used = rows[0]?.used ?? most;
    if (used >= perHour) alarm(hour);
    return rows.length > 0;
  }

  return {
    isSpent: () => spentHour === thisHour(),
    counted(send, canWait = false) {
      const most = canWait ? Math.floor(perHour / 2) : perHour;
      let taken = false;
      return async () => {
        taken ||= await take(most);
        if (taken) await send();
      };
    },
  };
}
