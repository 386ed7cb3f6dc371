import { join } from 'node:path';
import { removeFolder } from '../server/test/remove-folder.ts';
import { findFreePort, startServer } from '../server/test/running-server.ts';
import type { StartedSandbox } from '../server/test/started-sandbox.ts';

/** The build of the web that all files use by default. */
export const WEB_ROOT = process.env.WEB_ROOT ?? join(import.meta.dirname, '../web/dist');

export interface WholeServer {
  url: string;
  databaseUrl: string;
  dataDir: string;
  signal(name: NodeJS.Signals): void;
  /** Restarts at the same address, with these settings changed. */
  restart(settings: Record<string, string>): Promise<void>;
  /** Ends it and removes its data. */
  end(): Promise<void>;
}

/** Starts a server on an existing sandbox. Resolves when it is ready; the database ends with it. */
export async function startWholeServer(
  { database, dataDir, settings: ofSandbox }: StartedSandbox,
  settings: Record<string, string> = {},
): Promise<WholeServer> {
  const env = {
    ...ofSandbox,
    PORT: String(await findFreePort()),
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
      removeFolder(dataDir);
    },
  };
}
