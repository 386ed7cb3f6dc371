// The worker's process; see app/supervise-worker.ts. It serves no requests and settles nothing: it has no way to move
// money.
import { getPriority, setPriority } from 'node:os';
import { AppError } from '@sarraf/domain';
import { createCapabilities } from './app/capabilities.ts';
import { createMetricHooks } from './app/metrics/count-metrics.ts';
import { openMetrics, serveWorkerMetrics } from './app/metrics/open-metrics.ts';
import { formatConnectionName } from './app/rotate-keys.ts';
import type { BeginCommand, WorkerCommand, WorkerMessage } from './app/supervise-worker.ts';
import { openTraces } from './app/traces/open-traces.ts';
import { createStoreWebhooks } from './app/vendors.ts';
import { type BackgroundWork, startWork } from './app/work.ts';
import type { Ledger } from './ledger/index.ts';
import { startHeartbeat } from './operations/index.ts';
import { createBus, type Topics } from './platform/bus/bus.ts';
import { bridgeBus } from './platform/bus/link-bus.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { openDatabase, withApplicationName } from './platform/database/database.ts';
import { readInstallationName } from './platform/database/installation.ts';
import { createWorkThrottle } from './platform/jobs/pace.ts';
import { createLog, type Log, sendConsoleToLog } from './platform/log.ts';
import { openReplicas } from './platform/reads/open-replicas.ts';
import { deriveAuditKey } from './platform/secrets/books-keys.ts';
import { createPseudonymizer } from './platform/secrets/pseudonyms.ts';
import { readVersion } from './platform/version.ts';
import { openCheckpoints } from './watch/index.ts';

/** Topics for the screens of people affected by its work. */
const FORWARDED_TOPICS: readonly (keyof Topics)[] = [
  'notices',
  'user',
  'wallets',
  'rows',
  'content',
  'brand',
];
const POOL_SIZE = 6;
/** Lower scheduling priority, so that trading comes first on a machine with too few processors. */
const PRIORITY = 10;

const state = { writer: false, load: 0, batches: 0 };
let work: BackgroundWork | null = null;
let closeWorker: () => Promise<void> = async () => {};
let handleFrame: (frame: unknown) => void = () => {};
function sendMessage(message: WorkerMessage): void {
  process.send?.(message, () => {});
}

/** Money is moved by the ledger writer's process. */
const noLedger: Ledger = {
  submit: () => Promise.reject(new AppError('SERVICE_UNAVAILABLE')),
  addProjection: async () => {},
  isWriter: () => state.writer,
  epoch: () => null,
  isHealthy: async () => true,
  stop: async () => {},
};

function openLog(config: Config): Log {
  const log = createLog(config.LOG_LEVEL, undefined, createPseudonymizer(config.SECRET_KEY));
  sendConsoleToLog(log);
  return log;
}

async function startWorkerProcess(config: Config, log: Log, command: BeginCommand): Promise<void> {
  const { databaseUrl, diskUsage } = command;
  const clock = systemClock;
  const metrics = openMetrics(config, log);
  const metricHooks = metrics && createMetricHooks(metrics);
  const version = readVersion(config.COMMIT);
  const traced = await openTraces(config, {
    log,
    service: 'sarraf-worker',
    version: version.version,
    onSpans: metricHooks?.onSpans,
  });
  const url = withApplicationName(databaseUrl, formatConnectionName(config.SECRET_KEY));
  const database = openDatabase(url, POOL_SIZE, deriveAuditKey(config.BOOKS_KEY));
  const { db } = database;
  const bus = createBus();
  const stopBridge = bridgeBus(
    bus,
    {
      send: (frame) => sendMessage({ kind: 'bus', frame }),
      listen(handler) {
        handleFrame = handler;
        return () => {};
      },
    },
    FORWARDED_TOPICS,
  );
  const replicas = await openReplicas(config, db, { log, bus });
  const checkpoints = openCheckpoints(config.DATA_DIR, await readInstallationName(db), config.sandbox);
  const sender = createStoreWebhooks(config);
  const webhooks = metricHooks?.webhooks(sender) ?? sender;
  const capabilities = await createCapabilities({
    config,
    clock,
    log,
    db,
    bus,
    checkpoints,
    ledger: noLedger,
    prices: [],
    webhooks,
    ...(metricHooks && { counted: metricHooks }),
    leads: () => false,
  });
  await capabilities.market.start();
  capabilities.rules.start();
  const pace = createWorkThrottle(() => state.load);
  const backgroundWork = startWork(capabilities, {
    config,
    url,
    db,
    clock,
    log,
    pace,
    mayWork: () => state.writer,
    batches: () => state.batches,
    onJobEnd: metricHooks?.onJobEnd,
    traced,
    diskUsage,
  });
  const heartbeat = startHeartbeat(db, { role: 'WORKER', version, epoch: () => null, log });
  backgroundWork.setWorking(state.writer);
  work = backgroundWork;
  const listener = metrics && (await serveWorkerMetrics(config, metrics, log));
  closeWorker = async () => {
    await backgroundWork.stop();
    stopBridge();
    await capabilities.market.stop();
    capabilities.rules.stop();
    capabilities.operations.stop();
    await capabilities.messaging.stop();
    await heartbeat.stop();
    await replicas?.close();
    await database.close();
    await traced?.stop();
    await listener?.stop();
  };
}

let isEnding = false;
async function stopAndExit(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await startPromise.then(closeWorker).catch(() => {});
  process.exit(0);
}

let startPromise: Promise<void> = Promise.resolve();
function handleCommand(message: WorkerCommand): void {
  if (message.kind === 'bus') handleFrame(message.frame);
  else if (message.kind === 'stop') void stopAndExit();
  else if (message.kind === 'state') {
    const hasChanged = message.writer !== state.writer;
    Object.assign(state, { writer: message.writer, load: message.load, batches: message.batches });
    if (hasChanged) work?.setWorking(state.writer);
  } else startPromise = startOrExit(message);
}

async function startOrExit(command: BeginCommand): Promise<void> {
  // The server has read the same settings.
  const config = loadConfig(process.env);
  const log = openLog(config);
  try {
    await startWorkerProcess(config, log, command);
  } catch (err) {
    log.error({ area: 'worker', err }, 'the worker can not start');
    process.exit(1);
  }
  sendMessage({ kind: 'ready' });
}

// A process that was started with a lower priority may not raise it.
setPriority(Math.max(PRIORITY, getPriority()));
process.on('message', handleCommand);
// The server is gone, for whatever reason: another one may start soon, and unfinished work is repeated.
process.once('disconnect', () => process.exit(0));
// A terminal's signal goes to both processes: the server ends its worker when it no longer needs it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
