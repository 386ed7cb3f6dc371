/** A slow server, and a lost connection: existing content is visible, and not covered. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { holdRequests, signInWithoutForm } from './steps.ts';

const stage = useTestServer({ shared: true });
const DEMO = 'demo@sarraf.test';

/** Returns the elements that a user would see and press in the middle of the window and at its upper third. */
const listVisibleElements = (page: Page) =>
  page.evaluate(() =>
    [0.33, 0.5].map(
      (part) =>
        document.elementFromPoint(innerWidth / 2, innerHeight * part)?.closest('main')?.tagName ?? 'nothing',
    ),
  );

const countSkeletons = (page: Page) => page.locator('main [class*=skeleton]').count();

/** Checks the layout, the title and the skeletons. */
async function expectLayout({ page, look }: Screen, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page
    .locator(look.width < 720 ? 'nav a[href="/profile/wallet"]:visible' : 'aside')
    .first()
    .waitFor();
  expect(await countSkeletons(page)).toBeGreaterThan(0);
  expect(await listVisibleElements(page)).toEqual(['MAIN', 'MAIN']);
}

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))('a slow server ($name)', ({ look }) => {
  it.each([
    ['/profile', 'profile.dashboard.title'],
    ['/profile/wallet', 'wallet.title'],
    ['/profile/trade', null],
  ] as const)('%s has its layout, its texts and its skeletons before any reply', async (path, title) => {
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithoutForm(screen, stage.url, DEMO);
    const release = await holdRequests(page, '**/api/**');
    await page.goto(path);
    const coin = look.language === 'fa' ? 'بیت‌کوین' : 'Bitcoin';
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Longer than a logo once covered the page.
    await page
      .getByRole('status')
      .filter({ hasText: screen.say('state.loading') })
      .waitFor();
    await expectLayout(screen, title === null ? coin : screen.say(title));
    await release();
    await expect.poll(() => countSkeletons(page)).toBe(0);
    expect(screen.complaints).toEqual([]);
    await screen.close();
  });

  it('loaded content stays readable without a connection, below a strip that says so', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithoutForm(screen, stage.url, DEMO);
    await page.goto('/profile/wallet');
    await page.locator('main tbody tr bdi').first().waitFor();
    await expect.poll(() => countSkeletons(page)).toBe(0);
    const rows = await page.locator('main tbody tr').count();
    await page.context().setOffline(true);
    const strip = page.getByRole('alert').filter({ hasText: screen.say('state.reconnectingText') });
    await strip.waitFor();
    expect(await listVisibleElements(page)).toEqual(['MAIN', 'MAIN']);
    expect(await page.locator('main tbody tr').count()).toBe(rows);
    // Its controls work: the search filters the loaded rows.
    await page.getByRole('searchbox').fill('tether');
    await expect.poll(() => page.locator('main tbody tr').count()).toBeLessThan(rows);
    // While scrolling down the strip stays, and the bar below it.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const [top, bar] = await Promise.all([strip.boundingBox(), page.locator('header').first().boundingBox()]);
    expect(top?.y).toBe(0);
    expect(bar?.y).toBeGreaterThanOrEqual(top?.height ?? Number.POSITIVE_INFINITY);
    // The browser logs each call without a network.
    screen.complaints.length = 0;
    await screen.examine('offline-strip');
    await page.context().setOffline(false);
    await strip.waitFor({ state: 'hidden' });
    await screen.close();
  });
});
