// A whole server in a separate process, for tests that kill it. Settings come from the environment. MIGRATIONS is
// another folder of migrations. WITH_SIGNER starts the signer next to it, at the cost of a second process,
// WITH_WORKER the background jobs; CLOCK_AHEAD moves its clock ahead by milliseconds; DISK_USAGE is the used share of
// its disks. SIGUSR2 stops its price sources, and the next SIGUSR2 starts them again.
import { superviseSigner } from '../src/app/supervise-signer.ts';
import { startSarraf } from '../src/main.ts';
import { systemClock } from '../src/platform/clock.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { stopOnSignal } from '../src/platform/start/stop-on-signal.ts';
import { createSandboxPrices } from '../src/sandbox/sandbox-prices.ts';

const config = loadConfig(process.env);
const ahead = Number.parseInt(process.env.CLOCK_AHEAD ?? '0', 10);
const clock = { now: () => systemClock.now() + ahead };
const prices = createSandboxPrices({ seed: config.PRICE_SEED, clock });
const sarraf = await startSarraf(config, {
  clock,
  prices: prices.sources,
  apart: process.env.WITH_WORKER !== undefined,
  // How full the disk of the machine is would raise alarms that no test expects.
  diskUsage: Number.parseFloat(process.env.DISK_USAGE ?? '0'),
  ...(process.env.MIGRATIONS && { migrations: process.env.MIGRATIONS }),
  ...(process.env.WEB_ROOT && { webRoot: process.env.WEB_ROOT }),
  ...(process.env.WITH_SIGNER && { beside: (databaseUrl: string) => superviseSigner(config, databaseUrl) }),
});
// A test that learns it is ready may stop it immediately.
stopOnSignal(() => sarraf.stop());
process.stdout.write(`ready ${sarraf.url}\n`);
let silent = false;
process.on('SIGUSR2', () => {
  silent = !silent;
  silent ? prices.stallSources() : prices.clearOverrides();
});
