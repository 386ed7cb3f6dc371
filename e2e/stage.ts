/** A server with its own database and folder, and a browser: what every journey stands on. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { createTestDatabase, type TestDatabase } from '../server/test/database.ts';
import { freePort, type RunningServer, startServer } from '../server/test/running-server.ts';
import { type Look, launch, Screen } from './screen.ts';

export interface Stage {
  /** Where the server listens. */
  readonly url: string;
  /** The server's database, to make time pass. */
  readonly db: Database['db'];
  open(look: Look): Promise<Screen>;
}

/** Stands from before the first test of a file until after its last; `signer`: coins can come and go. */
export function useStage({ signer = false } = {}): Stage {
  let dataDir: string;
  let test: TestDatabase;
  let database: Database;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    dataDir = await mkdtemp('/tmp/sarraf-e2e-');
    test = await createTestDatabase();
    database = openDatabase(test.url, 1);
    const WEB_ROOT = join(import.meta.dirname, '../web/dist');
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: test.url,
      PORT: String(await freePort()),
      WEB_ROOT,
      ...(signer && { WITH_SIGNER: '1' }),
    };
    [server, browser] = await Promise.all([startServer(env), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.kill('SIGTERM');
    await database?.close();
    await test?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  return {
    get url() {
      return server.url;
    },
    get db() {
      return database.db;
    },
    open: (look) => Screen.open(browser, look, server.url),
  };
}

export const nameOf = ({ language, theme, width }: Look) => `${language}, ${theme}, ${width} px`;
