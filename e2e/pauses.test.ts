/** Staff pauses a market; a user who is entering an order sees it, keeps their input, and can continue when it ends. */
import { describe, expect, it } from 'vitest';
import type { Coin } from '../domain/src/index.ts';
import { callServer, signIn } from '../server/test/running-server.ts';
import { LOOKS, type Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { findDialog, signInWithoutForm } from './steps.ts';

const stage = useTestServer({ signer: true });
/** Each look requests an address that the user doesn't have yet. */
const COINS_WITHOUT_ADDRESS: Coin[] = [
  'DOGE_COIN',
  'LITE_COIN',
  'DASH',
  'BITCOIN_CASH',
  'TRON',
  'ETHEREUM',
  'MATIC',
  'CELO',
];
const TEXT = { fa: 'شبکه بیت‌کوین به‌روز می‌شود.', en: 'The network of Bitcoin is being updated.' };

/** Pauses by the API, since the page is tested elsewhere. `seconds`: until it ends automatically. */
async function pauseByApi(scope: string, name: string, seconds: number | null): Promise<void> {
  const token = await signIn(stage.url, 'staff@sarraf.test');
  const endsAt = seconds === null ? null : new Date(stage.now().getTime() + seconds * 1_000).toISOString();
  const body = { version: 0, text: TEXT, beginsAt: null, endsAt, reason: 'an update' };
  const { status } = await callServer(stage.url, 'PUT', `/backoffice/pauses/${scope}/${name}`, {
    token,
    body,
  });
  expect(status).toBe(200);
}

async function endPause(scope: string, name: string): Promise<void> {
  const token = await signIn(stage.url, 'staff@sarraf.test');
  const { body } = await callServer(stage.url, 'GET', '/backoffice/operations', { token });
  const { version } = body.baseDTO.pauses.find((one: { name: string }) => one.name === name);
  const path = `/backoffice/pauses/${scope}/${name}/end`;
  const ended = await callServer(stage.url, 'POST', path, { token, body: { version, reason: 'it is over' } });
  expect(ended.status).toBe(200);
}

const findPauseNotice = (screen: Screen) =>
  screen.page.getByRole('button', { name: screen.say('paused.action'), exact: true });
const findPauseText = ({ page, look }: Screen) => page.getByText(TEXT[look.language]).last();
/** Returns whether the form is open without an obstacle. */
const isFormOpen = async (screen: Screen) => {
  await findPauseText(screen).waitFor({ state: 'detached' });
  await findPauseNotice(screen).waitFor({ state: 'detached' });
};

/** Opens the order form; on a phone it slides in from below. */
async function openOrderForm(screen: Screen): Promise<void> {
  await screen.page.goto('/profile/trade/TETHER/BITCOIN');
  await screen.page.getByRole('heading', { level: 1 }).waitFor();
  if (screen.look.width < 720)
    await screen.page.getByRole('button', { name: screen.say('exchange.form.buy'), exact: true }).click();
}

describe.each(LOOKS)('pauses ($language, $theme, $width px)', (look) => {
  it('a market that an admin pauses is closed to a user who is entering an order, and opens again automatically', async () => {
    const person = await stage.open(look);
    await signInWithoutForm(person, stage.url, 'demo@sarraf.test');
    await openOrderForm(person);
    const amount = person.page.getByRole('textbox', {
      name: person.say('exchange.form.amount'),
      exact: true,
    });
    await amount.fill('0.002');
    const written = await amount.inputValue();
    await person.page.evaluate(() => Object.assign(window, { stayed: true }));

    const staff = await stage.open(look);
    await signInWithoutForm(staff, stage.url, 'staff@sarraf.test');
    await staff.page.goto('/backoffice/operations');
    await staff.page.getByText(staff.say('staffOperations.pauses.none')).waitFor();
    await staff.button('staffOperations.pauses.add').click();
    const dialog = findDialog(staff);
    await dialog.getByRole('combobox').first().click();
    await staff.page.getByPlaceholder(staff.say('staffOperations.pauses.search')).fill('BITCOIN_TETHER');
    await staff.page.getByRole('option').first().click();
    await dialog.getByLabel(staff.say('staffOperations.textFaLabel')).fill(TEXT.fa);
    await dialog.getByLabel(staff.say('staffOperations.textEnLabel')).fill(TEXT.en);
    await dialog.getByRole('textbox').last().fill('an update of the network');
    await staff.examine('pauses-add');
    await dialog.getByRole('button', { name: staff.say('staffOperations.pauses.add') }).click();
    await staff.page.getByText(staff.say('staffOperations.pauses.on'), { exact: true }).waitFor();
    await staff.examine('pauses-on');

    await findPauseText(person).waitFor();
    expect(await findPauseNotice(person).isDisabled()).toBe(true);
    expect(await amount.inputValue()).toBe(written);
    await person.examine('pauses-order');

    await staff.button('staffOperations.pauses.end').click();
    await dialog.getByRole('textbox').last().fill('it is over');
    await dialog.getByRole('button', { name: staff.say('staffOperations.pauses.end') }).click();
    await staff.page.getByText(staff.say('staffOperations.pauses.none')).waitFor();
    await isFormOpen(person);
    expect(await amount.inputValue()).toBe(written);
    expect(await person.page.evaluate(() => 'stayed' in window)).toBe(true);
    await staff.close();
    await person.close();
  });

  it('a pause ends on time on an open quick trade page', async () => {
    const person = await stage.open(look);
    await signInWithoutForm(person, stage.url, 'demo@sarraf.test');
    await person.page.goto('/profile/otc');
    const pay = person.page.getByLabel(person.say('trade.box.pay')).first();
    await pay.fill('20');
    await pauseByApi('FEATURE', 'QUICK_TRADE', 15);
    await findPauseText(person).waitFor();
    expect(await findPauseNotice(person).isDisabled()).toBe(true);
    await person.examine('pauses-quick-trade');
    await isFormOpen(person);
    expect(await pay.inputValue()).not.toBe('');
    await person.close();
  });

  it('closes deposits and withdrawals with its message, and shows no address until it is over', async () => {
    const person = await stage.open(look);
    await signInWithoutForm(person, stage.url, 'demo@sarraf.test');
    for (const name of ['TOMAN_DEPOSIT', 'COIN_WITHDRAWAL', 'DEPOSIT_ADDRESS'])
      await pauseByApi('FEATURE', name, null);
    await person.page.goto('/profile/wallet?deposit=TOMAN');
    await findPauseText(person).waitFor();
    expect(await findPauseNotice(person).isDisabled()).toBe(true);
    await person.examine('pauses-toman-deposit');
    await endPause('FEATURE', 'TOMAN_DEPOSIT');
    await isFormOpen(person);

    await person.page.goto('/profile/wallet?withdraw=BITCOIN');
    await findPauseText(person).waitFor();
    expect(await findPauseNotice(person).isDisabled()).toBe(true);
    await person.examine('pauses-withdrawal');
    await endPause('FEATURE', 'COIN_WITHDRAWAL');
    await isFormOpen(person);

    const coin = COINS_WITHOUT_ADDRESS[LOOKS.indexOf(look)] as Coin;
    // The refusal to create an address is the expected reply to the page's request.
    person.expectComplaint(/status of 503/);
    await person.page.goto(`/profile/wallet?deposit=${coin}`);
    await findPauseText(person).waitFor();
    await person.examine('pauses-address');
    const qr = person.page.getByAltText(person.say('coinDeposit.qr'));
    expect(await qr.count()).toBe(0);
    await endPause('FEATURE', 'DEPOSIT_ADDRESS');
    await qr.waitFor();
    await person.close();
  });
});
