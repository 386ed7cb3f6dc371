/** A server with its own database and folder, and a browser: the fixture of every journey. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { copyStartedSandbox } from '../server/test/started-sandbox.ts';
import { msUntilBankDay } from './bank-day.ts';
import { acquireServer, joinJourneys, type PooledServer, releaseServer } from './lender.ts';
import { type Appearance, launchBrowser, Screen, type ScreenOptions } from './screen.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

export interface TestServerContext {
  /** URL of the server. */
  readonly url: string;
  /** The server's database, to simulate the passing of time. */
  readonly db: Database['db'];
  /** For a server of its own: its folder, and its signer's. */
  readonly dataDir: string;
  /** The server's time. */
  now(): Date;
  /** See Screen.open; `url`: another host name of the server. */
  open(look: Appearance, options?: ScreenOptions & { url?: string }): Promise<Screen>;
  /** Restarts the server with its clock advanced; sessions may have expired. */
  advance(ms: number): Promise<void>;
  /** Stops the server's price sources, or starts them again. */
  turnPrices(): void;
}

/** Pictures of two nights can be compared only if no other file, in whatever order, has left something on a page. */
const TAKES_PICTURES = process.env.PICTURES_STILL !== undefined;

/**
 * Runs from before the first test of a file or group until after its last. It has a server and a new database of its
 * own unless it is `shared`: borrowed from the run's pool, with what earlier files have left in it, for tests that
 * neither mind that nor change what others see (business rows, the brand, the clock's offset, how the demo users
 * sign in); by night, when pictures are taken, it has its own too. `journey`: in the complete browser and without
 * axe, on the one server that all journeys use concurrently, each with its own users. For a server of its own:
 * `signer`: coins can be deposited and withdrawn; `bankDay`: the server and its browsers have a date on which banks
 * pay, today if possible; `settings`: of the server. `chromium`: whether screens are opened; `wholeChromium`: in the
 * complete browser, which takes twice as long per page.
 */
export function useTestServer({
  journey = false,
  shared = false,
  signer = false,
  bankDay = false,
  chromium = true,
  wholeChromium = journey,
  axe = !journey,
  settings = {},
}: {
  journey?: boolean;
  shared?: boolean;
  signer?: boolean;
  bankDay?: boolean;
  chromium?: boolean;
  wholeChromium?: boolean;
  axe?: boolean;
  settings?: Record<string, string>;
} = {}): TestServerContext {
  let ahead = 0;
  let lent: PooledServer | undefined;
  /** A failed test leaves its server in an unknown state: it is not lent again. */
  let left = false;
  let own: WholeServer | undefined;
  const isBorrowed = journey || (shared && !TAKES_PICTURES);
  let database: Database;
  let browser: Browser | null;

  async function startOwnServer(): Promise<void> {
    const sandbox = await copyStartedSandbox();
    database = openDatabase(sandbox.database.url, 1);
    if (bankDay) ahead = await msUntilBankDay(database.db);
    own = await startWholeServer(sandbox, {
      ...settings,
      ...(signer && { WITH_SIGNER: '1' }),
      ...(ahead > 0 && { CLOCK_AHEAD: String(ahead) }),
    });
  }
  async function borrowServer(): Promise<void> {
    lent = await (journey ? joinJourneys() : acquireServer());
    database = openDatabase(lent.databaseUrl, 1);
  }
  const getServer = (): PooledServer => {
    const stage = own ?? lent;
    if (!stage) throw new Error('The server has not started.');
    return stage;
  };
  const ownServer = (): WholeServer => {
    if (!own) throw new Error("A shared server can't be changed.");
    return own;
  };

  beforeAll(async () => {
    [browser] = await Promise.all([
      chromium ? launchBrowser(wholeChromium) : null,
      isBorrowed ? borrowServer() : startOwnServer(),
    ]);
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') left = true;
  });
  afterAll(async () => {
    await browser?.close();
    await database?.close();
    await own?.end();
    if (lent && !journey && !left) await releaseServer(lent);
  });

  return {
    get url() {
      return getServer().url;
    },
    get db() {
      return database.db;
    },
    get dataDir() {
      return ownServer().dataDir;
    },
    now: () => new Date(Date.now() + ahead),
    async advance(ms) {
      ahead += ms;
      await ownServer().restart({ CLOCK_AHEAD: String(ahead) });
    },
    turnPrices() {
      ownServer().signal('SIGUSR2');
    },
    async open(look, options) {
      if (!browser) throw new Error('This stage has no Chromium.');
      const screen = await Screen.open(browser, look, options?.url ?? getServer().url, { axe, ...options });
      if (ahead > 0) await screen.page.context().clock.install({ time: Date.now() + ahead });
      return screen;
    },
  };
}

export const lookName = ({ language, theme, width }: Appearance) => `${language}, ${theme}, ${width} px`;
