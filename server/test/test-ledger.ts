import { createLedger, type LedgerOptions } from '../src/ledger/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { TEST_CHAIN_KEY, TEST_LEASE_MS } from './keys.ts';

/** Starts the ledger writer of a test's database; without options it is the only one, and logs nothing. */
export const startTestLedger = (url: string, options: Partial<LedgerOptions> = {}) =>
  createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: TEST_LEASE_MS,
    clock: systemClock,
    log: createLog('silent'),
    ...options,
  });
