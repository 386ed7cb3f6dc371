// The worker's process; see app/keep-worker.ts. It serves no requests and settles nothing: it has no way to move
// money.
import { setPriority } from 'node:os';
import { AppError } from '@sarraf/domain';
import { createCapabilities } from './app/capabilities.ts';
import type { FromWorker, WorkerCommand } from './app/keep-worker.ts';
import { createMetricHooks } from './app/metrics/count-metrics.ts';
import { openMetrics, serveWorkerMetrics } from './app/metrics/open-metrics.ts';
import { connectionName } from './app/seal-anew.ts';
import { openTraces } from './app/traces/open-traces.ts';
import { storeWebhooks } from './app/vendors.ts';
import { type BackgroundWork, startWork } from './app/work.ts';
import type { Ledger } from './ledger/index.ts';
import { startHeartbeat } from './operations/index.ts';
import { createBus, type Topics } from './platform/bus/bus.ts';
import { bridgeBus } from './platform/bus/link-bus.ts';
import { systemClock } from './platform/clock.ts';
import { loadConfig } from './platform/config/config.ts';
import { openDatabase, withApplicationName } from './platform/database/database.ts';
import { installationOf } from './platform/database/installation.ts';
import { createWorkThrottle } from './platform/jobs/pace.ts';
import { createLog } from './platform/log.ts';
import { openReplicas } from './platform/reads/open-replicas.ts';
import { auditKeyFrom } from './platform/secrets/books-keys.ts';
import { createPseudonyms } from './platform/secrets/pseudonyms.ts';
import { readVersion } from './platform/version.ts';
import { openCheckpoints } from './watch/index.ts';

/** Topics for the screens of people affected by its work. */
const SAID: readonly (keyof Topics)[] = ['notices', 'user', 'wallets', 'rows', 'content', 'brand'];
const CONNECTIONS = 6;
/** Lower scheduling priority, so that trading comes first on a machine with too few processors. */
const PRIORITY = 10;

const state = { writer: false, load: 0, batches: 0 };
let work: BackgroundWork | null = null;
let close: () => Promise<void> = async () => {};
let hear: (frame: unknown) => void = () => {};
function tell(message: FromWorker): void {
  process.send?.(message, () => {});
}

/** Money is moved by the ledger writer's process. */
const noLedger: Ledger = {
  submit: () => Promise.reject(new AppError('SERVICE_UNAVAILABLE')),
  keep: async () => {},
  isWriter: () => state.writer,
  epoch: () => null,
  isWell: async () => true,
  stop: async () => {},
};

async function begin(databaseUrl: string): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.LOG_LEVEL, undefined, createPseudonyms(config.SECRET_KEY));
  const clock = systemClock;
  const metrics = openMetrics(config, log);
  const counted = metrics && createMetricHooks(metrics);
  const version = readVersion(config.COMMIT);
  const traced = await openTraces(config, {
    log,
    service: 'sarraf-worker',
    version: version.version,
    onSpans: counted?.onSpans,
  });
  const url = withApplicationName(databaseUrl, connectionName(config.SECRET_KEY));
  const database = openDatabase(url, CONNECTIONS, auditKeyFrom(config.BOOKS_KEY));
  const { db } = database;
  const bus = createBus();
  const unlink = bridgeBus(
    bus,
    {
      send: (frame) => tell({ kind: 'bus', frame }),
      listen(handler) {
        hear = handler;
        return () => {};
      },
    },
    SAID,
  );
  const replicas = await openReplicas(config, db, { log, bus });
  const checkpoints = openCheckpoints(config.DATA_DIR, await installationOf(db), config.sandbox);
  const sender = storeWebhooks(config);
  const webhooks = counted?.webhooks(sender) ?? sender;
  const parts = await createCapabilities({
    config,
    clock,
    log,
    db,
    bus,
    checkpoints,
    ledger: noLedger,
    prices: [],
    webhooks,
    ...(counted && { counted }),
    leads: () => false,
  });
  await parts.market.start();
  parts.rules.start();
  const pace = createWorkThrottle(() => state.load);
  const working = startWork(parts, {
    config,
    url,
    db,
    clock,
    log,
    pace,
    mayWork: () => state.writer,
    batches: () => state.batches,
    onJobEnd: counted?.onJobEnd,
    traced,
  });
  const heartbeat = startHeartbeat(db, { role: 'WORKER', version, epoch: () => null, log });
  working.turn(state.writer);
  work = working;
  const listener = metrics && (await serveWorkerMetrics(config, metrics, log));
  close = async () => {
    await working.stop();
    unlink();
    await parts.market.stop();
    parts.rules.stop();
    parts.operations.stop();
    await parts.messaging.stop();
    await heartbeat.stop();
    await replicas?.close();
    await database.close();
    await traced?.stop();
    await listener?.stop();
  };
}

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await starting.then(close).catch(() => {});
  process.exit(0);
}

let starting: Promise<void> = Promise.resolve();
function obey(message: WorkerCommand): void {
  if (message.kind === 'bus') hear(message.frame);
  else if (message.kind === 'stop') void end();
  else if (message.kind === 'state') {
    const turned = message.writer !== state.writer;
    Object.assign(state, { writer: message.writer, load: message.load, batches: message.batches });
    if (turned) work?.turn(state.writer);
  } else
    starting = begin(message.databaseUrl).then(
      () => tell({ kind: 'ready' }),
      (error: unknown) => {
        process.stderr.write(`the worker can not start: ${(error as Error).stack}\n`);
        process.exit(1);
      },
    );
}

setPriority(PRIORITY);
process.on('message', obey);
// The server is gone, for whatever reason: another one may start soon, and unfinished work is repeated.
process.once('disconnect', () => process.exit(0));
// A terminal's signal goes to both processes: the server ends its worker when it no longer needs it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
