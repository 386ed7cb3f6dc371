/// <reference lib="dom" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, chromiumPath } from '../scripts/browser.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { DIST } from '../scripts/web-built.ts';
import { freePort, startServer } from '../server/test/running-server.ts';
import { busyBookSite, CHANGES_A_SECOND } from './busy-book.ts';

// CPU time of the trade page on a processor four times slower than this one while its order book changes fifty
// times a second, and its delay in handling input. Wall time is measured: other load counts too, so compare
// alternately.
// BENCH_URL measures a running site.

const SECONDS = 15;
const SLOWDOWN = 4;
const MOST = { share: 0.2, answerMs: 150 };

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

interface Measured {
  share: number;
  answerMs: number;
}

async function measure(url: string): Promise<Measured> {
  const reply = await fetch(`${url}/api/coins/exchange-price/usd?toCurrencies=BITCOIN`);
  const prices = (await reply.json()) as [{ buyPrice: string }];
  const site = await busyBookSite(url, Number.parseInt(prices[0].buyPrice, 10));
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() => {
      const kept = globalThis as unknown as { answers: number[] };
      kept.answers = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) kept.answers.push(entry.duration);
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(`${site.url}/profile/trade/TOMAN/BITCOIN`);
    await page.locator('[data-line]').nth(10).waitFor();
    await page.waitForTimeout(3_000);
    // Positions of tabs, sides and fields to press, found in advance, since a busy page responds late.
    const places = await page.evaluate(() =>
      [...document.querySelectorAll('main [role=tab], main [role=radio], main input[inputmode]')]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, y }) => width > 0 && y > 0 && y < 880)
        .map(({ x, y, width, height }) => [x + width / 2, y + height / 2] as const),
    );
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.waitForTimeout(1_000);
    const [before, began] = [await busySeconds(session), performance.now()];
    await page.waitForTimeout(SECONDS * 1_000);
    const share = ((await busySeconds(session)) - before) / ((performance.now() - began) / 1_000);
    for (const [x, y] of places) {
      await page.mouse.click(x, y);
      await page.waitForTimeout(400);
    }
    const answers = await page.evaluate(() => (globalThis as unknown as { answers: number[] }).answers);
    return { share, answerMs: Math.max(0, ...answers) };
  } finally {
    await browser.close();
    site.close();
  }
}

async function withSite<T>(use: (url: string) => Promise<T>): Promise<T> {
  const running = process.env.BENCH_URL;
  if (running) return use(running.replace(/\/$/, ''));
  await buildWeb();
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-trade-page-'));
  const server = await startServer({ DATA_DIR: dataDir, PORT: String(await freePort()), WEB_ROOT: DIST });
  try {
    return await use(server.url);
  } finally {
    await server.kill('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

const { share, answerMs } = await withSite(measure);
console.table({
  [`${CHANGES_A_SECOND} changes a second, ${SLOWDOWN} times slower`]: {
    'share of a core': `${(share * 100).toFixed(1)} %`,
    'latest answer, ms': Math.round(answerMs),
  },
});
console.log(JSON.stringify({ bench: 'trade-page', share, answerMs }));
if (share > MOST.share || answerMs > MOST.answerMs) process.exitCode = 1;
