/** Every level and coin has its withdrawal limits, or the database and the startup check name the missing one. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { StartError } from '../../platform/start-error.ts';
import { lockCoinLimits, readLevelLimits } from '../reservations/reservation-store.ts';
import { assertLimitsExist } from './require-limits.ts';

let test: TestDatabase;
let owner: Database;

beforeEach(async () => {
  test = await createTestDatabase();
  owner = openDatabase(test.ownerUrl, 2);
});
afterEach(async () => {
  await owner.close();
  await test.drop();
});

/** The first step of the walk "A fee tier" in docs/tour.md. */
const addLevel = sql`
  insert into account_levels (level, position, trade_amount, wage_ppm, wage_tether_ppm)
  values ('DIAMOND', 6, 5e15, 1000, 1000)`;
const addLimits = sql`insert into withdrawal_level_limits (level, per_day, per_month) values ('DIAMOND', 1e15, 1e16)`;

describe('a new level', () => {
  beforeEach(async () => {
    await sql`alter table account_levels drop constraint account_levels_level_check`.execute(owner.db);
  });

  it('is rejected without withdrawal limits', async () => {
    await expect(owner.db.transaction().execute((tx) => addLevel.execute(tx))).rejects.toThrow(
      'account_levels_limits_fkey',
    );
    await owner.db.transaction().execute(async (tx) => {
      await addLevel.execute(tx);
      await addLimits.execute(tx);
    });
    await expect(
      sql`delete from withdrawal_level_limits where level = 'DIAMOND'`.execute(owner.db),
    ).rejects.toThrow('account_levels_limits_fkey');
  });

  it('can’t have limits before the level exists', async () => {
    await expect(addLimits.execute(owner.db)).rejects.toThrow('withdrawal_level_limits_level_fkey');
  });
});

describe('startup', () => {
  it('succeeds if each level and coin has its rows', () => assertLimitsExist(owner.db));

  it('fails if a level has no limits, so that its users are not silently limited to zero', async () => {
    await sql`alter table account_levels drop constraint account_levels_limits_fkey`.execute(owner.db);
    await sql`delete from withdrawal_level_limits where level = 'GOLD'`.execute(owner.db);
    const check = assertLimitsExist(owner.db);
    await expect(check).rejects.toThrow(StartError);
    await expect(check).rejects.toThrow('withdrawal_level_limits has no row for GOLD');
    await expect(readLevelLimits(owner.db, 'GOLD')).rejects.toThrow('GOLD');
  });

  it('fails if a coin has no lock row to serialize its withdrawals', async () => {
    await sql`delete from withdrawal_locks where asset = 'DASH'`.execute(owner.db);
    await expect(assertLimitsExist(owner.db)).rejects.toThrow('withdrawal_locks has no row for DASH');
    await expect(owner.db.transaction().execute((tx) => lockCoinLimits(tx, 'DASH'))).rejects.toThrow('DASH');
  });

  it('fails if a coin has no limit for automatic sending', async () => {
    await sql`delete from withdrawal_coin_limits where asset = 'TETHER'`.execute(owner.db);
    await expect(assertLimitsExist(owner.db)).rejects.toThrow('withdrawal_coin_limits has no row for TETHER');
  });
});
