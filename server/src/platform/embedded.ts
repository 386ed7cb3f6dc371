import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { type Postgres, startPostgres } from './postgres.ts';

const LOOK_MS = 250;

export interface KeptDatabase {
  url: string;
  stop(): Promise<void>;
}

/** The database of the settings: a given server, or the embedded one, which is brought up again whenever it dies. */
export async function keepDatabase(config: Config, log: Log): Promise<KeptDatabase> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => {} };
  const start = () =>
    startPostgres({
      dataDir: join(config.DATA_DIR, 'postgres'),
      log: (line) => log.info({ area: 'database' }, line),
    });
  let current: Postgres = await start();
  let starting: Promise<void> | null = null;
  const startAgain = async () => {
    log.error({ area: 'database' }, 'the database died; starting it again');
    try {
      current = await start();
    } catch (error) {
      log.error({ area: 'database', err: error }, 'the database does not start');
    }
  };
  const timer = setInterval(() => {
    if (starting || current.alive()) return;
    starting = startAgain().finally(() => {
      starting = null;
    });
  }, LOOK_MS).unref();
  return {
    url: current.url,
    async stop() {
      clearInterval(timer);
      await starting;
      await current.stop();
    },
  };
}
