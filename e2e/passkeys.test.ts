/**
 * Passkeys on a phone: added, used for signing in and in place of the code, renamed, and removed. The authenticator
 * is Chromium's.
 */
import { describe, it } from 'vitest';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { confirmChange, findDialog, PASSWORD, readNewestCode, signUp, waitForNextCode } from './steps.ts';

const stage = useTestServer({ shared: true });
/** Each language and theme once. */
const PHONES = [
  ...new Map(
    LOOKS.map((look) => [`${look.language} ${look.theme}`, { ...look, width: 360, height: 800 }]),
  ).values(),
];

/** Emulates a phone's authenticator, which stores passkeys and verifies its user. */
async function addAuthenticator({ page }: Screen) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether user verification succeeds. */
    knowOwner: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function logOut({ page }: Screen): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('sarraf.token'));
}

async function addPasskey(screen: Screen, url: string, email: string, name: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/settings');
  await page.getByText(screen.say('settings.passkeys.none')).waitFor();
  const last = await readNewestCode(url, email);
  await screen.button('settings.passkeys.add').click();
  await confirmChange(screen, { password: PASSWORD, code: () => waitForNextCode(last, url, email) });
  const dialog = findDialog(screen).filter({ hasText: screen.say('settings.passkeys.addTitle') });
  await dialog.getByLabel(screen.say('settings.passkeys.name')).fill(name);
  await screen.examine('settings-passkey-add');
  await dialog.getByRole('button', { name: screen.say('settings.passkeys.make') }).click();
  await page.getByText(screen.say('settings.passkeys.added')).waitFor();
  await page.getByText(name, { exact: true }).waitFor();
  await page.getByText(screen.say('settings.passkeys.unused')).waitFor();
  await screen.examine('settings-passkeys');
}

const OFFERS_DISABLED_KEY = 'test.silent';
/** Chromium's authenticator accepts an offered passkey immediately; so tests of the button disable the offer. */
const disableOffers = ({ page }: Screen) =>
  page.addInitScript((silent) => {
    if (localStorage.getItem(silent)) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  }, OFFERS_DISABLED_KEY);
const setOffersDisabled = ({ page }: Screen, silent: boolean) =>
  page.evaluate(([name, on]) => (on ? localStorage.setItem(name, '1') : localStorage.removeItem(name)), [
    OFFERS_DISABLED_KEY,
    silent,
  ] as const);

/** Signs in with the browser's suggestion in the address field: nothing is typed or pressed. */
async function signInBySuggestion({ page }: Screen): Promise<void> {
  await page.goto('/login');
  await page.waitForURL('**/profile/account');
}

async function signInByPasskey(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/login');
  await screen.button('auth.passkey.login').waitFor();
  await screen.examine('login-passkey');
  await screen.button('auth.passkey.login').click();
  await page.waitForURL('**/profile/account');
}

async function signInByPassword(screen: Screen, email: string): Promise<void> {
  const { page } = screen;
  await page.goto('/login');
  await page.getByLabel(screen.say('auth.email')).fill(email);
  await page.getByLabel(screen.say('auth.password'), { exact: true }).fill(PASSWORD);
  await screen.button('auth.login.submit').click();
  await page.waitForURL('**/login/send-mail');
  await screen.button('auth.passkey.instead').waitFor();
  await screen.examine('login-code-passkey');
  await screen.button('auth.passkey.instead').click();
  await page.waitForURL('**/profile/account');
}

async function renamePasskey(screen: Screen, from: string, to: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/settings');
  await page.getByText(screen.saying('settings.passkeys.used')).waitFor();
  await page.getByRole('button', { name: screen.say('settings.passkeys.renameOf', { name: from }) }).click();
  const dialog = findDialog(screen);
  await dialog.getByLabel(screen.say('settings.passkeys.name')).fill(to);
  await dialog.getByRole('button', { name: screen.say('settings.passkeys.save') }).click();
  await page.getByText(to, { exact: true }).waitFor();
}

/** The passkey confirms its own removal, in place of the code. */
async function removePasskey(screen: Screen, name: string): Promise<void> {
  const { page } = screen;
  await page.getByRole('button', { name: screen.say('settings.passkeys.removeOf', { name }) }).click();
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByText(screen.say('settings.passkeys.removeTitle')).waitFor();
  await screen.examine('settings-passkey-remove');
  await confirmation.getByRole('button', { name: screen.say('settings.passkeys.remove') }).click();
  const dialog = findDialog(screen).filter({ hasText: screen.say('auth.confirm.title') });
  await dialog.getByLabel(screen.say('auth.confirm.password')).fill(PASSWORD);
  await screen.examine('confirm-passkey');
  await dialog.getByRole('button', { name: screen.say('auth.passkey.instead') }).click();
  await page.getByText(screen.say('settings.passkeys.removed')).waitFor();
  await page.getByText(screen.say('settings.passkeys.none')).waitFor();
}

describe.each(PHONES.map((look) => ({ look, name: lookName(look) })))('passkeys ($name)', ({ look }) => {
  it('sign in without a password and after it, and no longer once they are removed', async () => {
    // Passkeys need a host name, not an IP address.
    const url = stage.url.replace('127.0.0.1', 'localhost');
    const screen = await stage.open(look, { url });
    const { page } = screen;
    const email = `passkeys-${look.language}-${look.theme}@sarraf.test`;
    const { knowOwner } = await addAuthenticator(screen);
    await signUp(screen, url, email);
    await addPasskey(screen, url, email, 'My phone');
    await logOut(screen);
    await signInBySuggestion(screen);
    await logOut(screen);
    await disableOffers(screen);
    await setOffersDisabled(screen, true);
    await signInByPasskey(screen);
    await logOut(screen);
    await signInByPassword(screen, email);
    await renamePasskey(screen, 'My phone', 'Old phone');
    await removePasskey(screen, 'Old phone');
    await logOut(screen);
    await page.goto('/login');
    await knowOwner(false);
    await screen.button('auth.passkey.login').click();
    await page.getByText(screen.say('auth.passkey.error.CANCELLED')).waitFor();
    await knowOwner(true);
    await screen.button('auth.passkey.login').click();
    await page.getByText(screen.say('error.PASSKEY_REFUSED')).waitFor();
    await screen.examine('login-passkey-refused');
    await page.goto('/profile/settings');
    await page.waitForURL('**/login**');
    await screen.close();
  });
});
