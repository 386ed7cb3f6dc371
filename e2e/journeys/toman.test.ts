/** Toman is withdrawn to a Sheba by the bank's daily batch. */
import { expect, it } from 'vitest';
import { checkInvariants } from '../../server/test/invariants.ts';
import { formatGroupedAmount } from '../figures.ts';
import type { Screen } from '../screen.ts';
import { useTestServer } from '../stage.ts';
import { closeDialog, confirmWithCode, findDialog } from '../steps.ts';
import { closeBatch, exportBatch } from '../toman-backoffice.ts';
import { openSignedIn } from './arrive.ts';

// A server of its own, since it has to be a day on which banks pay.
const stage = useTestServer({
  bankDay: true,
  wholeChromium: true,
  axe: false,
  settings: { MARKET_MAKERS: 'off' },
});
const OWNER = 'demo@sarraf.test';
const AMOUNT = 6_000_000;
/** Without the bank's fee. */
const RIAL = '59960000';

async function withdrawToman(screen: Screen): Promise<void> {
  const dialog = findDialog(screen);
  await screen.page.goto('/profile/wallet');
  await screen.only('button', 'wallet.toman.withdraw').click();
  await screen.only('textbox', 'withdraw.toman.amount', {}, dialog).fill(String(AMOUNT));
  await screen.only('button', 'withdraw.next', {}, dialog).click();
  await confirmWithCode(screen, stage.url, OWNER);
  await closeDialog(screen);
}

it('a withdrawal requested with a code is in the bank’s file, and done when a staff member confirms the payment', async () => {
  const [person, staff] = await Promise.all([
    stage.open({ language: 'fa', theme: 'light', width: 360, height: 800 }),
    stage.open({ language: 'en', theme: 'light', width: 1440, height: 900 }),
  ]);
  const { page } = person;
  await openSignedIn(person, stage, OWNER);
  await withdrawToman(person);
  await page.goto('/profile/history?tab=toman&kind=withdraw');
  const row = page.getByRole('row').filter({ hasText: formatGroupedAmount(person, AMOUNT) });
  await row.getByText(person.say('history.state.TOMAN_APPROVED'), { exact: true }).waitFor();

  await openSignedIn(staff, stage, 'staff@sarraf.test');
  const { rows, address } = await exportBatch(staff, stage.now());
  expect(rows.map((cells) => cells[1])).toEqual(['amount_rial', RIAL]);
  await openSignedIn(staff, stage, 'staff2@sarraf.test');
  await closeBatch(staff, address);

  await row.getByText(person.say('history.state.DONE'), { exact: true }).waitFor();
  await person.examine('toman');
  await Promise.all([person.close(), staff.close()]);
  expect(await checkInvariants(stage.db)).toBeNull();
});
