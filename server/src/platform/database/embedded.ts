import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { parseDatabaseHosts } from '../config/database-url.ts';
import { prepareFolder } from '../data-folder.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { createClient } from './connect.ts';
import { claimDatabase, type DatabaseClaim } from './database-claim.ts';
import { type Postgres, startPostgres } from './postgres.ts';

/** URLs of one database by role. */
export interface DatabaseUrls {
  /** Role of the server. */
  url: string;
  /** Role that owns the tables. */
  ownerUrl: string;
  /** Role of a signer that is started together with the server. */
  signerUrl: string;
}

/** Returns the URLs of an external database from the settings. */
export const configuredUrls = (
  url: string,
  { DATABASE_OWNER_URL }: Pick<Config, 'DATABASE_OWNER_URL'>,
): DatabaseUrls => ({
  url,
  ownerUrl: DATABASE_OWNER_URL ?? url,
  signerUrl: process.env.SIGNER_DATABASE_URL ?? url,
});

export const embeddedUrls = ({ serverUrl, url, signerUrl }: Postgres): DatabaseUrls => ({
  url: serverUrl,
  ownerUrl: url,
  signerUrl,
});

const CHECK_INTERVAL_MS = 250;
/** How long to wait for a server that is ending or was killed. */
const HANDOVER_TIMEOUT_MS = 3_000;
const CLAIM_RETRY_MS = 100;

export interface SupervisedDatabase extends DatabaseUrls {
  stop(): Promise<void>;
  /** Called after a failed start: stops an embedded database if this process started it. */
  abandonStart(): Promise<void>;
}

/**
 * Connects to the database of the settings: an external one, or the embedded one, which is restarted whenever it
 * dies and ends with this process (a kill -9 leaves it running for the next start).
 * @throws StartError when it can't be reached or started, or belongs to another server.
 */
export async function superviseDatabase(config: Config, log: Log): Promise<SupervisedDatabase> {
  prepareFolder(config.DATA_DIR);
  if (config.DATABASE_URL) {
    await assertReachable(config.DATABASE_URL);
    return {
      ...configuredUrls(config.DATABASE_URL, config),
      stop: async () => {},
      abandonStart: async () => {},
    };
  }
  const startEmbedded = () =>
    startPostgres({
      dataDir: join(config.DATA_DIR, 'postgres'),
      log: (line) => log.info({ area: 'database' }, line),
    });
  let current: Postgres = await startEmbedded();
  const wasStartedHere = !current.adopted;
  let claim = await claimOrThrow(config.DATA_DIR, current.serverUrl);
  let starting: Promise<void> | null = null;
  const restart = async () => {
    if (!current.isAlive()) log.error({ area: 'database' }, 'the database died; restarting it');
    try {
      current = await startEmbedded();
      claim = await claimOrThrow(config.DATA_DIR, current.serverUrl);
    } catch (error) {
      log.error({ area: 'database', err: error }, 'the database does not start');
    }
  };
  const timer = setInterval(() => {
    if (starting || (current.isAlive() && claim.held())) return;
    starting = restart().finally(() => {
      starting = null;
    });
  }, CHECK_INTERVAL_MS).unref();
  const atExit = () => current.requestStop();
  process.once('exit', atExit);
  const stopSupervising = async (withDatabase: boolean) => {
    clearInterval(timer);
    await starting;
    await (withDatabase ? current.stop() : claim.release());
    process.off('exit', atExit);
  };
  return {
    ...embeddedUrls(current),
    stop: () => stopSupervising(true),
    abandonStart: () => stopSupervising(wasStartedHere),
  };
}

async function claimOrThrow(dataDir: string, url: string): Promise<DatabaseClaim> {
  for (const deadline = performance.now() + HANDOVER_TIMEOUT_MS; ; await sleep(CLAIM_RETRY_MS)) {
    const claim = await claimDatabase(url);
    if ('held' in claim) return claim;
    if (performance.now() > deadline)
      throw new StartError(
        `DATA_DIR: another server (process ${claim.holder}) uses ${dataDir}. Stop it, or name another folder.`,
      );
  }
}

async function assertReachable(url: string): Promise<void> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const hosts = parseDatabaseHosts(url)?.map(({ host, port }) => `${host}:${port}`) ?? [new URL(url).host];
    throw new StartError(
      `DATABASE_URL: no database can be used at ${hosts.join(', ')} (${message || code}).`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
