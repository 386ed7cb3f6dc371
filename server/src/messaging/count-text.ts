import { HOUR_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';

/** Key in limit_counters: SMS are counted over all numbers, since an attacker uses many. */
const KEY = Buffer.from('every number');
const ALL = 'sms';
const UNVERIFIED = 'sms to unproven numbers';

/** CODE: to a verified number; UNPROVEN: to a number as typed; NOTICE: not urgent. */
export type TextKind = 'CODE' | 'UNPROVEN' | 'NOTICE';

export interface TextBudget {
  /**
   * Whether no such SMS is sent until the hour ends. Known once one was refused or the budget used up, so also
   * after a restart.
   */
  isSpent(kind: TextKind): boolean;
  /**
   * Counts one SMS of this hour, for all attempts, and does nothing if the budget is used up. Notices may use the
   * first half only, and unverified numbers a quarter, so that users get their codes despite a rush of price alerts
   * or an attacker's numbers.
   */
  withinBudget(send: () => Promise<void>, kind: TextKind): () => Promise<void>;
}

/**
 * Creates a limit on SMS per clock hour. It stops an attacker who earns from messages to their own numbers, even if
 * other limits are circumvented; reaching it is logged as one error an hour, to alert staff.
 */
export function createTextBudget(deps: { db: Db; clock: Clock; log: Log; perHour: number }): TextBudget {
  const { db, clock, log, perHour } = deps;
  const startOfHour = () => Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  const unverifiedLimit = Math.max(1, Math.floor(perHour / 4));
  /** By counter, the hour in which it was used up. */
  const spentHours = new Map<string, number>();

  function logSpent(counter: string, hour: number): void {
    if (spentHours.get(counter) === hour) return;
    spentHours.set(counter, hour);
    log.error(
      { area: 'messaging', perHour },
      counter === ALL
        ? 'the SMS budget is spent: no codes or notices by SMS until the hour ends; check for SMS pumping'
        : 'the SMS budget of unverified numbers is spent: none can be verified until the hour ends; check for SMS pumping',
    );
  }

  /** `most`: the limit; `whole`: the count that is logged as an error. */
  async function countUse(counter: string, maxUses: number, alarmCount: number): Promise<boolean> {
    const hour = startOfHour();
    const { rows } = await sql<{ used: number }>`insert into limit_counters as c
        (address_key, kind, window_began_at, used)
      values (${KEY}, ${counter}, ${new Date(hour)}, 1)
      on conflict (address_key, kind) do update set
        used = case when c.window_began_at = excluded.window_began_at then c.used + 1 else 1 end,
        window_began_at = excluded.window_began_at
      where c.window_began_at <> excluded.window_began_at or c.used < ${maxUses}
      returning used`.execute(db);
    const usedCount = rows[0]?.used ?? maxUses;
    if (usedCount >= alarmCount) logSpent(counter, hour);
    return rows.length > 0;
  }

  const isBudgetOver = (counter: string) => spentHours.get(counter) === startOfHour();
  return {
    isSpent: (kind) => isBudgetOver(ALL) || (kind === 'UNPROVEN' && isBudgetOver(UNVERIFIED)),
    withinBudget(send, kind) {
      const maxUses = kind === 'NOTICE' ? Math.floor(perHour / 2) : perHour;
      let isCounted = false;
      return async () => {
        isCounted ||=
          (kind !== 'UNPROVEN' || (await countUse(UNVERIFIED, unverifiedLimit, unverifiedLimit))) &&
          (await countUse(ALL, maxUses, perHour));
        if (isCounted) await send();
      };
    },
  };
}
