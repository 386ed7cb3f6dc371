/** A visitor becomes a customer: account, identity, the first deposit, the first trade. */
import { expect, it } from 'vitest';
import { checkInvariants } from '../../server/test/invariants.ts';
import { figure, toPersian } from '../figures.ts';
import type { Screen } from '../screen.ts';
import { useTestServer } from '../stage.ts';
import { closeDialog, dialogOf, logIn, PASSWORD, signUp } from '../steps.ts';

const stage = useTestServer({ journey: true });
const EMAIL = 'newcomer@sarraf.test';
const BITCOIN = 'بیت‌کوین';
const DEPOSIT = 25_000_000;
const TRADE = 20_000_000;

async function becomeCustomer(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/');
  await screen.only('link', 'nav.signUp', {}, page.getByRole('banner')).click();
  await page.waitForURL('**/sign-up');
  await signUp(screen, stage.url, EMAIL);
  // The country of residence is requested first; it can wait.
  await dialogOf(screen).waitFor();
  await closeDialog(screen);
  await screen.only('button', 'account.sandboxVerify').click();
  await screen.only('heading', 'account.state.AUTHORIZED.title').waitFor();
}

async function deposit(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/wallet');
  await screen.only('button', 'wallet.toman.deposit').click();
  const amount = figure(screen, DEPOSIT);
  await screen.only('textbox', 'wallet.deposit.amount', {}, dialogOf(screen)).fill(String(DEPOSIT));
  await screen.only('button', 'wallet.deposit.submit', { amount }, dialogOf(screen)).click();
  await page.waitForURL('**/sandbox/bank/**');
  await screen.only('button', 'sandbox.bank.pay', { amount }).click();
  await page.waitForURL('**/redirect-from-banks**');
  await screen.only('heading', 'wallet.bankReturn.PAID.title').waitFor();
}

async function logOut(screen: Screen): Promise<void> {
  const { page } = screen;
  await screen.only('button', 'nav.userMenu').click();
  await screen.only('menuitem', 'nav.exit').click();
  await screen.only('button', 'action.yes', {}, page.getByRole('alertdialog')).click();
  await page.waitForURL('**/login');
}

/** Returns the receipt's number. */
async function buy(screen: Screen): Promise<string> {
  const { page } = screen;
  await page.goto('/profile/otc');
  const pay = screen.only('textbox', 'trade.box.pay');
  await screen.only('button', 'trade.reason.MANDATORY').waitFor();
  await pay.fill(toPersian(String(TRADE)));
  await screen.only('button', 'trade.action.buy', { coin: BITCOIN }).click();
  const dialog = dialogOf(screen);
  await screen.only('button', 'trade.confirm.buy', {}, dialog).click();
  await dialog.getByText(`${screen.say('trade.receipt.done')}.`, { exact: true }).waitFor();
  const number = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await dialog.textContent()) ?? '')?.[0];
  expect(number).toBeTruthy();
  await closeDialog(screen);
  await expect.poll(() => pay.inputValue()).toBe('');
  return number as string;
}

async function findTrade(screen: Screen, number: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/wallet');
  await screen.only('button', 'wallet.coins.depositCoin', { coin: BITCOIN }).waitFor();
  await page.goto('/profile/history');
  await page.getByRole('button', { name: screen.saying('wallet.history.receiptOf') }).click();
  await dialogOf(screen).getByText(number, { exact: true }).waitFor();
}

it('a visitor signs up, is verified, deposits Toman, and buys a coin after signing in again', async () => {
  const screen = await stage.open({ language: 'fa', theme: 'dark', width: 360, height: 800 });
  await becomeCustomer(screen);
  await deposit(screen);
  await logOut(screen);
  await logIn(screen, stage.url, EMAIL, PASSWORD);
  await screen.only('heading', 'profile.dashboard.title').waitFor();
  await findTrade(screen, await buy(screen));
  await screen.examine('newcomer');
  await screen.close();
  expect(await checkInvariants(stage.db)).toBeNull();
});
