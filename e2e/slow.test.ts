/** A server that answers late, and a connection that is gone: what is there can be seen, and nothing stands over it. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LOOKS, type Screen } from './screen.ts';
import { nameOf, useTestServer } from './stage.ts';
import { holdRequests, signInWithoutForm } from './steps.ts';

const stage = useTestServer({ shared: true });
const DEMO = 'demo@sarraf.test';

/** What one sees, and would press, in the middle of the window and at its upper third. */
const whatIsSeen = (page: Page) =>
  page.evaluate(() =>
    [0.33, 0.5].map(
      (part) =>
        document.elementFromPoint(innerWidth / 2, innerHeight * part)?.closest('main')?.tagName ?? 'nothing',
    ),
  );

const skeletons = (page: Page) => page.locator('main [class*=skeleton]').count();

/** By its frame, its title and the places of what is to come. */
async function expectFrame({ page, look }: Screen, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page
    .locator(look.width < 720 ? 'nav a[href="/profile/wallet"]:visible' : 'aside')
    .first()
    .waitFor();
  expect(await skeletons(page)).toBeGreaterThan(0);
  expect(await whatIsSeen(page)).toEqual(['MAIN', 'MAIN']);
}

describe.each(LOOKS.map((look) => ({ look, name: nameOf(look) })))('($name)', ({ look }) => {
  it.each([
    ['/profile', 'profile.dashboard.title'],
    ['/profile/wallet', 'wallet.title'],
    ['/profile/trade', null],
  ] as const)(
    '%s has its frame, its words and its skeletons before anything is answered',
    async (path, title) => {
      const screen = await stage.open(look);
      const { page } = screen;
      await signInWithoutForm(screen, stage.url, DEMO);
      const release = await holdRequests(page, '**/api/**');
      await page.goto(path);
      const coin = look.language === 'fa' ? 'بیت‌کوین' : 'Bitcoin';
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Longer than what was once covered by a logo.
      await page
        .getByRole('status')
        .filter({ hasText: screen.say('state.loading') })
        .waitFor();
      await expectFrame(screen, title === null ? coin : screen.say(title));
      await release();
      await expect.poll(() => skeletons(page)).toBe(0);
      expect(screen.complaints).toEqual([]);
      await screen.close();
    },
  );

  it('what was loaded stays readable without a connection, under a strip that says so', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithoutForm(screen, stage.url, DEMO);
    await page.goto('/profile/wallet');
    await page.locator('main tbody tr bdi').first().waitFor();
    await expect.poll(() => skeletons(page)).toBe(0);
    const rows = await page.locator('main tbody tr').count();
    await page.context().setOffline(true);
    const strip = page.getByRole('alert').filter({ hasText: screen.say('state.reconnectingText') });
    await strip.waitFor();
    expect(await whatIsSeen(page)).toEqual(['MAIN', 'MAIN']);
    expect(await page.locator('main tbody tr').count()).toBe(rows);
    // What stands on it can be used: the search reads what is there.
    await page.getByRole('searchbox').fill('tether');
    await expect.poll(() => page.locator('main tbody tr').count()).toBeLessThan(rows);
    // On the way down the strip stays, and the bar below it.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const [top, bar] = await Promise.all([strip.boundingBox(), page.locator('header').first().boundingBox()]);
    expect(top?.y).toBe(0);
    expect(bar?.y).toBeGreaterThanOrEqual(top?.height ?? Number.POSITIVE_INFINITY);
    // The browser names each call that found no network.
    screen.complaints.length = 0;
    await screen.examine('offline-strip');
    await page.context().setOffline(false);
    await strip.waitFor({ state: 'hidden' });
    await screen.close();
  });
});
