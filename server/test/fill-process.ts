// Backfills price history until it is killed. Arguments: database URL, the vendors' URL, the clock's time.

import { manualClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { createTestBackfiller } from './filler.ts';
import { TEST_AUDIT_KEY } from './keys.ts';

const [url = '', vendors = '', now = ''] = process.argv.slice(2);
const { db } = openDatabase(url, 2, TEST_AUDIT_KEY);
await createTestBackfiller(db, manualClock(Number.parseInt(now, 10)), vendors).fillFor(
  Number.POSITIVE_INFINITY,
);
