/** Notices: the bell, its panel, the page, the channels of each kind, and appearance settings. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addSession } from '../server/test/people.ts';
import { callServer } from '../server/test/running-server.ts';
import { LOOKS, type Screen } from './screen.ts';
import { type TestServerContext, useTestServer } from './stage.ts';
import { findDialog, holdRequests, signInWithoutForm } from './steps.ts';

/** Causes a notice: creates new recovery codes, in a confirmed session. */
async function createRecoveryCodes({ url, db }: TestServerContext, email: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(db);
  const token = await addSession(db, rows[0]?.id ?? '', { proved: 'RECOVERY_CODES' });
  const reply = await callServer(url, 'POST', '/users/recovery-codes', { token, body: {} });
  expect(reply.status).toBe(200);
}
const findBell = (screen: Screen, path: 'bell' | 'bellUnread', count = '') =>
  screen.page.getByRole('button', { name: screen.say(`notices.${path}`, { count }), exact: true });
const oneInDigits = ({ look }: Screen) => (look.language === 'fa' ? '۱' : '1');
const noticeTitle = ({ look }: Screen) =>
  look.language === 'fa' ? 'کدهای بازیابی جدید ساخته شد' : 'New recovery codes were created';

describe.each(LOOKS)('notices ($language, $theme, $width px)', (look) => {
  const stage = useTestServer();

  it('a notice appears automatically, is read in the panel, and stays on its page', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    const email = look.language === 'fa' ? 'demo@sarraf.test' : 'company@sarraf.test';
    await signInWithoutForm(screen, stage.url, email);
    await page.goto('/profile/notices');
    await page.getByRole('heading', { name: screen.say('notices.empty') }).waitFor();
    await screen.examine('notices-empty');
    await findBell(screen, 'bell').waitFor();
    await createRecoveryCodes(stage, email);
    // On the open page it appears as well, and counts as read.
    await page.getByRole('main').getByText(noticeTitle(screen), { exact: true }).waitFor();
    await findBell(screen, 'bell').waitFor();
    await screen.examine('notices');

    await page.goto('/');
    await createRecoveryCodes(stage, email);
    await findBell(screen, 'bellUnread', oneInDigits(screen)).click();
    const panel = findDialog(screen);
    await panel.getByText(noticeTitle(screen), { exact: true }).first().waitFor();
    await screen.examine('notices-panel');
    await panel.getByRole('link', { name: screen.say('notices.all') }).click();
    await page.waitForURL('**/profile/notices');
    await page.getByRole('main').getByText(noticeTitle(screen), { exact: true }).nth(1).waitFor();
    await findBell(screen, 'bell').waitFor();
    await screen.close();
  });

  it('a user chooses their notices and channels', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithoutForm(
      screen,
      stage.url,
      look.language === 'fa' ? 'demo@sarraf.test' : 'company@sarraf.test',
    );
    await page.goto('/profile/settings');
    const findSwitch = (group: string, way: string) =>
      page.getByRole('checkbox', {
        name: screen.saying('settings.notices.switch', {
          group: screen.say(`notices.group.${group}`),
          way: screen.say(`settings.notices.way.${way}`),
        }),
      });
    const orders = findSwitch('ORDERS', 'EMAIL');
    await orders.waitFor();
    await screen.examine('settings-notices');
    await expect.poll(() => orders.isChecked()).toBe(false);
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/api/notices/settings'));
    await orders.click({ force: true });
    expect((await saved).status()).toBe(200);
    // Security notices can't be switched off, and the page says why.
    const security = findSwitch('SECURITY', 'EMAIL');
    await security.click({ force: true });
    await page.getByText(screen.say('settings.notices.always.SECURITY')).nth(1).waitFor();
    await expect.poll(() => security.isChecked()).toBe(true);
    await page.reload();
    await orders.waitFor();
    await expect.poll(() => orders.isChecked()).toBe(true);
    await screen.close();
  });

  it('language and theme are stored in the account and apply in another browser', async () => {
    const email = look.language === 'fa' ? 'maker@sarraf.test' : 'taker@sarraf.test';
    const screen = await stage.open(look);
    await signInWithoutForm(screen, stage.url, email);
    // The code that saves the choice may load later than the choice is made.
    const release = await holdRequests(screen.page, '**/assets/bell-*.js');
    await screen.page.goto('/profile/settings');
    const other = look.theme === 'dark' ? 'light' : 'dark';
    const choice = screen.page.getByRole('radio', {
      name: screen.say(`settings.look.${other}`),
      exact: true,
    });
    const saved = screen.page.waitForResponse((reply) => reply.url().endsWith('/api/users/preferences'));
    await choice.check();
    await expect.poll(() => choice.isChecked()).toBe(true);
    await release();
    expect((await saved).status()).toBe(200);

    const elsewhere = await stage.open(look);
    // No choice was made in this browser.
    await elsewhere.page.addInitScript(() => localStorage.removeItem('sarraf.theme'));
    await signInWithoutForm(elsewhere, stage.url, email);
    await elsewhere.page.goto('/profile/settings');
    const readTheme = () =>
      elsewhere.page.evaluate(() => [document.documentElement.dataset.theme, localStorage['sarraf.theme']]);
    await expect.poll(readTheme).toEqual([other, other]);
    await Promise.all([screen.close(), elsewhere.close()]);
  });
});
