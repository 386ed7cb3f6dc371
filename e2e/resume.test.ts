/**
 * Resuming unfinished steps: a trade that was entered before there was an account or money, a payment left at the
 * bank.
 */
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../server/test/running-server.ts';
import { formatGroupedAmount } from './figures.ts';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { closeDialog, findDialog, PASSWORD, readNewestCode, signUp } from './steps.ts';

const stage = useTestServer({ shared: true });
const TOTAL = 2_000_000;

const findPayButton = (screen: Screen) => screen.page.getByLabel(screen.say('trade.box.pay')).first();

/** On the home page, as a visitor, up to the log-in. */
async function enterAmount(screen: Screen, total: string): Promise<void> {
  await screen.page.goto('/');
  await findPayButton(screen).fill(total);
  // The result is calculated, so the page's scripts have the input.
  const receive = screen.page.getByLabel(screen.say('trade.box.receive')).first();
  await expect.poll(() => receive.inputValue()).not.toBe('');
  await screen.page.getByRole('link', { name: screen.say('trade.action.login') }).click();
  await screen.page.waitForURL('**/login');
}

const findConfirmation = (screen: Screen) =>
  findDialog(screen).getByText(screen.say('trade.confirm.buyTitle'));

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))(
  'an unfinished trade ($name)',
  ({ look }) => {
    it('is confirmed after a two-step log-in, and not executed before', async () => {
      const screen = await stage.open(look);
      const { page } = screen;
      await enterAmount(screen, look.language === 'fa' ? String(TOTAL) : '150');
      await page.getByLabel(screen.say('auth.email')).fill('demo@sarraf.test');
      await page.getByLabel(screen.say('auth.password'), { exact: true }).fill(DEMO_PASSWORD);
      await screen.button('auth.login.submit').click();
      await page.waitForURL('**/login/send-mail');
      await page
        .getByLabel(screen.say('auth.code.label'))
        .fill(await readNewestCode(stage.url, 'demo@sarraf.test'));
      await page.waitForURL('**/profile/otc');
      await findConfirmation(screen).waitFor();
      await screen.examine('resumed-confirmation');
      await findDialog(screen)
        .getByRole('button', { name: screen.say('trade.confirm.cancel') })
        .click();
      await findDialog(screen).waitFor({ state: 'hidden' });
      // Only once: it doesn't return.
      await page.reload();
      await findPayButton(screen).waitFor();
      await expect.poll(() => findPayButton(screen).inputValue()).toBe('');
      expect(await page.evaluate(() => localStorage.getItem('sarraf.trade'))).toBeNull();
      await screen.close();
    });
  },
);

describe.each(LOOKS.slice(0, 1).map((look) => ({ look, name: lookName(look) })))(
  'a new user ($name)',
  ({ look }) => {
    it('finds the trade again after sign-up, verification and the missing deposit', async () => {
      const screen = await stage.open(look);
      const { page } = screen;
      await enterAmount(screen, String(TOTAL));
      await signUp(screen, stage.url, `resume-${look.language}@sarraf.test`);
      await findDialog(screen).waitFor();
      await closeDialog(screen);
      await screen.button('account.sandboxVerify').click();
      await page.getByText(screen.say('account.state.AUTHORIZED.title')).first().waitFor();

      await page.goto('/profile');
      const resumeLink = page.getByRole('link', { name: screen.say('wallet.resume.buy.goOn') });
      await resumeLink.waitFor();
      await screen.examine('resume-offer');
      await resumeLink.click();
      await page.waitForURL('**/profile/otc');
      const topUp = page.getByRole('link', {
        name: screen.say('trade.topUp', {
          amount: `${formatGroupedAmount(screen, TOTAL)} ${look.language === 'fa' ? 'تومان' : 'Toman'}`,
        }),
      });
      await topUp.waitFor();
      await screen.examine('resumed-short');
      await topUp.click();

      const submit = screen.button('wallet.deposit.submit', { amount: formatGroupedAmount(screen, TOTAL) });
      await submit.click();
      await page.waitForURL('**/sandbox/bank/**');
      await leaveAtBankPage(screen);
      await screen.button('sandbox.bank.pay').click();
      await page.waitForURL('**/redirect-from-banks**');
      await resumeLink.waitFor();
      await screen.examine('bank-return-resume');
      await resumeLink.click();
      await findConfirmation(screen).waitFor();
      await findDialog(screen)
        .getByRole('button', { name: screen.say('trade.confirm.buy') })
        .click();
      await findDialog(screen).getByText(screen.say('trade.receipt.done')).first().waitFor();
      await screen.close();
    });
  },
);

describe.each(LOOKS.slice(0, 1).map((look) => ({ look, name: lookName(look) })))(
  'from the home page to a completed trade ($name)',
  ({ look }) => {
    it('takes eleven presses and four fields, none twice', async () => {
      const screen = await stage.open(look);
      const { page } = screen;
      const presses = await countPresses(screen);
      const email = `few-${look.language}@sarraf.test`;
      await enterAmount(screen, String(TOTAL));
      await page.getByRole('link', { name: screen.say('auth.login.toSignUp') }).click();
      await page.waitForURL('**/sign-up');
      await page.getByLabel(screen.say('auth.email')).fill(email);
      await page.getByRole('checkbox').check();
      const password = page.getByLabel(screen.say('auth.password'), { exact: true });
      await password.fill(PASSWORD);
      await password.press('Enter');
      await page.waitForURL('**/sign-up/email-verification');
      await page.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(stage.url, email));
      // The country of residence can wait.
      await findDialog(screen)
        .getByRole('button', { name: screen.say('action.close') })
        .click();
      await screen.button('account.sandboxVerify').click();
      await page.getByRole('link', { name: screen.say('account.startTrading') }).click();
      await page.getByRole('link', { name: screen.saying('trade.topUp') }).click();
      await screen.button('wallet.deposit.submit', { amount: formatGroupedAmount(screen, TOTAL) }).click();
      await screen.button('sandbox.bank.pay').click();
      await page.getByRole('link', { name: screen.say('wallet.resume.buy.goOn') }).click();
      await findConfirmation(screen).waitFor();
      const confirm = screen.say('trade.confirm.buy');
      await findDialog(screen).getByRole('button', { name: confirm }).click();
      await findDialog(screen).getByText(screen.say('trade.receipt.done')).first().waitFor();
      expect(await presses()).toBeLessThanOrEqual(11);
      await screen.close();
    });
  },
);

/** Counts finger and mouse presses on every page of this tab. */
async function countPresses({ page }: Screen): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    document.addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1)),
      true,
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('presses')));
}

/**
 * Closes the tab at the bank's page, and finds its payment in the deposit sheet: abandons it, and resumes it after
 * all.
 */
async function leaveAtBankPage(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/wallet?deposit=TOMAN');
  const drop = findDialog(screen).getByRole('button', { name: screen.say('wallet.open.drop') });
  await drop.waitFor();
  await screen.examine('open-payment');
  await drop.click();
  await drop.waitFor({ state: 'hidden' });
  await screen.examine('open-payment-dropped');
  await findDialog(screen)
    .getByRole('button', { name: screen.say('wallet.open.goOn') })
    .click();
  await page.waitForURL('**/sandbox/bank/**');
}
