/** A store sets its settlement address, and a visitor pays it. */
import { expect, it } from 'vitest';
import { checkInvariants } from '../../server/test/invariants.ts';
import { callServer } from '../../server/test/running-server.ts';
import { formatGroupedAmount, formatTomanAmount } from '../figures.ts';
import type { Screen } from '../screen.ts';
import { useTestServer } from '../stage.ts';
import { readNewestCode } from '../steps.ts';
import { openSignedIn } from './arrive.ts';

const stage = useTestServer({ journey: true });
const STORE = 'company@sarraf.test';
const ADDRESS = 'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu';
const CARD = '6037701689095443';
const AMOUNT = 2_500_000;
const DESCRIPTION = 'A-17';

async function createStore(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/company');
  await screen.only('combobox', 'company.settings.coin').click();
  await page.getByRole('option', { name: /^Litecoin/ }).click();
  await screen.only('textbox', 'company.settings.address').fill(ADDRESS);
  await screen.only('radio', 'company.settings.PER_DAY').check();
  await screen.only('button', 'company.settings.submit').click();
  const code = screen.only('textbox', 'auth.code.label');
  await code.waitFor();
  await code.fill(await readNewestCode(stage.url, STORE));
  await screen.only('button', 'company.settings.edit').waitFor();
}

async function payStore(screen: Screen, company: string): Promise<void> {
  const { page } = screen;
  await page.goto(`/company-deposit?id=${company}`);
  await screen.only('textbox', 'company.payer.amount').fill(String(AMOUNT));
  await screen.only('textbox', 'company.payer.card').fill(CARD);
  await screen.only('textbox', 'company.payer.description').fill(DESCRIPTION);
  await screen.only('button', 'company.payer.submit', { amount: formatTomanAmount(screen, AMOUNT) }).click();
  await page.waitForURL('**/sandbox/bank/**');
  await screen.only('button', 'sandbox.bank.pay', { amount: formatGroupedAmount(screen, AMOUNT) }).click();
  await page.waitForURL('**/company-deposit/result**');
  await screen.only('heading', 'company.result.PAID').waitFor();
}

it('a visitor pays a store on its page, and the store sees it without a reload', async () => {
  const [owner, payer] = await Promise.all([
    stage.open({ language: 'en', theme: 'light', width: 1440, height: 900 }),
    stage.open({ language: 'fa', theme: 'dark', width: 360, height: 800 }),
  ]);
  const token = await openSignedIn(owner, stage, STORE);
  await createStore(owner);
  const { body } = await callServer(stage.url, 'GET', '/company', { token });
  await payStore(payer, body.baseDTO.id);
  const row = owner.page.getByRole('row').filter({ hasText: DESCRIPTION });
  await row.getByText(formatGroupedAmount(owner, AMOUNT)).waitFor();
  await owner.examine('store');
  await payer.examine('store-paid');
  await Promise.all([owner.close(), payer.close()]);
  expect(await checkInvariants(stage.db)).toBeNull();
});
