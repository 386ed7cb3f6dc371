/** A visitor becomes a customer: account, identity, the first deposit, the first trade. */
import { expect, it } from 'vitest';
import { checkInvariants } from '../../server/test/invariants.ts';
import { formatGroupedAmount, toPersianNumerals } from '../figures.ts';
import type { Screen } from '../screen.ts';
import { useTestServer } from '../stage.ts';
import { closeDialog, findDialog, logIn, PASSWORD, signUp } from '../steps.ts';

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
  await findDialog(screen).waitFor();
  await closeDialog(screen);
  await screen.only('button', 'account.sandboxVerify').click();
  await screen.only('heading', 'account.state.AUTHORIZED.title').waitFor();
}

async function depositToman(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/wallet');
  await screen.only('button', 'wallet.toman.deposit').click();
  const amount = formatGroupedAmount(screen, DEPOSIT);
  await screen.only('textbox', 'wallet.deposit.amount', {}, findDialog(screen)).fill(String(DEPOSIT));
  await screen.only('button', 'wallet.deposit.submit', { amount }, findDialog(screen)).click();
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
async function buyBitcoin(screen: Screen): Promise<string> {
  const { page } = screen;
  await page.goto('/profile/otc');
  const pay = screen.only('textbox', 'trade.box.pay');
  await screen.only('button', 'trade.reason.MANDATORY').waitFor();
  await pay.fill(toPersianNumerals(String(TRADE)));
  await screen.only('button', 'trade.action.buy', { coin: BITCOIN }).click();
  const dialog = findDialog(screen);
  await screen.only('button', 'trade.confirm.buy', {}, dialog).click();
  await dialog.getByText(`${screen.say('trade.receipt.done')}.`, { exact: true }).waitFor();
  const number = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await dialog.textContent()) ?? '')?.[0];
  expect(number).toBeTruthy();
  await closeDialog(screen);
  await expect.poll(() => pay.inputValue()).toBe('');
  return number as string;
}

async function expectTrade(screen: Screen, number: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/wallet');
  await screen.only('button', 'wallet.coins.depositCoin', { coin: BITCOIN }).waitFor();
  await page.goto('/profile/history');
  await page.getByRole('button', { name: screen.saying('wallet.history.receiptOf') }).click();
  await findDialog(screen).getByText(number, { exact: true }).waitFor();
}

it('a visitor signs up, is verified, deposits Toman, and buys a coin after signing in again', async () => {
  const screen = await stage.open({ language: 'fa', theme: 'dark', width: 360, height: 800 });
  await becomeCustomer(screen);
  await depositToman(screen);
  await logOut(screen);
  await logIn(screen, stage.url, EMAIL, PASSWORD);
  await screen.only('heading', 'profile.dashboard.title').waitFor();
  await expectTrade(screen, await buyBitcoin(screen));
  await screen.examine('newcomer');
  await screen.close();
  expect(await checkInvariants(stage.db)).toBeNull();
});
