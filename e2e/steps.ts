/** Steps of users that occur in more than one journey. */
import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { callServer, DEMO_PASSWORD, signIn } from '../server/test/running-server.ts';
import { pollUntil } from '../server/test/waiting.ts';
import type { Screen } from './screen.ts';

export const PASSWORD = 'Copper-River-48';
/** Of a wallet that is not the exchange's, on the networks of Ethereum. */
export const EXTERNAL_ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';

const CODE_LIMIT_MS = 60_000;

/** The newest code sent to an e-mail address or a mobile number; 'none' before the first. */
export async function readNewestCode(url: string, to: string): Promise<string> {
  const { body } = await callServer(url, 'GET', `/sandbox/outbox?to=${encodeURIComponent(to)}`);
  return body.find(({ code }: { code: string | null }) => code !== null)?.code ?? 'none';
}

/** The next code after an earlier one; it may arrive after the form that requires it. */
export async function waitForNextCode(last: string, url: string, to: string): Promise<string> {
  let code = last;
  // Also in hooks, where `expect.poll` can't be used.
  await pollUntil(async () => {
    code = await readNewestCode(url, to);
    return code !== last;
  }, CODE_LIMIT_MS);
  return code;
}

/** From the sign-up form to the account page. */
export async function signUp(screen: Screen, url: string, email: string): Promise<void> {
  const { page } = screen;
  await page.goto('/sign-up');
  await page.getByLabel(screen.say('auth.email')).fill(email);
  await screen.examine('sign-up');
  await page.getByLabel(screen.say('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await screen.only('button', 'auth.signUp.submit').click();
  await page.waitForURL('**/sign-up/email-verification');
  await screen.examine('email-verification');
  await page.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(url, email));
  await page.waitForURL('**/profile/account');
}

/** Signs in with the password and the next code, of the e-mail by default; the landing page depends on the user. */
export async function logIn(
  screen: Screen,
  url: string,
  email: string,
  password = DEMO_PASSWORD,
  code = () => readNewestCode(url, email),
): Promise<void> {
  const { page } = screen;
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await screen.examine('login');
  await page.getByLabel(screen.say('auth.email')).fill(email);
  await page.getByLabel(screen.say('auth.password'), { exact: true }).fill(password);
  await screen.only('button', 'auth.login.submit').click();
  await page.waitForURL('**/login/send-mail');
  await screen.examine('login-code');
  await page.getByLabel(screen.say('auth.code.label')).fill(await code());
  await page.waitForURL('**/profile**');
}

/** Signs in without the form, where signing in is not tested; returns the token. */
export async function signInWithoutForm(screen: Screen, url: string, email: string): Promise<string> {
  const token = await signIn(url, email);
  const value = encodeURIComponent(`Bearer ${token}`);
  await screen.page.context().addCookies([{ name: 'sarraf_token', value, url }]);
  return token;
}

/** Waits until the server has rendered the page for the next visit; a visit in the meantime gets an empty layout. */
export const waitUntilRendered = (page: Page, path: string) =>
  expect.poll(async () => (await page.request.get(path)).text()).toMatch(/<h1[ >]/);

/**
 * Waits until the page is hydrated: from now on keys are handled, and links navigate without a page load. React
 * marks the root and each element that it has created or hydrated.
 */
export const waitUntilHydrated = (page: Page) =>
  page.waitForFunction(() =>
    ['#root', '#root h1'].every((which) => {
      const node = document.querySelector(which);
      return node !== null && Object.keys(node).some((key) => key.startsWith('__react'));
    }),
  );

/** Holds requests to these URLs until the returned function is called. */
export async function holdRequests(page: Page, addresses: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const holdRoute = async (route: Route) => {
    await released.promise;
    // A page that has navigated away in the meantime no longer waits for it.
    await route.continue().catch(() => undefined);
  };
  await page.context().route(addresses, holdRoute);
  return async () => {
    released.resolve();
    await page.context().unroute(addresses, holdRoute);
  };
}

export const findDialog = ({ page }: Screen) => page.getByRole('dialog');

export const closeDialog = (screen: Screen): Promise<void> =>
  pressEscapeUntilGone(screen, findDialog(screen));

/** Presses Escape until it is gone: an element that is still opening doesn't listen yet. */
export async function pressEscapeUntilGone({ page }: Screen, opened: Locator): Promise<void> {
  const pressEscape = async () => {
    await page.keyboard.press('Escape');
    return opened.count();
  };
  await expect.poll(pressEscape, { interval: 300 }).toBe(0);
}

/** Waits until the dialog's button shows this error. */
export const waitForButtonError = (screen: Screen, text: string, values: Record<string, string> = {}) =>
  findDialog(screen)
    .getByRole('button', { name: screen.saying(text, values) })
    .waitFor();

/** The second step of a withdrawal, with the code of the e-mail; the dialog then shows the next step. */
export async function confirmWithCode(screen: Screen, url: string, email: string): Promise<void> {
  const dialog = findDialog(screen);
  await dialog.getByText(screen.say('withdraw.code.title')).waitFor();
  await dialog.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(url, email));
  await dialog.getByText(screen.say('withdraw.success.title')).waitFor();
}

/** Requests a withdrawal by the API, where the form is not tested; returns its id. `token`: of the user with `email`. */
export async function requestTetherWithdrawal(
  url: string,
  email: string,
  token: string,
  amount: string,
): Promise<string> {
  const last = await readNewestCode(url, email);
  const body = {
    amount,
    relatedCoin: 'TETHER',
    tokenType: 'ERC20',
    destinationWalletAddress: EXTERNAL_ADDRESS,
  };
  await callServer(url, 'POST', '/users/send-code', { token, body });
  const code = await waitForNextCode(last, url, email);
  const reply = await callServer(url, 'POST', '/wallets/withdrawal-request', {
    token,
    key: crypto.randomUUID(),
    body: { ...body, code },
  });
  expect(reply.body).toMatchObject({ status: 'OK' });
  return reply.body.baseDTO.id;
}

interface ConfirmationInput {
  /** Unset: none is required. */
  password?: string;
  /** Returns a code of the user's method; called once the dialog is open. */
  code: () => Promise<string>;
}

/** Confirms the user's identity before a change of the account's protection. */
export async function confirmChange(screen: Screen, { password, code }: ConfirmationInput): Promise<void> {
  const dialog = findDialog(screen).filter({ hasText: screen.say('auth.confirm.title') });
  const boxes = dialog.getByLabel(screen.say('auth.code.label'));
  await boxes.waitFor();
  if (password !== undefined) await dialog.getByLabel(screen.say('auth.confirm.password')).fill(password);
  await boxes.fill(await code());
  await dialog.waitFor({ state: 'hidden' }).catch(async (error: Error) => {
    throw new Error(`${error.message}\nthe dialog says: ${await dialog.innerText()}`);
  });
}

/** On the wallet page: includes coins without a balance, which are collapsed if there are others. */
export async function showAllCoins({ page }: Screen): Promise<void> {
  const fold = page.locator('section[aria-labelledby="coin-wallets"] button[aria-expanded]');
  const rows = page.locator('section[aria-labelledby="coin-wallets"] table:not([aria-busy]) tbody tr');
  await rows.first().waitFor();
  if ((await fold.count()) > 0 && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
}
