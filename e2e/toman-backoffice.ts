/** The staff's pages for Toman: the bank's statement, the daily batch, the rules. */
import { expect } from 'vitest';
import { formatGroupedAmount, formatTehranInput } from './figures.ts';
import { parseCsvRows, type SavedFile, saveDownload } from './files.ts';
import type { Screen } from './screen.ts';
import { findDialog, waitForButtonError } from './steps.ts';

interface DialogAction {
  /** Label of the dialog's button; `successKey`: the message after success. */
  button: string;
  successKey: string;
  reason?: string;
  /** The dialog is examined under this name. */
  shot?: string;
}

/** Confirms the open dialog. */
async function confirmDialog(
  screen: Screen,
  { button, successKey, reason, shot }: DialogAction,
): Promise<void> {
  const dialog = findDialog(screen);
  if (reason) {
    await waitForButtonError(screen, 'treasury.reasonNeeded');
    await dialog.getByLabel(screen.say('treasury.reason')).fill(reason);
  }
  if (shot) await screen.examine(shot);
  await dialog.getByRole('button', { name: screen.say(button), exact: true }).click();
  await screen.page.getByText(screen.say(successKey)).first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

/** The card of one line of the statement. */
export const findDepositCard = ({ page }: Screen, reference: string) =>
  page.getByRole('listitem').filter({ hasText: reference });
const pressCardButton = (screen: Screen, reference: string, button: string) =>
  findDepositCard(screen, reference)
    .getByRole('button', { name: screen.say(button) })
    .click();

/** Imports lines that are not credited immediately: `rows` without their time, an hour ago. */
export async function importStatement(staff: Screen, rows: string[][], now: Date): Promise<void> {
  const at = formatTehranInput(new Date(now.getTime() - 3_600_000), staff.look.language);
  await staff.page.goto('/backoffice/incoming?kind=bank');
  await staff.button('treasury.incoming.import').click();
  const lines = findDialog(staff).getByRole('textbox');
  await waitForButtonError(staff, 'treasury.incoming.importNeeded');
  await lines.fill('what?');
  await waitForButtonError(staff, 'treasury.incoming.importError', { line: formatGroupedAmount(staff, 1) });
  await lines.fill(rows.map((cells) => [...cells, at].join(',')).join('\n'));
  await staff.examine('backoffice-import');
  await findDialog(staff)
    .getByRole('button', { name: staff.say('treasury.incoming.importAction') })
    .click();
  const none = formatGroupedAmount(staff, 0);
  const counts = { matched: none, unmatched: formatGroupedAmount(staff, rows.length), known: none };
  await staff.page.getByText(staff.say('treasury.incoming.imported', counts)).first().waitFor();
}

export async function chooseDepositState(staff: Screen, state: string): Promise<void> {
  await staff.page.getByRole('combobox', { name: staff.say('treasury.incoming.kind') }).click();
  await staff.page.getByRole('option', { name: staff.say(`treasury.incoming.state.${state}`) }).click();
}

export async function assignDepositOwner(staff: Screen, reference: string, userId: string): Promise<void> {
  await pressCardButton(staff, reference, 'treasury.incoming.propose');
  await waitForButtonError(staff, 'treasury.incoming.personNeeded');
  await findDialog(staff).getByLabel(staff.say('treasury.incoming.personId')).fill(userId);
  const words = { button: 'treasury.incoming.propose', successKey: 'treasury.incoming.proposed' };
  await confirmDialog(staff, { ...words, reason: 'the bank called', shot: 'backoffice-propose' });
}

export async function proposeReturn(staff: Screen, reference: string): Promise<void> {
  await pressCardButton(staff, reference, 'treasury.incoming.return');
  const words = { button: 'treasury.incoming.return', successKey: 'treasury.incoming.returned' };
  await confirmDialog(staff, { ...words, reason: 'from the account of another person' });
}

export async function confirmOwner(staff: Screen, reference: string, shot?: string): Promise<void> {
  await pressCardButton(staff, reference, 'treasury.incoming.confirm');
  const words = { button: 'treasury.incoming.confirm', successKey: 'treasury.incoming.confirmed' };
  await confirmDialog(staff, { ...words, reason: 'seen at the bank', ...(shot && { shot }) });
  await findDepositCard(staff, reference).waitFor({ state: 'hidden' });
}

/** Makes the batch and takes its file; returns the file's rows and the batch's URL. */
export async function exportBatch(staff: Screen, now: Date): Promise<{ rows: string[][]; address: string }> {
  const { page } = staff;
  await page.goto('/backoffice/payouts');
  await staff.button('treasury.payouts.make').click();
  await confirmDialog(staff, { button: 'treasury.payouts.make', successKey: 'treasury.payouts.made' });
  await page.getByRole('row').getByRole('link').first().click();
  await staff.button('treasury.payouts.closeNeedsFile').waitFor();
  await staff.examine('backoffice-payout');
  await staff.button('treasury.payouts.file').click();
  const take = { button: 'treasury.payouts.file', successKey: 'treasury.payouts.fileTaken' };
  const file: SavedFile = await saveDownload(staff, () =>
    confirmDialog(staff, { ...take, shot: 'backoffice-payout-file' }),
  );
  expect(file.name).toBe(`payout-${formatTehranInput(now, 'en').slice(0, 10)}.csv`);
  await staff.button('treasury.payouts.closeNeedsSecond').waitFor();
  return { rows: parseCsvRows(file), address: page.url() };
}

/** The line of the given amount was returned by the bank, and the others were paid. */
export async function closeBatch(
  colleague: Screen,
  address: string,
  returned?: { amount: number; reason: string },
): Promise<void> {
  const { page } = colleague;
  await page.goto(address);
  if (returned) {
    await page
      .getByRole('row')
      .filter({ hasText: formatGroupedAmount(colleague, returned.amount) })
      .getByRole('button', { name: colleague.say('treasury.payouts.line.return') })
      .click();
    const back = { button: 'treasury.payouts.line.return', successKey: 'treasury.payouts.line.returned' };
    await confirmDialog(colleague, { ...back, reason: returned.reason, shot: 'backoffice-payout-return' });
  }
  await colleague.only('button', 'treasury.payouts.close').click();
  await confirmDialog(colleague, { button: 'treasury.payouts.close', successKey: 'treasury.payouts.closed' });
  await page.getByText(colleague.say('treasury.payouts.line.PAID')).first().waitFor();
  await colleague.examine('backoffice-payout-closed');
}

/** Proposes a refund of the only uncredited payment to this account. The proposer can't release it. */
export async function proposeRefundTo(
  staff: Screen,
  { sheba, payee }: { sheba: string; payee: string },
): Promise<void> {
  await staff.page.goto('/backoffice/incoming?kind=cards');
  await staff.button('treasury.suspense.refund').waitFor();
  await staff.examine('backoffice-suspense');
  await staff.button('treasury.suspense.refund').click();
  await waitForButtonError(staff, 'treasury.suspense.shebaNeeded');
  await findDialog(staff).getByLabel(staff.say('treasury.suspense.sheba')).fill(`IR${sheba}`);
  await waitForButtonError(staff, 'treasury.suspense.payeeNeeded');
  await findDialog(staff).getByLabel(staff.say('treasury.suspense.payee')).fill(payee);
  await confirmDialog(staff, {
    button: 'treasury.suspense.refund',
    successKey: 'treasury.suspense.proposed',
    reason: 'the payer called',
    shot: 'backoffice-suspense-refund',
  });
  await staff.button('treasury.suspense.ownProposal').waitFor();
}

/** For the only uncredited payment: the card that paid is not the user's. */
export async function refuseCredit(staff: Screen): Promise<void> {
  await staff.page.goto('/backoffice/incoming?kind=cards');
  await staff.button('treasury.suspense.creditError').waitFor();
}

/** Proposes a credit, once the card is the user's. */
export async function proposeCredit(staff: Screen): Promise<void> {
  await staff.page.goto('/backoffice/incoming?kind=cards');
  await staff.page.getByText(staff.say('treasury.suspense.ownCard')).waitFor();
  await staff.examine('backoffice-suspense-own');
  await staff.button('treasury.suspense.credit').click();
  await confirmDialog(staff, {
    button: 'treasury.suspense.credit',
    successKey: 'treasury.suspense.proposed',
    reason: 'their second card',
    shot: 'backoffice-suspense-credit',
  });
  await staff.button('treasury.suspense.ownProposal').waitFor();
}

/** Releases the proposal, whichever it is. */
export async function releaseRefund(colleague: Screen, shot = 'backoffice-suspense-release'): Promise<void> {
  await colleague.page.goto('/backoffice/incoming?kind=cards');
  await colleague.button('treasury.suspense.release').click();
  await confirmDialog(colleague, {
    button: 'treasury.suspense.release',
    successKey: 'treasury.suspense.released',
    shot,
  });
}

/** From now on coins are held for a day after a Toman deposit. */
export async function holdAfterDeposit(staff: Screen, now: Date): Promise<void> {
  await staff.page.goto('/backoffice/rules');
  await staff.button('treasury.rules.change').click();
  const dialog = findDialog(staff);
  await waitForButtonError(staff, 'treasury.rules.error.WHEN');
  await dialog
    .getByLabel(staff.say('treasury.rules.validFrom'))
    .fill(formatTehranInput(new Date(now.getTime() - 3_600_000), staff.look.language));
  await waitForButtonError(staff, 'treasury.rules.error.PAST');
  await dialog
    .getByLabel(staff.say('treasury.rules.validFrom'))
    .fill(formatTehranInput(now, staff.look.language));
  await dialog.getByLabel(staff.say('treasury.rules.depositHoldHours')).fill('24');
  const words = { button: 'treasury.rules.save', successKey: 'treasury.rules.saved' };
  await confirmDialog(staff, { ...words, reason: 'circular 12', shot: 'backoffice-rules-change' });
  await staff.page.getByText('circular 12').waitFor();
}
