/** The built package on its target platforms: Node, Bun if available, and a browser. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import file from '../../../docs/api/signing-vectors.json' with { type: 'json' };
import { CHROMIUM_ARGS, findChromiumPath } from '../../../scripts/browser.ts';
import { removeFolder } from '../../../server/test/remove-folder.ts';
import { MARKET, startExchange, type TestExchange } from '../../test/exchange.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'sarraf-client-'));
const WALK = join(import.meta.dirname, 'walk.js');
const BUN = process.env.BUN ?? 'bun';
const hasBun = spawnSync(BUN, ['--version']).status === 0;
const browser = await findChromiumPath().catch(() => null);
let exchange: TestExchange;

beforeAll(async () => {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const project = join(root, 'clients/typescript/tsconfig.build.json');
  await promisify(execFile)(process.execPath, [tsc, '-p', project, '--outDir', join(folder, 'dist')]);
  // As declared in the package itself.
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  exchange = await startExchange();
});
afterAll(async () => {
  await exchange.close();
  removeFolder(folder);
});

const errand = async () => ({
  url: exchange.url,
  key: await exchange.ed25519Key(),
  marketType: MARKET,
  unitPrice: String(exchange.low),
  vectors: {
    key: 'vectors',
    privateKeyPem: file.ed25519.privateKeyPem,
    list: file.vectors.map(({ text }) => ({ text })),
  },
});
const SEEN = {
  signed: file.vectors.map(({ ed25519 }) => ed25519),
  placed: 'IS_OPEN',
  gone: 'OWNER',
  bids: 0,
};

async function runBy(program: string): Promise<unknown> {
  const script = join(folder, 'run.mjs');
  const urls = [join(folder, 'dist/index.js'), WALK].map((path) => JSON.stringify(pathToFileURL(path).href));
  writeFileSync(
    script,
    `import * as client from ${urls[0]};
import { walk } from ${urls[1]};
console.log(JSON.stringify(await walk(client, ${JSON.stringify(await errand())})));
`,
  );
  const { stdout } = await promisify(execFile)(program, [script], { timeout: 200_000 });
  return JSON.parse(stdout);
}

describe('the built package', () => {
  it('imports nothing but itself', () => {
    const files = readdirSync(join(folder, 'dist'));
    expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts']));
    for (const name of files) {
      const text = readFileSync(join(folder, 'dist', name), 'utf8');
      const imported = [...text.matchAll(/from ['"]([^'"]+)['"]/g)].map(([, from = '']) => from);
      expect(imported.filter((from) => !from.startsWith('./'))).toEqual([]);
    }
  });

  it('places, receives and cancels an order in Node', async () => {
    expect(await runBy(process.execPath)).toEqual(SEEN);
  });

  it.skipIf(!hasBun)('places, receives and cancels an order in Bun', async () => {
    expect(await runBy(BUN)).toEqual(SEEN);
  });

  it.skipIf(browser === null)(
    'places, receives and cancels an order in a browser, on a page of the exchange’s own site',
    async () => {
      const running = await chromium.launch({ executablePath: browser ?? '', args: CHROMIUM_ARGS });
      const page = await running.newPage({ bypassCSP: true, serviceWorkers: 'block' });
      await page.route('**/package/**', (route) => {
        const name = new URL(route.request().url()).pathname.replace('/package/', '');
        const path = name === 'walk.js' ? WALK : join(folder, 'dist', name);
        return route.fulfill({ path, contentType: 'text/javascript' });
      });
      await page.goto(`${exchange.url}/api/time`);
      const results = await page.evaluate(
        `Promise.all([import('/package/index.js'), import('/package/walk.js')])
        .then(([client, { walk }]) => walk(client, ${JSON.stringify(await errand())}))`,
      );
      await running.close();
      expect(results).toEqual(SEEN);
    },
  );
});
