/** A server with its own database and folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDatabase } from '../server/test/database.ts';
import { freePort, startServer } from '../server/test/running-server.ts';

/** The build of the web that all files see, unless they bring one of their own. */
export const WEB_ROOT = process.env.WEB_ROOT ?? join(import.meta.dirname, '../web/dist');

export interface WholeServer {
  url: string;
  databaseUrl: string;
  dataDir: string;
  signal(name: NodeJS.Signals): void;
  /** At the same address, with these settings changed. */
  restart(settings: Record<string, string>): Promise<void>;
  /** With all that it left behind. */
  end(): Promise<void>;
}

/** Answers when it serves; the database ends with it. */
export async function startWholeServer(
  database: TestDatabase,
  settings: Record<string, string> = {},
): Promise<WholeServer> {
  const dataDir = await mkdtemp('/tmp/sarraf-e2e-');
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    WEB_ROOT,
    ...settings,
  };
  let server = await startServer(env);
  return {
    url: server.url,
    databaseUrl: database.url,
    dataDir,
    signal: (name) => void server.child.kill(name),
    async restart(changed) {
      await server.kill('SIGTERM');
      server = await startServer({ ...env, ...changed });
    },
    async end() {
      await server.kill('SIGTERM');
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
