/** A server with its own database and folder, and a browser: what every journey stands on. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { createTestDatabase, type TestDatabase } from '../server/test/database.ts';
import { freePort, type RunningServer, startServer } from '../server/test/running-server.ts';
import { untilBankDay } from './bank-day.ts';
import { type Look, launch, Screen } from './screen.ts';

export interface Stage {
  /** Where the server listens. */
  readonly url: string;
  /** The server's database, to make time pass. */
  readonly db: Database['db'];
  /** The server's time. */
  now(): Date;
  /** `serviceWorker`: see Screen.open. */
  open(look: Look, options?: { serviceWorker?: boolean }): Promise<Screen>;
  /** The server ends and starts again so much later; who was signed in may have to come in again. */
  goOn(ms: number): Promise<void>;
  /** The server's sources of prices fall silent, or speak again. */
  turnPrices(): void;
}

/**
 * Stands from before the first test of a file or group until after its last; `signer`: coins can come and go;
 * `bankDay`: the server and its browsers live on a day on which banks pay, today if it is one; `webRoot`: another build of
 * the web (WEB_ROOT: for all files); `chromium`: whether screens are opened.
 */
export function useStage({
  signer = false,
  bankDay = false,
  chromium = true,
  webRoot = process.env.WEB_ROOT ?? join(import.meta.dirname, '../web/dist'),
} = {}): Stage {
  let ahead = 0;
  let dataDir: string;
  let test: TestDatabase;
  let database: Database;
  let server: RunningServer;
  let browser: Browser | null;
  let env: Record<string, string>;

  beforeAll(async () => {
    dataDir = await mkdtemp('/tmp/sarraf-e2e-');
    test = await createTestDatabase();
    database = openDatabase(test.url, 1);
    if (bankDay) ahead = await untilBankDay(database.db);
    env = {
      DATA_DIR: dataDir,
      DATABASE_URL: test.url,
      PORT: String(await freePort()),
      WEB_ROOT: webRoot,
      ...(signer && { WITH_SIGNER: '1' }),
      ...(ahead > 0 && { CLOCK_AHEAD: String(ahead) }),
    };
    [server, browser] = await Promise.all([startServer(env), chromium ? launch() : null]);
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
    now: () => new Date(Date.now() + ahead),
    async goOn(ms) {
      ahead += ms;
      await server.kill('SIGTERM');
      server = await startServer({ ...env, CLOCK_AHEAD: String(ahead) });
    },
    turnPrices() {
      server.child.kill('SIGUSR2');
    },
    async open(look, options) {
      if (!browser) throw new Error('This stage has no Chromium.');
      const screen = await Screen.open(browser, look, server.url, options);
      if (ahead > 0) await screen.page.context().clock.install({ time: Date.now() + ahead });
      return screen;
    },
  };
}

export const nameOf = ({ language, theme, width }: Look) => `${language}, ${theme}, ${width} px`;
