import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { TEST_AUDIT_KEY } from './keys.ts';

/** Timeouts of tests' statements and connections are long enough for a busy machine. */
const TEST_TIMEOUTS = { statementMs: 60_000, connectionMs: 120_000 };

export const openTestDatabase = (url: string, poolSize: number): Database =>
  openDatabase(url, poolSize, TEST_AUDIT_KEY, TEST_TIMEOUTS);
