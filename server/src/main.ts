import { setTimeout as sleep } from 'node:timers/promises';
import { addApi } from './app/add-api.ts';
import {
  type Capabilities,
  createCapabilities,
  startCapabilities,
  stopCapabilities,
  stopSettling,
} from './app/capabilities.ts';
import { type CountedMetrics, createMetricHooks } from './app/metrics/count-metrics.ts';
import { openMetrics, serveServerMetrics } from './app/metrics/open-metrics.ts';
import { registerMetricReaders } from './app/metrics/read-metrics.ts';
import { formatConnectionName } from './app/rotate-keys.ts';
import { seedDemo } from './app/seed-sandbox.ts';
import { superviseWorker } from './app/supervise-worker.ts';
import { openTraces } from './app/traces/open-traces.ts';
import type { TracedWork } from './app/traces/trace-work.ts';
import { createPriceSources, createStoreWebhooks } from './app/vendors.ts';
import { listSettlingJobs, startWork } from './app/work.ts';
import type { WebhookSender } from './company/index.ts';
import { sealKeyMatchesLastOrder } from './custody/index.ts';
import { createLedger, type LedgerOptions, type LocalLedger } from './ledger/index.ts';
import type { PriceSource } from './market/index.ts';
import { startHeartbeat } from './operations/index.ts';
import { type Bus, createBus } from './platform/bus/bus.ts';
import type { ProcessRpc } from './platform/bus/line.ts';
import { createNatsBus } from './platform/bus/nats-bus.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Config, listSecretKeys } from './platform/config/config.ts';
import { checkMode } from './platform/database/check-mode.ts';
import { type Db, openDatabase, withApplicationName } from './platform/database/database.ts';
import { type SupervisedDatabase, superviseDatabase } from './platform/database/embedded.ts';
import { readInstallationName } from './platform/database/installation.ts';
import { lastMigrationNumber } from './platform/database/migrate.ts';
import { prepareDatabase } from './platform/database/prepare.ts';
import { assertPlainRole } from './platform/database/rights.ts';
import { serveWeb } from './platform/drawing/web-files.ts';
import { createForwarding } from './platform/http/forward.ts';
import { closeHttp, createHttp, type Http } from './platform/http/http.ts';
import { UsedSignatures } from './platform/http/keys/used-signatures.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { createLoadMeter, createWorkThrottle } from './platform/jobs/pace.ts';
import { createLog, type Log } from './platform/log.ts';
import { openReplicas } from './platform/reads/open-replicas.ts';
import { deriveAuditKey, deriveChainKey } from './platform/secrets/books-keys.ts';
import { createPseudonymizer } from './platform/secrets/pseudonyms.ts';
import { initializeKeyCanaries } from './platform/secrets/sealed-canary.ts';
import { checkPort, toPortError } from './platform/start/check-port.ts';
import { readVersion } from './platform/version.ts';
import { addSharing } from './sharing/index.ts';
import { type Checkpoints, openCheckpoints } from './watch/index.ts';

export interface Sarraf {
  url: string;
  /** Stops accepting requests, finishes those in progress, closes. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** The built web, which may still be building while the server starts; unset: only the API. */
  webRoot?: string | Promise<string>;
  clock?: Clock;
  /** Replaces the sources named by the settings. */
  prices?: readonly PriceSource[];
  /** Sender of store webhooks; in tests their programs run on this machine. */
  webhooks?: WebhookSender;
  /** Runs next to the server and needs its database: the sandbox's signer. */
  beside?: (databaseUrl: string) => Promise<{ stop(): Promise<void> }>;
  /** Whether a separate worker process does what no trade waits for, with the same environment; unset: no. */
  apart?: boolean;
  /** Whether a new sandbox gets a year of past trades, which its market makers continue; unset: no. */
  seedsPast?: boolean;
  /** Replaces the used share of the disks in alarms, 0 to 1, also in the worker; unset: the machine's. */
  diskUsage?: number | undefined;
  /** Folder of the migrations; unset: this version's. */
  migrations?: string;
}

/**
 * Resolves once the server is listening.
 * @throws StartError with a message for the operator. A database that was started for it is stopped then.
 */
export async function startSarraf(config: Config, options: StartOptions = {}): Promise<Sarraf> {
  const log = createLog(config.LOG_LEVEL, undefined, createPseudonymizer(config.SECRET_KEY));
  await checkPort(config);
  const database = await superviseDatabase(config, log);
  try {
    return await runServer(config, log, database, options);
  } catch (error) {
    await database.abandonStart();
    throw error;
  }
}

/** Runs the whole server, from its settings to its port; `app/` composes the capabilities. */
async function runServer(
  config: Config,
  log: Log,
  database: SupervisedDatabase,
  {
    webRoot,
    clock = systemClock,
    prices = createPriceSources(config, clock),
    webhooks = createStoreWebhooks(config),
    beside,
    apart = false,
    seedsPast = false,
    diskUsage,
    migrations,
  }: StartOptions,
): Promise<Sarraf> {
  const { metrics, counted, version, traced } = await openTelemetry(config, log);
  const { url, db, close, checkpoints } = await openServerDatabase(config, log, database, migrations);
  const companion = await beside?.(database.signerUrl);
  const { bus, line } = await openBus(config, db, log);
  const replicas = await openReplicas(config, db, { log, bus });
  const { ledger, roles } = await openLedger(config, database.url, {
    version: lastMigrationNumber(migrations),
    clock,
    log,
    checkpoints,
    counted,
    traced,
  });
  const signatures = rememberSignatures(clock);
  const epoch = () => ledger.epoch();
  const forwarding = line && createForwarding({ bus, line, log, leaseMs: config.LEASE_MS, epoch });
  const capabilities = await createCapabilities({
    config,
    clock,
    prices,
    webhooks: counted?.webhooks(webhooks) ?? webhooks,
    log,
    db,
    bus,
    ledger,
    checkpoints,
    ...(counted && { counted }),
    ...(line && { leads: () => ledger.isWriter() }),
  });
  const { http, stream } = await openApi(
    capabilities,
    { config, clock, bus, ledger, version, forwarding, replicas, ...(counted && { counted }) },
    { log, signatures, traces: traced?.requests },
  );
  if (metrics) registerMetricReaders(metrics, { db, clock, ledger, stream, parts: capabilities, config });

  await startCapabilities(capabilities, async () => {
    const pastUntil = seedsPast ? clock.now() : undefined;
    if (config.sandbox) await seedDemo(config, { ...capabilities, db, ledger, forwarding, pastUntil });
  });
  const { getBrand } = capabilities.brand;
  await addSite(http, await webRoot, { publicUrl: config.PUBLIC_URL, brandNow: getBrand, log });
  const shared = { config, url, db, clock, log, bus, ledger, counted, traced };
  const { jobs, work } = startJobs(capabilities, {
    ...shared,
    supervisedDatabase: database,
    apart,
    diskUsage,
  });
  const heartbeat = startHeartbeat(db, { role: 'SERVER', version, epoch, log });
  roles.push((writer) => writer && signatures.startChecking());
  const setWriter = (writer: boolean) => {
    jobs.setWorking(writer);
    work.setWorking(writer);
    forwarding?.announce();
    heartbeat.recordNow();
  };
  roles.push(setWriter);
  setWriter(ledger.isWriter());
  const listener = metrics && (await serveServerMetrics(config, metrics, log));
  await listen(config, http, forwarding);
  return {
    url: config.PUBLIC_URL,
    stop: () =>
      stopServer({ parts: capabilities, http, stream, ledger, line, forwarding, jobs, work }, [
        () => heartbeat.stop(),
        () => replicas?.close(),
        close,
        () => companion?.stop(),
        () => database.stop(),
        () => traced?.stop(),
        () => listener?.stop(),
      ]),
  };
}

/** Creates the HTTP server with the API of all capabilities. */
async function openApi(
  parts: Capabilities,
  api: Parameters<typeof addApi>[2],
  { log, signatures, traces }: Pick<Parameters<typeof createHttp>[0], 'log' | 'signatures' | 'traces'>,
) {
  const { config, clock, bus, forwarding, replicas, counted } = api;
  const { authenticate, recheck, keys } = parts.identity;
  const http = await createHttp({
    config,
    log,
    clock,
    authenticate,
    recheck,
    keys,
    signatures,
    bus,
    forwarding,
    willChange: replicas?.markWrite,
    judge: parts.operations.assertMayStart,
    pseudonymOf: createPseudonymizer(config.SECRET_KEY),
    onAnswer: counted?.onAnswer,
    traces,
  });
  return { http, stream: await addApi(http, parts, api) };
}

/** Starts the jobs of the writer, and what no trade waits for: here, or in a worker process. */
function startJobs(
  parts: Capabilities,
  {
    supervisedDatabase,
    apart,
    ledger,
    bus,
    counted,
    ...options
  }: Pick<
    Parameters<typeof startWork>[1],
    'config' | 'url' | 'db' | 'clock' | 'log' | 'traced' | 'diskUsage'
  > & {
    supervisedDatabase: SupervisedDatabase;
    apart: boolean;
    ledger: LocalLedger;
    bus: Bus;
    counted: CountedMetrics | null;
  },
) {
  const { url, log, traced } = options;
  const settling = listSettlingJobs(parts);
  const jobs = createJobs(url, traced?.jobs(settling) ?? settling, log, counted?.onJobEnd);
  const work = apart
    ? superviseWorker(supervisedDatabase.url, {
        bus,
        log,
        batches: () => ledger.settled(),
        onEnd: counted?.onWorkerEnd,
        diskUsage: options.diskUsage,
      })
    : startWork(parts, {
        ...options,
        pace: createWorkThrottle(createLoadMeter()),
        mayWork: () => ledger.isWriter(),
        batches: () => ledger.settled(),
        onJobEnd: counted?.onJobEnd,
      });
  return { jobs, work };
}

function rememberSignatures(clock: Clock): UsedSignatures {
  const signatures = new UsedSignatures(clock);
  // The previous writer remembered them, and is gone.
  signatures.startChecking();
  return signatures;
}

async function openTelemetry(config: Config, log: Log) {
  const metrics = openMetrics(config, log);
  const counted = metrics && createMetricHooks(metrics);
  const version = readVersion(config.COMMIT);
  log.info({ area: 'start', ...version }, 'this version starts');
  const traced = await openTraces(config, {
    log,
    service: 'sarraf-server',
    version: version.version,
    onSpans: counted?.onSpans,
  });
  return { metrics, counted, version, traced };
}

/** Migrates the database and opens it; throws unless its mode and its keys are those of the settings. */
async function openServerDatabase(
  config: Config,
  log: Log,
  supervisedDatabase: SupervisedDatabase,
  migrations: string | undefined,
) {
  const newer = await prepareDatabase(supervisedDatabase, config.DATABASE_SIGNER_ROLE, migrations);
  if (newer.length > 0)
    log.warn({ area: 'database', newer }, 'the database is newer than this version, which can run with it');
  const url = withApplicationName(supervisedDatabase.url, formatConnectionName(config.SECRET_KEY));
  const { db, close } = openDatabase(url, config.DATABASE_POOL, deriveAuditKey(config.BOOKS_KEY));
  if (!config.sandbox) await assertPlainRole(db);
  await checkMode(db, config.MODE);
  await initializeKeyCanaries(db, config.sealingKeys, {
    SEAL_KEY: (key) => sealKeyMatchesLastOrder(db, key),
  });
  const checkpoints = openCheckpoints(config.DATA_DIR, await readInstallationName(db), config.sandbox);
  return { url, db, close, checkpoints };
}

/** Serves the built web with its previews for other sites; undefined: there is only the API. */
async function addSite(
  http: Http,
  webRoot: string | undefined,
  site: Omit<Parameters<typeof addSharing>[1], 'webRoot'>,
): Promise<void> {
  if (webRoot === undefined) return;
  addSharing(http, { webRoot, ...site });
  await serveWeb(http, webRoot, site);
}

/** Accepts requests of clients, and those of other processes. */
async function listen(config: Config, http: Http, forwarding: RunningServer['forwarding']): Promise<void> {
  await http.app.listen({ port: config.PORT, host: config.HOST }).catch((error) => {
    throw toPortError(error, config);
  });
  forwarding?.serve(http.calls);
}

interface RunningServer extends ReturnType<typeof startJobs>, Awaited<ReturnType<typeof openApi>> {
  parts: Capabilities;
  ledger: LocalLedger;
  line: ProcessRpc | undefined;
  forwarding: ReturnType<typeof createForwarding> | undefined;
}

/** Stops accepting requests, finishes the work that was begun, then calls each of `last`. */
async function stopServer(
  { parts, http, stream, ledger, line, forwarding, jobs, work }: RunningServer,
  last: readonly (() => Promise<void> | undefined)[],
): Promise<void> {
  await forwarding?.stop();
  stream.close();
  await closeHttp(http);
  const ended = Promise.all([jobs.stop(), work.stop(), stopSettling(parts)]);
  // Another process waits to become the writer; unfinished work is done there, as after a crash.
  await (line ? Promise.race([ended, sleep(MAX_HANDOVER_MS)]) : ended);
  await stopCapabilities(parts);
  await ledger.stop();
  await ended;
  await parts.identity.writeUses();
  await line?.close();
  await parts.messaging.stop();
  for (const stop of last) await stop();
}

/** How long unfinished work may delay the next writer. */
const MAX_HANDOVER_MS = 1_000;

/** `roles` are called whenever this process becomes the ledger writer, or stops being it. */
async function openLedger(
  config: Config,
  url: string,
  {
    checkpoints,
    counted,
    traced,
    ...options
  }: Pick<LedgerOptions, 'clock' | 'log' | 'version'> & {
    checkpoints: Checkpoints;
    counted: CountedMetrics | null;
    traced: TracedWork | null;
  },
): Promise<{ ledger: LocalLedger; roles: ((writer: boolean) => void)[] }> {
  const roles: ((writer: boolean) => void)[] = [];
  const ledger = await createLedger({
    ...options,
    url,
    leaseMs: config.LEASE_MS,
    chainKey: deriveChainKey(config.BOOKS_KEY),
    mayOpenChain: () => checkpoints.find('books') === null,
    onBatch: counted?.onBatch,
    onRecovery: counted?.onRecovery,
    traces: traced?.commands,
    onRole(writer) {
      options.log.info(
        { area: 'ledger' },
        writer ? 'this process is now the ledger writer' : 'this process is not the ledger writer',
      );
      for (const notifyRole of roles) notifyRole(writer);
    },
  });
  return { ledger, roles };
}

/** A single process uses an in-process bus. */
async function openBus(config: Config, db: Db, log: Log): Promise<{ bus: Bus; line?: ProcessRpc }> {
  if (config.NATS_URL === undefined) return { bus: createBus() };
  const installation = await readInstallationName(db);
  return createNatsBus({ url: config.NATS_URL, installation, masterKeys: listSecretKeys(config), log });
}
