// A whole server in a process of its own, for tests that kill it. Settings come from the environment.
// MIGRATIONS is another folder of them. WITH_SIGNER has the signer beside it, which costs a second process, WITH_WORKER what nobody's trade waits for; CLOCK_AHEAD has its clock go so many milliseconds
// ahead. At SIGUSR2 its sources of prices fall silent, at the next they speak again.
import { superviseSigner } from '../src/app/keep-signer.ts';
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
  ...(process.env.MIGRATIONS && { migrations: process.env.MIGRATIONS }),
  ...(process.env.WEB_ROOT && { webRoot: process.env.WEB_ROOT }),
  ...(process.env.WITH_SIGNER && { beside: (databaseUrl: string) => superviseSigner(config, databaseUrl) }),
});
// Whoever hears that it serves may stop it at once.
stopOnSignal(() => sarraf.stop());
process.stdout.write(`ready ${sarraf.url}\n`);
let silent = false;
process.on('SIGUSR2', () => {
  silent = !silent;
  silent ? prices.stall() : prices.release();
});
