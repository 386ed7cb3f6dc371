/**
 * Is the ledger writer of a database and executes its recurring purchases, repeatedly, until it is killed.
 * Argument: its URL.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFoundations } from '../src/app/foundations.ts';
import { STRICT_LIMITS } from '../src/identity/index.ts';
import { createBus } from '../src/platform/bus/bus.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Config } from '../src/platform/config/config.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import { createSandboxOutbox } from '../src/sandbox/sandbox-outbox.ts';
import { runRecurring } from '../src/trading/recurring/run-recurring.ts';
import { TEST_KEY } from './identity.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { createRecurringDeps, defaultSettings } from './recurring.ts';
import { startTestLedger } from './test-ledger.ts';

const [url = ''] = process.argv.slice(2);
const PAUSE_MS = 20;

const { db } = openDatabase(url, 6, TEST_AUDIT_KEY);
const log = createLog('silent');
const bus = createBus();
const clock = systemClock;
const config = { sandbox: true, SMS_PER_HOUR: 1_000, SECRET_KEY: TEST_KEY, SECRET_KEYS_OTHER: [] };
const foundations = await createFoundations(
  { config: config as unknown as Config, db, bus, clock, log },
  { outbox: createSandboxOutbox({ db, clock }), limits: STRICT_LIMITS },
);
const ledger = await startTestLedger(url, { leaseMs: 600, clock, log });
const deps = createRecurringDeps({ db, bus, ...foundations }, { ledger, clock, of: defaultSettings() });

// Both processes work, also the one without the lease: what it can't do is left to the other.
for (;;) {
  await runRecurring(deps).catch(() => {});
  await sleep(PAUSE_MS);
}
