/** The staff's pages for Toman: the bank's statement, the daily batch, the rules. */
import { expect } from 'vitest';
import { figure, tehran } from './figures.ts';
import { csvRows, type Saved, saved } from './files.ts';
import type { Screen } from './screen.ts';
import { dialogOf, waitForFault } from './steps.ts';

interface Act {
  /** Label of the dialog's button; `said`: the message after success. */
  button: string;
  said: string;
  reason?: string;
  /** The dialog is examined under this name. */
  shot?: string;
}

/** Confirms the open dialog. */
async function confirmAct(screen: Screen, { button, said, reason, shot }: Act): Promise<void> {
  const dialog = dialogOf(screen);
  if (reason) {
    await waitForFault(screen, 'treasury.reasonNeeded');
    await dialog.getByLabel(screen.say('treasury.reason')).fill(reason);
  }
  if (shot) await screen.examine(shot);
  await dialog.getByRole('button', { name: screen.say(button), exact: true }).click();
  await screen.page.getByText(screen.say(said)).first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

/** The card of one line of the statement. */
export const depositCard = ({ page }: Screen, reference: string) =>
  page.getByRole('listitem').filter({ hasText: reference });
const pressOn = (screen: Screen, reference: string, button: string) =>
  depositCard(screen, reference)
    .getByRole('button', { name: screen.say(button) })
    .click();

/** Imports lines that are not credited immediately: `rows` without their time, an hour ago. */
export async function importStatement(staff: Screen, rows: string[][], now: Date): Promise<void> {
  const at = tehran(new Date(now.getTime() - 3_600_000), staff.look.language);
  await staff.page.goto('/backoffice/incoming?kind=bank');
  await staff.button('treasury.incoming.import').click();
  const lines = dialogOf(staff).getByRole('textbox');
  await waitForFault(staff, 'treasury.incoming.importNeeded');
  await lines.fill('what?');
  await waitForFault(staff, 'treasury.incoming.importFault', { line: figure(staff, 1) });
  await lines.fill(rows.map((cells) => [...cells, at].join(',')).join('\n'));
  await staff.examine('backoffice-import');
  await dialogOf(staff)
    .getByRole('button', { name: staff.say('treasury.incoming.importAction') })
    .click();
  const none = figure(staff, 0);
  const counts = { matched: none, unmatched: figure(staff, rows.length), known: none };
  await staff.page.getByText(staff.say('treasury.incoming.imported', counts)).first().waitFor();
}

export async function choosePile(staff: Screen, state: string): Promise<void> {
  await staff.page.getByRole('combobox', { name: staff.say('treasury.incoming.kind') }).click();
  await staff.page.getByRole('option', { name: staff.say(`treasury.incoming.state.${state}`) }).click();
}

export async function propose(staff: Screen, reference: string, userId: string): Promise<void> {
  await pressOn(staff, reference, 'treasury.incoming.propose');
  await waitForFault(staff, 'treasury.incoming.personNeeded');
  await dialogOf(staff).getByLabel(staff.say('treasury.incoming.personId')).fill(userId);
  const words = { button: 'treasury.incoming.propose', said: 'treasury.incoming.proposed' };
  await confirmAct(staff, { ...words, reason: 'the bank called', shot: 'backoffice-propose' });
}

export async function sendBack(staff: Screen, reference: string): Promise<void> {
  await pressOn(staff, reference, 'treasury.incoming.return');
  const words = { button: 'treasury.incoming.return', said: 'treasury.incoming.returned' };
  await confirmAct(staff, { ...words, reason: 'from the account of another person' });
}

export async function confirmOwner(staff: Screen, reference: string, shot?: string): Promise<void> {
  await pressOn(staff, reference, 'treasury.incoming.confirm');
  const words = { button: 'treasury.incoming.confirm', said: 'treasury.incoming.confirmed' };
  await confirmAct(staff, { ...words, reason: 'seen at the bank', ...(shot && { shot }) });
  await depositCard(staff, reference).waitFor({ state: 'hidden' });
}

/** Makes the batch and takes its file; returns the file's rows and the batch's URL. */
export async function exportBatch(staff: Screen, now: Date): Promise<{ rows: string[][]; address: string }> {
  const { page } = staff;
  await page.goto('/backoffice/payouts');
  await staff.button('treasury.payouts.make').click();
  await confirmAct(staff, { button: 'treasury.payouts.make', said: 'treasury.payouts.made' });
  await page.getByRole('row').getByRole('link').first().click();
  await staff.button('treasury.payouts.closeNeedsFile').waitFor();
  await staff.examine('backoffice-payout');
  await staff.button('treasury.payouts.file').click();
  const take = { button: 'treasury.payouts.file', said: 'treasury.payouts.fileTaken' };
  const file: Saved = await saved(staff, () =>
    confirmAct(staff, { ...take, shot: 'backoffice-payout-file' }),
  );
  expect(file.name).toBe(`payout-${tehran(now, 'en').slice(0, 10)}.csv`);
  await staff.button('treasury.payouts.closeNeedsSecond').waitFor();
  return { rows: csvRows(file), address: page.url() };
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
      .filter({ hasText: figure(colleague, returned.amount) })
      .getByRole('button', { name: colleague.say('treasury.payouts.line.return') })
      .click();
    const back = { button: 'treasury.payouts.line.return', said: 'treasury.payouts.line.returned' };
    await confirmAct(colleague, { ...back, reason: returned.reason, shot: 'backoffice-payout-return' });
  }
  await colleague.only('button', 'treasury.payouts.close').click();
  await confirmAct(colleague, { button: 'treasury.payouts.close', said: 'treasury.payouts.closed' });
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
  await waitForFault(staff, 'treasury.suspense.shebaNeeded');
  await dialogOf(staff).getByLabel(staff.say('treasury.suspense.sheba')).fill(`IR${sheba}`);
  await waitForFault(staff, 'treasury.suspense.payeeNeeded');
  await dialogOf(staff).getByLabel(staff.say('treasury.suspense.payee')).fill(payee);
  await confirmAct(staff, {
    button: 'treasury.suspense.refund',
    said: 'treasury.suspense.proposed',
    reason: 'the payer called',
    shot: 'backoffice-suspense-refund',
  });
  await staff.button('treasury.suspense.ownProposal').waitFor();
}

/** For the only uncredited payment: the card that paid is not the user's. */
export async function refuseCredit(staff: Screen): Promise<void> {
  await staff.page.goto('/backoffice/incoming?kind=cards');
  await staff.button('treasury.suspense.creditFault').waitFor();
}

/** Proposes a credit, once the card is the user's. */
export async function proposeCredit(staff: Screen): Promise<void> {
  await staff.page.goto('/backoffice/incoming?kind=cards');
  await staff.page.getByText(staff.say('treasury.suspense.ownCard')).waitFor();
  await staff.examine('backoffice-suspense-own');
  await staff.button('treasury.suspense.credit').click();
  await confirmAct(staff, {
    button: 'treasury.suspense.credit',
    said: 'treasury.suspense.proposed',
    reason: 'their second card',
    shot: 'backoffice-suspense-credit',
  });
  await staff.button('treasury.suspense.ownProposal').waitFor();
}

/** Releases the proposal, whichever it is. */
export async function releaseRefund(colleague: Screen, shot = 'backoffice-suspense-release'): Promise<void> {
  await colleague.page.goto('/backoffice/incoming?kind=cards');
  await colleague.button('treasury.suspense.release').click();
  await confirmAct(colleague, {
    button: 'treasury.suspense.release',
    said: 'treasury.suspense.released',
    shot,
  });
}

/** From now on coins are held for a day after a Toman deposit. */
export async function holdAfterDeposit(staff: Screen, now: Date): Promise<void> {
  await staff.page.goto('/backoffice/rules');
  await staff.button('treasury.rules.change').click();
  const dialog = dialogOf(staff);
  await waitForFault(staff, 'treasury.rules.fault.WHEN');
  await dialog
    .getByLabel(staff.say('treasury.rules.validFrom'))
    .fill(tehran(new Date(now.getTime() - 3_600_000), staff.look.language));
  await waitForFault(staff, 'treasury.rules.fault.PAST');
  await dialog.getByLabel(staff.say('treasury.rules.validFrom')).fill(tehran(now, staff.look.language));
  await dialog.getByLabel(staff.say('treasury.rules.depositHoldHours')).fill('24');
  const words = { button: 'treasury.rules.save', said: 'treasury.rules.saved' };
  await confirmAct(staff, { ...words, reason: 'circular 12', shot: 'backoffice-rules-change' });
  await staff.page.getByText('circular 12').waitFor();
}
