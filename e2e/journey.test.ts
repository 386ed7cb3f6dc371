import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../server/test/running-server.ts';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { closeDialog, logIn, PASSWORD, signUp } from './steps.ts';

const stage = useTestServer({ shared: true, wholeChromium: true });

/** From the home page to the account page. */
async function signUpFromHome(screen: Screen, email: string): Promise<void> {
  const { page } = screen;
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByText(screen.look.language === 'fa' ? '۰٫۰۰۰۱' : '0.0001')
    .first()
    .waitFor();
  await screen.examine('home');
  await page
    .getByRole('link', { name: screen.say('nav.signUp') })
    .first()
    .click();
  await page.waitForURL('**/sign-up');
  await signUp(screen, stage.url, email);
}

async function getVerified(screen: Screen): Promise<void> {
  const { page } = screen;
  // The country of residence is requested first; it can wait.
  await page.getByRole('dialog').waitFor();
  await closeDialog(screen);
  await screen.button('account.sandboxVerify').waitFor();
  await screen.examine('account-unverified');
  await screen.button('account.sandboxVerify').click();
  await page.getByText(screen.say('account.state.AUTHORIZED.title')).first().waitFor();
  await screen.examine('account-verified');
}

async function depositToman(screen: Screen, toman: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/wallet');
  await screen.button('wallet.toman.deposit').waitFor();
  await screen.examine('wallet-empty');
  await screen.button('wallet.toman.deposit').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(screen.say('wallet.deposit.amount')).first().fill(toman);
  await screen.examine('deposit');
  await dialog.getByRole('button', { name: screen.saying('wallet.deposit.submit') }).click();
  await page.waitForURL('**/sandbox/bank/**');
  await screen.button('sandbox.bank.pay').waitFor();
  await screen.examine('bank');
  await screen.button('sandbox.bank.pay').click();
  await page.waitForURL('**/redirect-from-banks**');
  await page.getByText(screen.say('wallet.bankReturn.PAID.title')).first().waitFor();
  await screen.examine('bank-return');
}

async function logOut(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/');
  await screen.button('nav.userMenu').click();
  await page.getByRole('menuitem', { name: screen.say('nav.exit') }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByText(screen.say('exit.title')).waitFor();
  await screen.examine('exit');
  await dialog.getByRole('button', { name: screen.say('action.yes') }).click();
  await page.waitForURL('**/login');
}

async function submitLogIn(screen: Screen, email: string, password: string): Promise<void> {
  await logIn(screen, stage.url, email, password);
  const title = screen.say('profile.dashboard.title');
  await screen.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await screen.page.getByText(screen.say('dashboard.next.title')).waitFor();
  await screen.examine('dashboard');
}

/** Buys BITCOIN for the whole typed amount, from the quick trade to the receipt; returns the receipt's number. */
async function buyBitcoin(screen: Screen, total: string): Promise<string> {
  const { page } = screen;
  const coin = screen.look.language === 'fa' ? 'بیت‌کوین' : 'Bitcoin';
  await page.goto('/profile/otc');
  const pay = page.getByLabel(screen.say('trade.box.pay')).first();
  await pay.waitFor();
  await screen.button('trade.reason.MANDATORY').waitFor();
  await screen.examine('otc');
  await pay.fill(screen.look.language === 'fa' ? '۱' : '0.01');
  await screen.button('trade.fill.MIN').click();
  await screen.button('trade.action.buy', { coin }).waitFor();
  await pay.fill(total);
  await screen.button('trade.action.buy', { coin }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByText(screen.say('trade.confirm.buyTitle')).waitFor();
  await screen.examine('confirm');
  await dialog.getByRole('button', { name: screen.say('trade.confirm.buy') }).click();
  await dialog.getByText(screen.say('trade.receipt.done')).first().waitFor();
  await screen.examine('receipt');
  const number = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await dialog.textContent()) ?? '')?.[0];
  expect(number).toBeTruthy();
  await page.keyboard.press('Escape');
  await expect.poll(() => pay.inputValue()).toBe('');
  return number as string;
}

async function expectReceipt(screen: Screen, number: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/wallet');
  await page.getByRole('heading', { name: screen.say('wallet.coins.title') }).waitFor();
  await page.getByLabel(screen.say('wallet.coins.search')).fill('btc');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await screen.examine('wallet');
  await page.goto('/profile/history');
  await page
    .getByRole('button', { name: screen.saying('wallet.history.receiptOf') })
    .first()
    .click();
  await page.getByText(number).waitFor();
  await screen.examine('history-receipt');
}

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))(
  'the journey of a new user ($name)',
  ({ look }) => {
    it('leads from the home page to a receipt and a larger balance', async () => {
      const screen = await stage.open(look);
      const email = `journey-${look.language}-${look.theme}-${look.width}@sarraf.test`;
      await signUpFromHome(screen, email);
      await getVerified(screen);
      await depositToman(screen, '25000000');
      await logOut(screen);
      if (look.language === 'fa') {
        await submitLogIn(screen, email, PASSWORD);
        await expectReceipt(screen, await buyBitcoin(screen, '۲۰٬۰۰۰٬۰۰۰'));
      } else {
        // In English the quote is Tether, of which this new user has none.
        await submitLogIn(screen, 'demo@sarraf.test', DEMO_PASSWORD);
        await expectReceipt(screen, await buyBitcoin(screen, '500'));
      }
      await screen.close();
    });

    it('redirects users without permission to a page where they can continue', async () => {
      const screen = await stage.open(look);
      const { page } = screen;
      await page.goto('/no/such/page');
      await page.waitForURL(`${stage.url}/`);
      await page.goto('/profile/wallet');
      await page.waitForURL('**/login**');
      await page.goto('/sandbox');
      await page.getByRole('heading', { level: 1 }).waitFor();
      // No pictures: the page lists the messages of all journeys.
      await screen.examine('sandbox', { picture: false });
      await page.context().setOffline(true);
      await page.getByText(screen.say('state.reconnecting'), { exact: true }).first().waitFor();
      await screen.examine('reconnecting', { picture: false });
      await page.context().setOffline(false);
      await page.getByText(screen.say('state.reconnectingText')).waitFor({ state: 'hidden' });
      await screen.close();
    });
  },
);
