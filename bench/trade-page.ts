/// <reference lib="dom" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, findChromiumPath } from '../scripts/browser.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { DIST_FOLDER } from '../scripts/web-built.ts';
import { findFreePort, startServer } from '../server/test/running-server.ts';
import { CHANGES_PER_SECOND, startBusyBookSite } from './busy-book.ts';

// CPU time of the trade page on a processor four times slower than this one while its order book changes fifty
// times a second, and its delay in handling input. Wall time is measured: other load counts too, so compare
// alternately.
// BENCH_URL measures a running site.

const SECONDS = 15;
const SLOWDOWN = 4;
const LIMITS = { share: 0.2, answerMs: 150 };

async function readBusySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

interface PageMeasurement {
  share: number;
  answerMs: number;
}

async function measure(url: string): Promise<PageMeasurement> {
  const reply = await fetch(`${url}/api/coins/exchange-price/usd?toCurrencies=BITCOIN`);
  const prices = (await reply.json()) as [{ buyPrice: string }];
  const site = await startBusyBookSite(url, Number.parseInt(prices[0].buyPrice, 10));
  const browser = await chromium.launch({ executablePath: await findChromiumPath(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() => {
      const globals = globalThis as unknown as { answers: number[] };
      globals.answers = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globals.answers.push(entry.duration);
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
    const [before, began] = [await readBusySeconds(session), performance.now()];
    await page.waitForTimeout(SECONDS * 1_000);
    const share = ((await readBusySeconds(session)) - before) / ((performance.now() - began) / 1_000);
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

async function runWithSite<T>(work: (url: string) => Promise<T>): Promise<T> {
  const running = process.env.BENCH_URL;
  if (running) return work(running.replace(/\/$/, ''));
  await buildWeb();
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-trade-page-'));
  const server = await startServer({
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    WEB_ROOT: DIST_FOLDER,
  });
  try {
    return await work(server.url);
  } finally {
    await server.kill('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

const { share, answerMs } = await runWithSite(measure);
console.table({
  [`${CHANGES_PER_SECOND} changes a second, ${SLOWDOWN} times slower`]: {
    'share of a core': `${(share * 100).toFixed(1)} %`,
    'latest answer, ms': Math.round(answerMs),
  },
});
console.log(JSON.stringify({ bench: 'trade-page', share, answerMs }));
if (share > LIMITS.share || answerMs > LIMITS.answerMs) process.exitCode = 1;
