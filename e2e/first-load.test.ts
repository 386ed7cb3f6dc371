import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { LOOKS, type Look } from './screen.ts';
import { useStage } from './stage.ts';

/** Design §8. */
const SCRIPT_BYTES = 150_000;
const LAYOUT_SHIFT = 0.05;

const stage = useStage({ shared: true });

it.each(LOOKS)(
  'the home page loads little script and nothing jumps ($language, $width px)',
  async (look: Look) => {
    const screen = await stage.open(look);
    const { page } = screen;
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.addInitScript(() => {
      const page = globalThis as unknown as { shift: number };
      page.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) page.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/');
    await page
      .getByText(look.language === 'fa' ? '۰٫۰۰۰۱' : '0.0001')
      .first()
      .waitFor();
    // Two rounds of prices: what jumps with data has jumped by then.
    await page.waitForTimeout(2_500);
    const bodies = await Promise.all(scripts);
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    expect(bodies.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(SCRIPT_BYTES);
    const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
    expect(shift).toBeLessThanOrEqual(LAYOUT_SHIFT);
    await screen.close();
  },
);
