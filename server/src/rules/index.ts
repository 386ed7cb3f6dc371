/** Limits set by the authorities and by us, with their dates, and the days on which banks pay. */
import type { Tx } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { RulesDeps } from './deps.ts';
import { findNextPayoutDay, isWorkingDay, lastMinuteOfDay, MAX_DAYS_AHEAD } from './payout-calendar.ts';
import { parseRuleSet } from './read-rule-set.ts';
import { addRoutes } from './routes.ts';
import { MAX_UPCOMING } from './save-rules.ts';
import { insertPayoutDay, isPayoutDayMade, listRulesFrom, readHolidays } from './store.ts';
import { addDays, toTehranTime } from './tehran.ts';
import { findNextOpening } from './trading-hours.ts';
import type { Rules } from './types.ts';

export type { RulesDeps } from './deps.ts';
export { CUT_OFF_MINUTE } from './payout-calendar.ts';
export { addDays, fromTehranTime, toTehranTime } from './tehran.ts';
export { formatTehranDay, formatTehranMinute, formatTehranTime } from './tehran-text.ts';
export type { Rules } from './types.ts';

export interface RuleBook {
  /** Returns the rules in force, now if no moment (milliseconds) is given; from memory, at most five seconds old. */
  current(now?: number): Rules;
  /** Returns when quick trades open again, from now or a moment (milliseconds); null: they are open. */
  tradingOpensAt(now?: number): Date | null;
  /** Returns when a Toman withdrawal requested now is paid at the latest: the end of the day of the next batch. */
  promisePayout(now: Date): Promise<Date>;
  /**
   * Records, in the transaction that makes it, that the batch of a day (2026-11-21) is made, which may be before
   * its hour.
   */
  closePayoutDay(tx: Tx, day: string): Promise<void>;
  /** Returns whether banks pay on this day, 2026-11-21. */
  isWorkingDay(day: string): Promise<boolean>;
  routes(http: Http): void;
  /** Starts rereading the rules periodically. */
  start(): void;
  stop(): void;
}

const RELOAD_MS = 5_000;

/** Reads the rules, so the database must be migrated. */
export async function createRuleBook(deps: RulesDeps): Promise<RuleBook> {
  const { db, clock, log } = deps;
  let datedRules: { from: number; rules: Rules }[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function reload(): Promise<void> {
    const rows = await listRulesFrom(db, new Date(clock.now()), MAX_UPCOMING);
    datedRules = rows.map(({ validFrom, body }) => ({
      from: validFrom.getTime(),
      rules: parseRuleSet(body),
    }));
  }
  await reload();

  const current = (now = clock.now()): Rules => {
    const inForce = datedRules.find(({ from }) => from <= now) ?? datedRules.at(-1);
    if (!inForce) throw new Error('there are no rules');
    return inForce.rules;
  };
  const readHolidaysFrom = async (day: string): Promise<Set<string>> =>
    new Set((await readHolidays(db, day, addDays(day, MAX_DAYS_AHEAD))).map((holiday) => holiday.day));

  return {
    current,
    tradingOpensAt(now = clock.now()) {
      const { tradingHours } = current(now);
      return tradingHours && findNextOpening(tradingHours, now);
    },
    async promisePayout(now) {
      const { day } = toTehranTime(now.getTime());
      const [holidays, isMade] = await Promise.all([readHolidaysFrom(day), isPayoutDayMade(db, day)]);
      return lastMinuteOfDay(findNextPayoutDay(now.getTime(), holidays, isMade));
    },
    closePayoutDay: (tx, day) => insertPayoutDay(tx, day, new Date(clock.now())),
    isWorkingDay: async (day) => isWorkingDay(day, await readHolidaysFrom(day)),
    routes: (http) => addRoutes(http, deps, reload),
    start() {
      timer = setInterval(() => {
        reload().catch((err) => log.warn({ area: 'rules', err }, 'rules not read'));
      }, RELOAD_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
