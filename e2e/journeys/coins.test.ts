/** Coins are deposited from a chain, and withdrawn to one. */
import { expect, it } from 'vitest';
import { checkInvariants } from '../../server/test/invariants.ts';
import { callServer } from '../../server/test/running-server.ts';
import type { Screen } from '../screen.ts';
import { useTestServer } from '../stage.ts';
import { closeDialog, confirmWithCode, findDialog, showAllCoins } from '../steps.ts';
import { openSignedIn } from './arrive.ts';

const stage = useTestServer({ journey: true });
const OWNER = 'demo@sarraf.test';
const EXTERNAL_ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';

const makeBlocks = (chain: string) =>
  callServer(stage.url, 'POST', `/sandbox/chains/${chain}/blocks`, { body: { count: 6 } });

async function makeCoinDeposit(screen: Screen, token: string): Promise<void> {
  const dialog = findDialog(screen);
  await screen.page.goto('/profile/wallet');
  await showAllCoins(screen);
  await screen.only('button', 'wallet.coins.depositCoin', { coin: 'Litecoin' }).click();
  const query = '?relatedCoin=LITE_COIN&tokenType=LITE_COIN';
  const { body } = await callServer(stage.url, 'GET', `/wallets/customer/wallet-address${query}`, { token });
  const { address } = body.baseDTO;
  // It is shown in groups.
  await expect.poll(async () => (await dialog.innerText()).replaceAll(/\s/g, '')).toContain(address);
  const coins = { relatedCoin: 'LITE_COIN', address, amount: '9' };
  await callServer(stage.url, 'POST', '/sandbox/chains/LITE_COIN/faucet', { body: coins });
  // The sandbox's chains also advance automatically.
  const confirmed = dialog.getByText(screen.say('history.state.CONFIRMED'), { exact: true });
  await dialog.getByText(screen.saying('history.state.confirmations')).or(confirmed).waitFor();
  await makeBlocks('LITE_COIN');
  await confirmed.waitFor();
  await closeDialog(screen);
}

async function makeCoinWithdrawal(screen: Screen): Promise<void> {
  const { page } = screen;
  const dialog = findDialog(screen);
  await screen.only('button', 'wallet.coins.withdrawCoin', { coin: 'Tether' }).click();
  await dialog.getByText('ERC20').click();
  await screen.only('textbox', 'withdraw.amount', {}, dialog).fill('20');
  await screen.only('textbox', 'withdraw.address', {}, dialog).fill(EXTERNAL_ADDRESS);
  await screen.only('button', 'withdraw.next', {}, dialog).click();
  await confirmWithCode(screen, stage.url, OWNER);
  await page.goto('/profile/history?tab=crypto&kind=withdraw');
  const done = page.getByText(screen.say('history.state.DONE'), { exact: true });
  await page.getByText(screen.say('history.state.SENT'), { exact: true }).or(done).waitFor();
  await makeBlocks('ETHEREUM');
  await done.waitFor();
}

it('a coin is credited once its chain has confirmed it, and another is withdrawn with a code and confirmed by its chain', async () => {
  const screen = await stage.open({ language: 'en', theme: 'dark', width: 1440, height: 900 });
  await makeCoinDeposit(screen, await openSignedIn(screen, stage, OWNER));
  await makeCoinWithdrawal(screen);
  await screen.examine('coins');
  await screen.close();
  expect(await checkInvariants(stage.db)).toBeNull();
});
