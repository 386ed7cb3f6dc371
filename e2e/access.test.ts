/** Account protection: the authenticator, recovery codes, confirming a session, a password reset, Google. */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../server/src/platform/clock.ts';
import { useSms } from '../server/test/people.ts';
import { DEMO_PASSWORD } from '../server/test/running-server.ts';
import { createAppCode } from '../server/test/two-step.ts';
import { DEFAULT_LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import {
  confirmChange,
  PASSWORD,
  readNewestCode,
  signInWithoutForm,
  signUp,
  waitForNextCode,
} from './steps.ts';

const stage = useTestServer({ shared: true });
// Other users log in by e-mail.
afterAll(() =>
  sql`update users set two_step_method = 'EMAIL' where email = 'demo@sarraf.test'`.execute(stage.db),
);

/** Enters e-mail and password; the caller handles the code that is requested next. */
async function enterPassword(screen: Screen, email: string, word: string): Promise<void> {
  const { page } = screen;
  await page.goto('/login');
  await page.getByLabel(screen.say('auth.email')).fill(email);
  await page.getByLabel(screen.say('auth.password'), { exact: true }).fill(word);
  await screen.button('auth.login.submit').click();
}

async function logOut(screen: Screen): Promise<void> {
  await screen.page.context().clearCookies();
  await screen.page.evaluate(() => localStorage.removeItem('sarraf.token'));
}

/** Returns the app's seed and the first recovery code. */
async function enrolAuthenticator(
  screen: Screen,
  email: string,
): Promise<{ secret: string; recoveryCode: string }> {
  const { page } = screen;
  await page.goto('/profile/settings');
  const method = page.getByRole('radio', {
    name: screen.saying('settings.twoStep.GOOGLE_AUTHENTICATOR.name'),
  });
  await method.waitFor();
  await screen.examine('settings');
  const last = await readNewestCode(stage.url, email);
  // The visible circle is drawn next to the checked input.
  await method.check({ force: true });
  await confirmChange(screen, { password: PASSWORD, code: () => waitForNextCode(last, stage.url, email) });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: screen.say('settings.twoStep.modal.qr') }).waitFor();
  await screen.examine('settings-authenticator');
  const secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '');
  await dialog.getByLabel(screen.say('auth.code.label')).fill(createAppCode({ clock: systemClock }, secret));
  await dialog.getByText(screen.say('settings.recovery.modalText')).waitFor();
  await screen.examine('settings-recovery-codes');
  const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  expect(recoveryCode).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: screen.say('settings.recovery.done') }).click();
  await page.getByText(screen.saying('settings.recovery.left')).waitFor();
  return { secret, recoveryCode };
}

/** Signs in without the phone, which holds withdrawals for a while. */
async function enterByRecoveryCode(screen: Screen, email: string, code: string): Promise<void> {
  const { page } = screen;
  await enterPassword(screen, email, PASSWORD);
  await page.waitForURL('**/login/send-mail');
  await page.getByText(screen.say('auth.code.hintGOOGLE_AUTHENTICATOR')).waitFor();
  await screen.examine('login-authenticator');
  await screen.button('auth.recovery.use').click();
  await page.getByLabel(screen.say('auth.recovery.label')).fill(code.toLowerCase());
  await screen.examine('login-recovery');
  await screen.button('auth.recovery.submit').click();
  await page.waitForURL('**/profile/account');
  await page.getByText(screen.say('settings.hold.title')).first().waitFor();
}

/** Changes the password, which requires a fresh proof in any session. */
async function changePassword(screen: Screen, secret: string, word: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/settings');
  await page.getByLabel(screen.say('settings.password.current')).fill(PASSWORD);
  await page.getByLabel(screen.say('auth.newPassword.password'), { exact: true }).fill(word);
  await page.getByLabel(screen.say('auth.newPassword.repeat')).fill(word);
  await screen.button('settings.password.submit').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(screen.say('auth.confirm.GOOGLE_AUTHENTICATOR')).waitFor();
  await screen.examine('confirm-session');
  // The current code may have been used to set the app up, if this went fast.
  await confirmChange(screen, { code: async () => createAppCode({ clock: systemClock }, secret, 1) });
  await page.getByText(screen.say('settings.password.changed')).waitFor();
}

async function resetPassword(screen: Screen, email: string, word: string): Promise<void> {
  const { page } = screen;
  await page.goto('/login/forget');
  await page.getByLabel(screen.say('auth.email')).fill(email);
  await screen.examine('forget');
  await screen.button('auth.forget.submit').click();
  await page.waitForURL('**/login/forget-otp');
  await screen.examine('forget-otp');
  await page.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(stage.url, email));
  await page.waitForURL('**/login/forget/verify');
  await page.getByLabel(screen.say('auth.newPassword.password'), { exact: true }).fill(word);
  await page.getByLabel(screen.say('auth.newPassword.repeat')).fill(word);
  await screen.examine('forget-verify');
  await screen.button('auth.newPassword.submit').click();
  await page.getByText(screen.say('auth.login.reset')).waitFor();
  await screen.examine('login-after-reset');
}

describe.each(DEFAULT_LOOKS.map((look) => ({ look, name: lookName(look) })))(
  'account protection ($name)',
  ({ look }) => {
    it('signs in by authenticator and recovery code, confirms a session, and resets the password without circumventing the app', async () => {
      const screen = await stage.open(look);
      const { page } = screen;
      const email = `access-${look.language}-${look.theme}-${look.width}@sarraf.test`;
      await signUp(screen, stage.url, email);
      const { secret, recoveryCode } = await enrolAuthenticator(screen, email);
      await logOut(screen);
      await enterByRecoveryCode(screen, email, recoveryCode);
      await changePassword(screen, secret, 'Granite-Harbor-73');
      await logOut(screen);
      await resetPassword(screen, email, 'Velvet-Anchor-91');
      await enterPassword(screen, email, 'Velvet-Anchor-91');
      await page.waitForURL('**/login/send-mail');
      await page.getByText(screen.say('auth.code.hintGOOGLE_AUTHENTICATOR')).waitFor();
      await screen.close();
    });

    it('signs in by SMS, as the history shows; and by Google', async () => {
      const screen = await stage.open(look);
      const { page } = screen;
      const mobile = await useSms(stage.db, 'demo@sarraf.test');
      await enterPassword(screen, 'demo@sarraf.test', DEMO_PASSWORD);
      await page.waitForURL('**/login/send-phone');
      await screen.examine('login-sms');
      await page.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(stage.url, mobile));
      await page.getByRole('heading', { level: 1, name: screen.say('profile.dashboard.title') }).waitFor();
      await page.goto('/profile/history?tab=logins');
      await page.getByText(screen.say('settings.logins.successful')).first().waitFor();
      await screen.examine('history-logins');
      await logOut(screen);

      await page.goto('/login');
      await page.getByRole('link', { name: screen.say('auth.google.login') }).click();
      await page.waitForURL('**/sandbox/google/**');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await screen.examine('google');
      const email = `google-${look.language}-${look.theme}-${look.width}@gmail.test`;
      await page.getByLabel(screen.say('sandbox.google.other')).fill(email);
      await screen.button('sandbox.google.go').click();
      await page.waitForURL('**/login/send-mail');
      await page.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(stage.url, email));
      await page.waitForURL('**/profile/account');
      await screen.close();
    });

    it('explains to a new customer why the dashboard’s alternative address leads to the account page', async () => {
      const screen = await stage.open(look);
      await signInWithoutForm(screen, stage.url, 'new@sarraf.test');
      await screen.page.goto('/profile/dashboard');
      await screen.page.waitForURL('**/profile/account');
      await screen.page.getByText(screen.say('guard.text')).waitFor();
      await screen.close();
    });
  },
);
