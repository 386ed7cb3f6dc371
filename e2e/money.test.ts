/** Coins and Toman, in and out, with what is refused on the way, and the staff's part of it. */
import { describe, it } from 'vitest';
import { call, signIn } from '../server/test/running-server.ts';
import { holdUntil, reviewFrom } from '../server/test/withdrawal-limits.ts';
import { LOOKS, type Screen } from './screen.ts';
import { nameOf, useStage } from './stage.ts';
import { codeFor, logIn } from './steps.ts';

const stage = useStage({ signer: true });
const DEMO = 'demo@sarraf.test';
const STRANGER = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const MISTYPED = '0x9d8a62F656a8d1615C1294fd71e9CFb3E4855A4F';
/** Five million Toman: from here on staff looks first. */
const REVIEW_FROM = 5_000_000_000_000n;
const NEVER = 10n ** 30n;

const NAMES = {
  fa: { LITE_COIN: 'لایت‌کوین', TETHER: 'تتر' },
  en: { LITE_COIN: 'Litecoin', TETHER: 'Tether' },
};
const nameOfCoin = ({ look }: Screen, coin: 'LITE_COIN' | 'TETHER') => NAMES[look.language][coin];
const dialogOf = ({ page }: Screen) => page.getByRole('dialog');
const makeBlocks = (chain: string) =>
  call(stage.url, 'POST', `/sandbox/chains/${chain}/blocks`, { body: { count: 6 } });

async function openWallet(screen: Screen): Promise<void> {
  await screen.page.goto('/profile/wallet');
  await screen.button('wallet.coins.depositCoin', { coin: nameOfCoin(screen, 'LITE_COIN') }).waitFor();
}

async function closeDialog(screen: Screen): Promise<void> {
  await screen.page.keyboard.press('Escape');
  await dialogOf(screen).waitFor({ state: 'hidden' });
}

async function depositCoin(screen: Screen, token: string): Promise<void> {
  const { page } = screen;
  await openWallet(screen);
  await screen.examine('wallet');
  await screen.button('wallet.coins.depositCoin', { coin: nameOfCoin(screen, 'LITE_COIN') }).click();
  const query = '?relatedCoin=LITE_COIN&tokenType=LITE_COIN';
  const { body } = await call(stage.url, 'GET', `/wallets/customer/wallet-address${query}`, { token });
  const { address } = body.baseDTO;
  await dialogOf(screen).getByText(address.slice(0, 4), { exact: true }).first().waitFor();
  await screen.examine('coin-deposit');
  await call(stage.url, 'POST', '/sandbox/chains/LITE_COIN/faucet', {
    body: { relatedCoin: 'LITE_COIN', address, amount: '0.5' },
  });
  await dialogOf(screen).getByText(screen.saying('history.state.confirmations')).first().waitFor();
  await screen.examine('coin-deposit-pending');
  await makeBlocks('LITE_COIN');
  await dialogOf(screen).getByText(screen.say('history.state.CONFIRMED')).first().waitFor();
  await closeDialog(screen);
  await page.goto('/profile/history?tab=crypto');
  await page.getByText(screen.say('history.state.CONFIRMED')).first().waitFor();
  await screen.examine('history-coin-deposits');
}

/** The button says in their order what is missing (specification §5.7). */
async function refusals(screen: Screen): Promise<void> {
  const dialog = dialogOf(screen);
  const amount = dialog.getByRole('textbox').first();
  const says = (fault: string) =>
    dialog.getByRole('button', { name: screen.saying(`withdraw.fault.${fault}`) }).waitFor();
  await says('NO_NETWORK');
  await dialog.getByText('ERC20').click();
  await says('NO_AMOUNT');
  await amount.fill('999999');
  await says('NOT_ENOUGH');
  await amount.fill('0.5');
  await says('BELOW');
  await amount.fill('20');
  await says('NO_ADDRESS');
  await dialog.getByLabel(screen.say('withdraw.address')).fill(MISTYPED);
  await says('INVALID_ADDRESS');
  await screen.examine('coin-withdraw-refused');
  await dialog.getByLabel(screen.say('withdraw.address')).fill(STRANGER);
}

async function confirmWithCode(screen: Screen): Promise<void> {
  const dialog = dialogOf(screen);
  await dialog.getByText(screen.say('withdraw.code.title')).waitFor();
  await screen.examine('withdraw-code');
  await dialog.getByLabel(screen.say('auth.code.label')).fill(await codeFor(stage.url, DEMO));
  await dialog.getByText(screen.say('withdraw.success.title')).waitFor();
  await screen.examine('withdraw-success');
}

async function withdrawCoin(screen: Screen): Promise<void> {
  const { page } = screen;
  await openWallet(screen);
  await screen.button('wallet.coins.withdrawCoin', { coin: nameOfCoin(screen, 'TETHER') }).click();
  await refusals(screen);
  await screen.button('withdraw.next').click();
  await confirmWithCode(screen);
  await closeDialog(screen);
  await page.goto('/profile/history?tab=crypto&kind=withdraw');
  await page.getByText(screen.say('history.state.SENT')).first().waitFor();
  await makeBlocks('ETHEREUM');
  await page.getByText(screen.say('history.state.DONE')).first().waitFor();
  await screen.examine('history-coin-withdrawals');
}

async function withdrawToman(screen: Screen, amount: string): Promise<void> {
  await openWallet(screen);
  await screen.button('wallet.toman.withdraw').click();
  const dialog = dialogOf(screen);
  const says = (fault: string) =>
    dialog.getByRole('button', { name: screen.saying(`withdraw.fault.${fault}`) }).waitFor();
  await says('NO_AMOUNT');
  const field = dialog.getByLabel(screen.say('withdraw.toman.amount')).first();
  await field.fill('900000000000');
  await says('NOT_ENOUGH');
  await field.fill('1000');
  await says('BELOW');
  await screen.examine('toman-withdraw-refused');
  await field.fill(amount);
  await screen.button('withdraw.next').click();
  await confirmWithCode(screen);
}

async function cancel(screen: Screen): Promise<void> {
  await screen.button('history.cancel.action').click();
  const question = screen.page.getByRole('alertdialog');
  await question.getByText(screen.say('history.cancel.title')).waitFor();
  await screen.examine('withdraw-cancel');
  await question.getByRole('button', { name: screen.say('history.cancel.action') }).click();
  await dialogOf(screen).getByText(screen.say('history.state.moneyBack')).first().waitFor();
  await closeDialog(screen);
}

async function held(screen: Screen): Promise<void> {
  await holdUntil(stage.db, DEMO, new Date(Date.now() + 3_600_000));
  // A session that was read is answered from memory for some seconds.
  await new Promise((resolve) => setTimeout(resolve, 5_500));
  await openWallet(screen);
  await screen.button('wallet.coins.withdrawCoin', { coin: nameOfCoin(screen, 'LITE_COIN') }).click();
  await dialogOf(screen).getByText(screen.say('withdraw.hold.title')).first().waitFor();
  await screen.examine('withdraw-held');
  await closeDialog(screen);
  await holdUntil(stage.db, DEMO, null);
  await new Promise((resolve) => setTimeout(resolve, 5_500));
}

async function decide(screen: Screen, act: 'approve' | 'refuse'): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/withdrawals');
  await screen.button(`treasury.withdrawals.${act}`).waitFor();
  await screen.examine('desk-withdrawals');
  await screen.button(`treasury.withdrawals.${act}`).click();
  const dialog = dialogOf(screen);
  if (act === 'refuse') await dialog.getByRole('textbox').fill('the papers of the account are missing');
  await screen.examine(`desk-${act}`);
  await dialog.getByRole('button', { name: screen.say(`treasury.withdrawals.${act}`) }).click();
  const said = act === 'approve' ? 'approved' : 'refused';
  await page
    .getByText(screen.say(`treasury.withdrawals.${said}`))
    .first()
    .waitFor();
}

describe.each(LOOKS.map((look) => ({ look, name: nameOf(look) })))('money ($name)', ({ look }) => {
  it('a coin comes in and goes out', { timeout: 120_000 }, async () => {
    // Everything of a day counts, what other looks took out too.
    await reviewFrom(stage.db, NEVER);
    const screen = await stage.open(look);
    await logIn(screen, stage.url, DEMO);
    await depositCoin(screen, await signIn(stage.url, DEMO));
    await withdrawCoin(screen);
    await held(screen);
    await screen.page.goto('/profile/walletEx');
    await screen.page.getByText(screen.say('history.totals.remaining.title')).waitFor();
    await screen.examine('wallet-totals');
    await screen.close();
  });

  it('Toman goes out: taken back, let go and refused by staff', { timeout: 120_000 }, async () => {
    await reviewFrom(stage.db, REVIEW_FROM);
    const [person, staff] = await Promise.all([stage.open(look), stage.open(look)]);
    await logIn(person, stage.url, DEMO);
    await withdrawToman(person, '6000000');
    await cancel(person);
    await withdrawToman(person, '6500000');
    await closeDialog(person);
    await logIn(staff, stage.url, 'staff@sarraf.test');
    await decide(staff, 'approve');
    await withdrawToman(person, '7000000');
    await closeDialog(person);
    await decide(staff, 'refuse');
    const { page } = person;
    await page.goto('/profile/history?tab=toman&kind=withdraw');
    for (const state of ['CANCELLED', 'TOMAN_APPROVED', 'REFUSED'])
      await page
        .getByText(person.say(`history.state.${state}`))
        .first()
        .waitFor();
    await person.examine('history-toman-withdrawals');
    await Promise.all([person.close(), staff.close()]);
  });
});

describe('the desk', () => {
  it('has a place for every coin that waits, the treasury and the rules', { timeout: 90_000 }, async () => {
    for (const look of LOOKS) {
      const screen = await stage.open(look);
      await logIn(screen, stage.url, 'staff@sarraf.test');
      for (const place of ['payouts', 'incoming', 'incoming?kind=bank', 'treasury', 'rules']) {
        await screen.page.goto(`/backoffice/${place}`);
        await screen.page.getByRole('heading', { level: 1 }).waitFor();
        await screen.page.waitForLoadState('networkidle');
        await screen.examine(`desk-${place.replace(/\W/g, '-')}`);
      }
      await screen.close();
    }
  });
});
