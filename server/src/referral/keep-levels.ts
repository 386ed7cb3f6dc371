import type { Order } from '@sarraf/domain/contracts';
import { judgeLevel, type LevelDeps } from './judge-level.ts';
import { askAged, asked, askRetiered } from './level-store.ts';

/** How many are read of those who wait. */
const AT_ONCE = 500;

/** Those whom a trade, the calendar or changed tiers may have given another level. */
export async function judgeLevels(deps: LevelDeps): Promise<void> {
  const { db, levels, log, clock } = deps;
  const at = new Date(clock.now());
  await levels.refresh();
  const tiers = levels.all().map(({ level, tradeAmount }) => `${level} ${tradeAmount}`);
  await askRetiered(db, tiers.join(', '), at);
  await askAged(db, at);
  const failed = new Set<string>();
  for (;;) {
    const ids = (await asked(db, AT_ONCE + failed.size)).filter((id) => !failed.has(id));
    if (ids.length === 0) break;
    for (const id of ids)
      await judgeLevel(deps, id, true).catch((err: unknown) => {
        failed.add(id);
        log.warn({ err, userId: id }, 'level not judged');
      });
  }
}

/** Trades that come within this time are looked at together. */
const PAUSE_MS = 500;
/** Beyond so many the fold of trades finds the rest. */
const MOST_WAITING = 20_000;

/**
 * Follows trades in the process that settles them: soon after, `fold` is done, and who traded has the level they earned.
 * Nobody's answer waits for it, and whoever is missed when the server falls is found by the fold of trades.
 */
export function followTrades(deps: LevelDeps, fold: () => Promise<void>): { stop(): Promise<void> } {
  const { bus, ledger, log } = deps;
  const traded = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function look(): Promise<void> {
    const ids = [...traded];
    traded.clear();
    await fold().catch((err: unknown) => log.warn({ err }, 'positions not folded'));
    for (const id of ids) {
      if (stopped) return;
      await judgeLevel(deps, id, false).catch((err: unknown) =>
        log.warn({ err, userId: id }, 'level not judged'),
      );
    }
  }

  function soon(): void {
    if (timer || stopped) return;
    timer = setTimeout(() => {
      running = look().finally(() => {
        timer = undefined;
        if (traded.size > 0) soon();
      });
    }, PAUSE_MS).unref();
  }

  const unsubscribe = bus.subscribe('orders', ({ userId, order }) => {
    if (!ledger.isWriter() || !/[1-9]/.test((order as Order).executedAmount)) return;
    if (traded.size < MOST_WAITING) traded.add(userId);
    soon();
  });
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      clearTimeout(timer);
      await running;
    },
  };
}
