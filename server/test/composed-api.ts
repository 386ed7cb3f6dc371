/**
 * Every route of the product, in this process and on its own database, composed like the server does it. It listens
 * on no port and runs no background work, so requests that need the ledger fail.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sarraf/domain';
import type { Endpoint } from '@sarraf/domain/contracts';
import { addApi } from '../src/app/add-api.ts';
import { createCapabilities } from '../src/app/capabilities.ts';
import { createStoreWebhooks } from '../src/app/vendors.ts';
import type { Ledger } from '../src/ledger/index.ts';
import { createBus } from '../src/platform/bus/bus.ts';
import { manualClock } from '../src/platform/clock.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { readInstallationName } from '../src/platform/database/installation.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { createLog } from '../src/platform/log.ts';
import { openCheckpoints } from '../src/watch/index.ts';
import { createTestDatabase } from './database.ts';
import { TEST_BOOKS_KEY } from './keys.ts';
import { openTestDatabase } from './open-database.ts';
import { removeFolder } from './remove-folder.ts';

const NO_LEDGER: Ledger = {
  submit: () => Promise.reject(new AppError('SERVICE_UNAVAILABLE')),
  addProjection: async () => {},
  isWriter: () => false,
  epoch: () => null,
  isHealthy: async () => true,
  stop: async () => {},
};

/** A request with this header gets ADMITTED as soon as it is admitted, before its body is validated. */
const ADMISSION_ONLY = 'x-admission-only';
/** No endpoint responds with this status. */
const ADMITTED = 299;

export type ComposedApi = Awaited<ReturnType<typeof composeApi>>;

export async function composeApi() {
  const database = await createTestDatabase();
  const { db, close } = openTestDatabase(database.url, 4);
  const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-composed-'));
  const config = loadConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  const log = createLog('silent');
  const clock = manualClock();
  const bus = createBus();
  const parts = await createCapabilities({
    config,
    clock,
    log,
    db,
    bus,
    ledger: NO_LEDGER,
    prices: [],
    webhooks: createStoreWebhooks(config),
    checkpoints: openCheckpoints(dataDir, await readInstallationName(db), config.sandbox),
  });
  const { authenticate, recheck, keys } = parts.identity;
  const http = await createHttp({
    config,
    log,
    clock,
    bus,
    authenticate,
    recheck,
    keys,
    judge: parts.operations.assertMayStart,
  });
  /** All registered routes, by a contract or not: `GET /api/time`. */
  const routes: string[] = [];
  http.app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
  http.app.addHook('preValidation', async ({ headers }, reply) => {
    if (ADMISSION_ONLY in headers) await reply.code(ADMITTED).send();
  });
  const stream = await addApi(http, parts, {
    config,
    clock,
    bus,
    ledger: NO_LEDGER,
    version: { version: 'test', commit: null },
  });
  await http.app.ready();
  return {
    url: database.url,
    db,
    config,
    parts,
    clock,
    http,
    routes,
    /**
     * Returns the admission's reply at a path below `/api`; `open`: the request was admitted. The handler is not
     * run.
     */
    async requestAdmission(
      method: Endpoint['method'],
      path: string,
      { headers, body }: { headers: Record<string, string>; body?: string },
    ): Promise<string> {
      const answer = await http.app.inject({
        method,
        url: `/api${path}`,
        headers: { ...headers, [ADMISSION_ONLY]: '1' },
        ...(body !== undefined && { payload: body }),
      });
      if (answer.statusCode === ADMITTED) return 'open';
      return `${answer.statusCode} ${answer.json<{ message: string }>().message}`;
    },
    async close(): Promise<void> {
      stream.close();
      await http.app.close();
      await parts.messaging.stop();
      parts.identity.stop();
      parts.brand.stop();
      await close();
      await database.drop();
      removeFolder(dataDir);
    },
  };
}
