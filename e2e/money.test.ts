/** Deposits and withdrawals of coins and Toman, refused input on the way, and the staff's pages. */
import { describe, expect, it } from 'vitest';
import { readQrCode } from '../server/test/read-qr.ts';
import { callServer, DEMO_PASSWORD } from '../server/test/running-server.ts';
import { setHold, setReviewThreshold } from '../server/test/withdrawal-limits.ts';
import { formatTomanAmount } from './figures.ts';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import {
  closeDialog,
  confirmChange,
  confirmWithCode,
  EXTERNAL_ADDRESS,
  findDialog,
  logIn,
  readNewestCode,
  showAllCoins,
  signInWithoutForm,
  waitForButtonError,
  waitForNextCode,
} from './steps.ts';

const stage = useTestServer({ signer: true });
const DEMO = 'demo@sarraf.test';
const STAFF = 'staff@sarraf.test';
const MISTYPED_ADDRESS = '0x9d8a62F656a8d1615C1294fd71e9CFb3E4855A4F';
const OTHER_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Five million Toman: staff reviews from this amount on. */
const REVIEW_FROM = 5_000_000_000_000n;
const NEVER_REVIEWED = 10n ** 30n;

const NAMES = {
  fa: { LITE_COIN: 'لایت‌کوین', TETHER: 'تتر' },
  en: { LITE_COIN: 'Litecoin', TETHER: 'Tether' },
};
const coinName = ({ look }: Screen, coin: 'LITE_COIN' | 'TETHER') => NAMES[look.language][coin];
const makeBlocks = (chain: string) =>
  callServer(stage.url, 'POST', `/sandbox/chains/${chain}/blocks`, { body: { count: 6 } });

async function openWallet(screen: Screen): Promise<void> {
  await screen.page.goto('/profile/wallet');
  await showAllCoins(screen);
  await screen.button('wallet.coins.depositCoin', { coin: coinName(screen, 'LITE_COIN') }).waitFor();
}

async function openWithdrawal(screen: Screen, coin: 'LITE_COIN' | 'TETHER'): Promise<void> {
  await openWallet(screen);
  await screen.button('wallet.coins.withdrawCoin', { coin: coinName(screen, coin) }).click();
}

async function readShownQrCode(screen: Screen): Promise<string | undefined> {
  const picture = findDialog(screen).getByRole('img', { name: screen.say('coinDeposit.qr'), exact: true });
  return readQrCode(((await picture.getAttribute('src')) ?? '').replace(/^data:image\/png;base64,/, ''));
}

async function depositCoin(screen: Screen, token: string): Promise<void> {
  const { page } = screen;
  await openWallet(screen);
  await screen.examine('wallet');
  await screen.button('wallet.coins.depositCoin', { coin: coinName(screen, 'LITE_COIN') }).click();
  const query = '?relatedCoin=LITE_COIN&tokenType=LITE_COIN';
  const { body } = await callServer(stage.url, 'GET', `/wallets/customer/wallet-address${query}`, { token });
  const { address } = body.baseDTO;
  await findDialog(screen).getByText(address.slice(0, 4), { exact: true }).first().waitFor();
  await screen.examine('coin-deposit');
  // A link that wallets read, or the bare address for those that don't.
  await expect.poll(() => readShownQrCode(screen)).toBe(`litecoin:${address}`);
  await findDialog(screen)
    .getByRole('radio', { name: screen.say('coinDeposit.qrOf.address'), exact: true })
    .check();
  await expect.poll(() => readShownQrCode(screen)).toBe(address);
  await callServer(stage.url, 'POST', '/sandbox/chains/LITE_COIN/faucet', {
    body: { relatedCoin: 'LITE_COIN', address, amount: '900' },
  });
  await findDialog(screen).getByText(screen.saying('history.state.confirmations')).first().waitFor();
  await screen.examine('coin-deposit-pending');
  await makeBlocks('LITE_COIN');
  await findDialog(screen).getByText(screen.say('history.state.CONFIRMED')).first().waitFor();
  await closeDialog(screen);
  await page.goto('/profile/history?tab=crypto');
  await page.getByText(screen.say('history.state.CONFIRMED')).first().waitFor();
  await screen.examine('history-coin-deposits');
  // The whole row opens its receipt, except for its links and buttons.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await screen.button('history.receipt.copyTxid').first().click();
  await screen.button('action.copied').first().waitFor();
  const [deposit] = (await callServer(stage.url, 'GET', '/wallets/deposit?relatedCoin=LITE_COIN', { token }))
    .body.content;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(deposit.txid);
}

/** The button names the missing fields in order (requirements §5.7): of a coin with one network, for a large amount. */
async function checkAmountErrors(screen: Screen): Promise<void> {
  const expectButtonError = (error: string) => waitForButtonError(screen, `withdraw.error.${error}`);
  const amount = findDialog(screen).getByLabel(screen.say('withdraw.amount')).first();
  await openWithdrawal(screen, 'LITE_COIN');
  await expectButtonError('NO_AMOUNT');
  for (const [typed, error] of [
    ['999999', 'NOT_ENOUGH'],
    ['801', 'ABOVE'],
    ['700', 'LEFT'],
    ['0.001', 'BELOW'],
    ['0.1', 'NO_ADDRESS'],
  ] as const) {
    await amount.fill(typed);
    await expectButtonError(error);
  }
  await closeDialog(screen);
}

/** The same for a coin with two networks, until nothing is missing. */
async function checkFieldErrors(screen: Screen): Promise<void> {
  const dialog = findDialog(screen);
  const amount = dialog.getByRole('textbox').first();
  const expectButtonError = (error: string) => waitForButtonError(screen, `withdraw.error.${error}`);
  await expectButtonError('NO_NETWORK');
  await dialog.getByText('ERC20').last().click();
  await expectButtonError('NO_AMOUNT');
  await amount.fill('999999');
  await expectButtonError('NOT_ENOUGH');
  await amount.fill('0.5');
  await expectButtonError('BELOW');
  await amount.fill('20');
  await expectButtonError('NO_ADDRESS');
  await dialog.getByLabel(screen.say('withdraw.address')).fill(MISTYPED_ADDRESS);
  await expectButtonError('INVALID_ADDRESS');
  await screen.examine('coin-withdraw-refused');
  await dialog.getByLabel(screen.say('withdraw.address')).fill(EXTERNAL_ADDRESS);
}

async function readNewestState(token: string): Promise<string | undefined> {
  const { body } = await callServer(stage.url, 'GET', '/wallets/withdrawal-requests', { token });
  return body.content[0]?.state;
}

async function withdrawCoin(screen: Screen, token: string): Promise<void> {
  const { page } = screen;
  await openWithdrawal(screen, 'TETHER');
  await checkFieldErrors(screen);
  await screen.button('withdraw.next').click();
  await findDialog(screen).getByLabel(screen.say('auth.code.label')).waitFor();
  await screen.examine('withdraw-code');
  await confirmWithCode(screen, stage.url, DEMO);
  // Behind the dialog, the coins are on hold until they are on their way.
  await expect.poll(() => readNewestState(token)).toBe('SENT');
  await page.locator('td:has([class*=_blockedWord_])').waitFor({ state: 'detached' });
  await findDialog(screen).getByText(screen.say('history.state.SENT')).first().waitFor();
  expect(await screen.button('history.cancel.action').count()).toBe(0);
  await screen.examine('withdraw-success');
  await closeDialog(screen);
  await page.goto('/profile/history?tab=crypto&kind=withdraw');
  await page.getByText(screen.say('history.state.SENT')).first().waitFor();
  await makeBlocks('ETHEREUM');
  await page.getByText(screen.say('history.state.DONE')).first().waitFor();
  await screen.examine('history-coin-withdrawals');
}

async function withdrawToman(screen: Screen, amount: number): Promise<void> {
  await openWallet(screen);
  await screen.button('wallet.toman.withdraw').click();
  await findDialog(screen).getByLabel(screen.say('withdraw.toman.amount')).first().fill(String(amount));
  await screen.button('withdraw.next').click();
  await confirmWithCode(screen, stage.url, DEMO);
}

async function cancelWithdrawal(screen: Screen, amount: number): Promise<void> {
  await screen.button('history.cancel.action').click();
  const question = screen.page.getByRole('alertdialog');
  await question.getByText(screen.say('history.cancel.title')).waitFor();
  await question
    .getByText(screen.say('history.cancel.text', { amount: formatTomanAmount(screen, amount) }))
    .waitFor();
  await screen.examine('withdraw-cancel');
  await question.getByRole('button', { name: screen.say('history.cancel.action') }).click();
  await findDialog(screen).getByText(screen.say('history.state.moneyBack')).first().waitFor();
  await closeDialog(screen);
}

async function decideWithdrawal(screen: Screen, act: 'approve' | 'refuse'): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/withdrawals');
  // By its whole name: on a phone the menu shows the number of waiting items.
  const name = screen.say(`treasury.withdrawals.${act}`);
  const button = page.getByRole('button', { name, exact: true }).first();
  await button.waitFor();
  await screen.examine('backoffice-withdrawals');
  await button.click();
  const dialog = findDialog(screen);
  if (act === 'refuse') await dialog.getByRole('textbox').fill('the papers of the account are missing');
  await screen.examine(`backoffice-${act}`);
  await dialog.getByRole('button', { name }).click();
  const outcome = act === 'approve' ? 'approved' : 'refused';
  await page
    .getByText(screen.say(`treasury.withdrawals.${outcome}`))
    .first()
    .waitFor();
}

const confirmByMail = (screen: Screen, last: string) =>
  confirmChange(screen, { password: DEMO_PASSWORD, code: () => waitForNextCode(last, stage.url, DEMO) });

/** Saving an address requires a fresh proof in any session. */
async function saveAddress(screen: Screen): Promise<void> {
  const { page } = screen;
  const dialog = findDialog(screen);
  const expectButtonError = (error: string) =>
    waitForButtonError(screen, `withdraw.addressBook.error.${error}`);
  await openWallet(screen);
  await screen.button('withdraw.addressBook.add').click();
  await expectButtonError('NO_NETWORK');
  await dialog.getByText('ERC20').last().click();
  await expectButtonError('NO_ADDRESS');
  await dialog.getByLabel(screen.say('withdraw.addressBook.address')).fill(EXTERNAL_ADDRESS);
  await expectButtonError('NO_LABEL');
  await dialog.getByLabel(screen.say('withdraw.addressBook.label'), { exact: true }).fill('Cold wallet');
  await screen.examine('address-add');
  const last = await readNewestCode(stage.url, DEMO);
  await screen.button('withdraw.addressBook.submit').click();
  const proof = dialog.filter({ hasText: screen.say('auth.confirm.title') });
  await proof.getByLabel(screen.say('auth.code.label')).waitFor();
  await screen.examine('address-step-up');
  await confirmByMail(screen, last);
  await page.getByText(screen.say('withdraw.addressBook.saved', { label: 'Cold wallet' })).waitFor();
  await dialog.last().waitFor({ state: 'hidden' });
}

/** Withdrawals to unsaved addresses are refused, and for a day those to newly saved ones. */
async function allowSavedOnly(screen: Screen): Promise<void> {
  const dialog = findDialog(screen);
  let last = await readNewestCode(stage.url, DEMO);
  await screen.button('withdraw.whitelistCard.turnOn').click();
  await confirmByMail(screen, last);
  await screen.page.getByText(screen.say('withdraw.whitelistCard.turnedOn')).first().waitFor();
  await openWithdrawal(screen, 'TETHER');
  await dialog.getByText('ERC20').last().click();
  await dialog.getByRole('textbox').first().fill('20');
  await dialog.getByLabel(screen.say('withdraw.address')).fill(OTHER_ADDRESS);
  await waitForButtonError(screen, 'withdraw.error.NOT_SAVED');
  await screen.button('withdraw.save.open').click();
  await dialog.getByLabel(screen.say('withdraw.save.label')).fill('Exchange');
  await screen.examine('withdraw-save-address');
  last = await readNewestCode(stage.url, DEMO);
  await dialog.getByRole('button', { name: screen.say('withdraw.save.submit'), exact: true }).click();
  await confirmByMail(screen, last);
  await waitForButtonError(screen, 'withdraw.error.NOT_YET');
  await screen.examine('withdraw-not-yet');
  await screen.button('withdraw.book').click();
  await dialog.getByRole('button', { name: 'Exchange' }).waitFor();
  await screen.examine('address-picker');
  await dialog.getByRole('button', { name: 'Cold wallet' }).click();
  await dialog.getByRole('button', { name: screen.say('withdraw.next') }).waitFor();
  await closeDialog(screen);
  await screen.page.getByText(screen.saying('withdraw.addressBook.from')).waitFor();
  await screen.examine('wallet-address-book');
}

/** Turning the whitelist off holds withdrawals, since it may be a thief. */
async function allowAll(screen: Screen): Promise<void> {
  const { page } = screen;
  await screen.button('withdraw.whitelistCard.turnOff').click();
  const question = page.getByRole('alertdialog');
  await question.getByText(screen.say('withdraw.whitelistCard.offTitle')).waitFor();
  await screen.examine('whitelist-off');
  const last = await readNewestCode(stage.url, DEMO);
  await question.getByRole('button', { name: screen.say('withdraw.whitelistCard.turnOff') }).click();
  await confirmByMail(screen, last);
  await page.getByText(screen.saying('withdraw.whitelistCard.turnedOff')).first().waitFor();
  await openWithdrawal(screen, 'LITE_COIN');
  await waitForButtonError(screen, 'withdraw.error.HELD');
  await closeDialog(screen);
  for (const label of ['Cold wallet', 'Exchange']) {
    await screen.button('withdraw.addressBook.removeOf', { label }).click();
    await question.getByText(screen.say('withdraw.addressBook.removeTitle', { label })).waitFor();
    await question.getByRole('button', { name: screen.say('withdraw.addressBook.remove') }).click();
    await question.waitFor({ state: 'hidden' });
  }
  await page.getByText(screen.say('withdraw.addressBook.empty'), { exact: true }).waitFor();
}

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))('money ($name)', ({ look }) => {
  it('a coin is deposited and withdrawn', async () => {
    // All withdrawals of a day count, including those of other looks.
    await setReviewThreshold(stage.db, NEVER_REVIEWED);
    const screen = await stage.open(look);
    const token = await signInWithoutForm(screen, stage.url, DEMO);
    await depositCoin(screen, token);
    await checkAmountErrors(screen);
    await withdrawCoin(screen, token);
    await screen.page.goto('/profile/walletEx');
    await screen.page.getByText(screen.say('history.totals.remaining.title')).waitFor();
    await screen.examine('wallet-totals');
    await screen.close();
  });

  it('Toman withdrawals are cancelled, approved and refused by staff', async () => {
    await setReviewThreshold(stage.db, REVIEW_FROM);
    const [person, staff] = await Promise.all([stage.open(look), stage.open(look)]);
    await signInWithoutForm(person, stage.url, DEMO);
    await withdrawToman(person, 6_000_000);
    await cancelWithdrawal(person, 6_000_000);
    await withdrawToman(person, 6_500_000);
    await closeDialog(person);
    await logIn(staff, stage.url, STAFF);
    await decideWithdrawal(staff, 'approve');
    await withdrawToman(person, 7_000_000);
    // While they are asked whether to cancel it, staff refuses.
    const { page } = person;
    await person.button('history.cancel.action').click();
    await page.getByRole('alertdialog').getByText(person.say('history.cancel.title')).waitFor();
    await decideWithdrawal(staff, 'refuse');
    await findDialog(person).getByText(person.say('history.state.REFUSED')).first().waitFor();
    expect(await person.button('history.cancel.action').count()).toBe(0);
    await closeDialog(person);
    await page.goto('/profile/history?tab=toman&kind=withdraw');
    for (const state of ['CANCELLED', 'TOMAN_APPROVED', 'REFUSED'])
      await page
        .getByText(person.say(`history.state.${state}`))
        .first()
        .waitFor();
    await person.examine('history-toman-withdrawals');
    await Promise.all([person.close(), staff.close()]);
  });

  it('coins can only be withdrawn to saved addresses if a user wants that', async () => {
    const screen = await stage.open(look);
    await signInWithoutForm(screen, stage.url, DEMO);
    await saveAddress(screen);
    await allowSavedOnly(screen);
    await allowAll(screen);
    await setHold(stage.db, DEMO, null);
    await screen.close();
  });
});

it.each(LOOKS)(
  'the back office shows waiting withdrawals of every coin, the treasury and the rules ($language, $theme, $width px)',
  async (look) => {
    const screen = await stage.open(look);
    await signInWithoutForm(screen, stage.url, STAFF);
    for (const place of ['payouts', 'incoming', 'treasury', 'rules']) {
      await screen.page.goto(`/backoffice/${place}`);
      await screen.page.getByRole('heading', { level: 1 }).waitFor();
      await screen.page.waitForLoadState('networkidle');
      await screen.examine(`backoffice-${place}`);
    }
    await screen.close();
  },
);
