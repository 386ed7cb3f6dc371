import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';

/** Waits until another connection to this database waits for a lock. */
export async function waitForLockWaiter(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const MIN_MS = 10;
const MAX_MS = 200;

/** Waits until a condition holds; fails after the given time. The polling interval grows. */
export async function pollUntil(condition: () => Promise<boolean>, ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (let pause = MIN_MS; !(await condition()); pause = Math.min(MAX_MS, pause * 1.3)) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
