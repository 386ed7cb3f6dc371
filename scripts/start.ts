// `npm start`: builds the web when needed, then serves everything on one port until it is stopped. In the sandbox
// the signer runs as a process next to it; the worker does so everywhere.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { superviseSigner } from '../server/src/app/supervise-signer.ts';
import { startSarraf } from '../server/src/main.ts';
import { demoMakersOptions, startMakers } from '../server/src/makers/index.ts';
import { type Config, loadConfig } from '../server/src/platform/config/config.ts';
import { checkPort } from '../server/src/platform/start/check-port.ts';
import { stopOnSignal } from '../server/src/platform/start/stop-on-signal.ts';
import { StartError } from '../server/src/platform/start-error.ts';
import { DIST_FOLDER, isWebBuilt } from './web-built.ts';

let buildProcess: ChildProcess | null = null;
let stopping = false;

async function startSandbox(): Promise<() => Promise<void>> {
  const config = loadConfig(process.env);
  // Before the web is built, which takes time.
  await checkPort(config);
  const webRoot = isWebBuilt() ? Promise.resolve(DIST_FOLDER) : buildInChildProcess();
  // It may fail before the server awaits it.
  webRoot.catch(() => {});
  const sarraf = await startSarraf(config, {
    webRoot,
    apart: true,
    seedsPast: hasMakers(config),
    ...(config.sandbox && { beside: (databaseUrl: string) => superviseSigner(config, databaseUrl) }),
  });
  const makers = startMakersIfEnabled(config);
  const seconds = Math.round(performance.now() / 1_000);
  process.stdout.write(`Sarraf is ready at ${sarraf.url} (after ${seconds} s)\n`);
  return async () => {
    await makers?.stop();
    await sarraf.stop();
  };
}

/**
 * In a separate process, since a bundler's memory is not released, and concurrently with the creation of the
 * database.
 */
async function buildInChildProcess(): Promise<string> {
  const script = join(import.meta.dirname, 'build-web.ts');
  buildProcess = spawn(process.execPath, [...process.execArgv, script], { stdio: 'inherit' });
  const [code] = await once(buildProcess, 'exit');
  buildProcess = null;
  if (code !== 0) throw new StartError('the web was not built: see the message above.');
  return DIST_FOLDER;
}

const hasMakers = (config: Config): boolean => config.sandbox && config.MARKET_MAKERS === 'on';
const startMakersIfEnabled = (config: Config) =>
  hasMakers(config) ? startMakers(demoMakersOptions(config)) : null;

const started = startSandbox();
stopOnSignal(async () => {
  stopping = true;
  buildProcess?.kill();
  const stop = await started.catch(() => null);
  await stop?.();
});
started.catch((error: Error) => {
  if (stopping) return;
  // It would go on, and report its end, after this process.
  buildProcess?.kill();
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
