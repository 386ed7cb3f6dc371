/** Trades older than the exchange, as the sandbox writes them. */
import { formatMarketType } from '@sarraf/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { MARKETS } from '../market/index.ts';
import type { Database } from '../platform/database/database.ts';
import { generatePastTrades } from '../sandbox/sandbox-trades.ts';
import { isUntraded, savePastTrades } from './index.ts';
import { loadView } from './load-view.ts';

const NOW = Date.UTC(2026, 10, 28, 15, 4, 5);

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('savePastTrades gives every market the statistics of a day, once', async () => {
  const { db } = database;
  expect(await isUntraded(db)).toBe(true);
  await savePastTrades(db, generatePastTrades(2026, NOW));
  expect(await isUntraded(db)).toBe(false);
  for (const { coin, quote } of MARKETS) {
    const { minutes } = await loadView(db, coin, quote, NOW);
    const day = minutes.computeStatistics(NOW);
    expect({ market: formatMarketType(coin, quote), ...day }).toMatchObject({ traded: true });
    expect(day.low > 0n && day.low < day.high && day.value > 0n && day.volume > 0n).toBe(true);
    expect(day.before).not.toBeNull();
  }
});
