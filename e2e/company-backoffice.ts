/** The staff's part of a store: finding it, comparing what it shows, and giving a payment back. */
import { shortenAddress } from '@sarraf/domain';
import { expect } from 'vitest';
import type { Screen } from './screen.ts';
import { findDialog, waitForButtonError } from './steps.ts';

interface DialogAction {
  button: string;
  successKey: string;
  reason: string;
  shot?: string;
}

/** Enters the reason that the open dialog requires, and confirms. */
async function confirmWithReason(
  screen: Screen,
  { button, successKey, reason, shot }: DialogAction,
): Promise<void> {
  const dialog = findDialog(screen);
  await waitForButtonError(screen, 'treasury.reasonNeeded');
  await dialog.getByLabel(screen.say('treasury.reason')).fill(reason);
  if (shot) await screen.examine(shot);
  await dialog.getByRole('button', { name: screen.say(button), exact: true }).click();
  await screen.page.getByText(screen.say(successKey)).first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

/** Finds it by the payment link that a customer sends to support, and opens its page. */
export async function findStore(screen: Screen, url: string, company: string, email: string): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/companies');
  await page.getByText(email).first().waitFor();
  await screen.examine('backoffice-companies');
  const field = page.getByLabel(screen.say('staffCompanies.find'));
  // The header has a search too.
  const look = page.locator('#content').getByRole('button', { name: screen.say('staffCompanies.search') });
  await field.fill('nobody@sarraf.test');
  await look.click();
  await page.getByText(screen.say('staffCompanies.unknownTitle')).waitFor();
  await screen.examine('backoffice-companies-none');
  await field.fill(`${url}/company-deposit/?id=${company}`);
  await look.click();
  await page.getByText(email).first().waitFor();
  await page.locator(`a[href="/backoffice/companies/${company}"]`).click();
  await page.getByRole('heading', { name: screen.say('staffCompanies.store.money') }).waitFor();
}

export interface SettledPayment {
  number: string;
  description: string;
  amount: string;
  /** Sum of all payments that it settled. */
  receipts: string;
  address: string;
  txid: string;
}

/** Compares the payment with its settlement's number, and the settlement with its transaction. */
export async function compareStore(screen: Screen, settled: SettledPayment): Promise<void> {
  const { page } = screen;
  const payment = page.getByRole('row').filter({ hasText: settled.description });
  await payment.getByText(settled.amount).first().waitFor();
  await payment
    .getByText(screen.say('staffCompanies.payments.settled', { number: settled.number }))
    .waitFor();
  await screen.examine('backoffice-company');
  await page.getByRole('tab', { name: screen.say('staffCompanies.store.settlements') }).click();
  const row = page.getByRole('row').filter({ hasText: settled.number });
  await row.getByText(screen.say('company.settlements.DONE')).waitFor();
  await row.getByText(settled.receipts).first().waitFor();
  await row.getByText(shortenAddress(settled.txid)).waitFor();
  expect(await row.locator('bdi').last().textContent()).toBe(settled.address);
  await screen.examine('backoffice-company-settlements');
}

/** It can't be paid in the meantime. */
export async function blockStoreWhile(screen: Screen, whileBlocked: () => Promise<void>): Promise<void> {
  await screen.button('staffCompanies.store.block').click();
  await confirmWithReason(screen, {
    button: 'staffCompanies.store.block',
    successKey: 'staffCompanies.store.blocked',
    reason: 'fraud report',
    shot: 'backoffice-company-block',
  });
  await screen.page.getByText('fraud report').first().waitFor();
  await screen.examine('backoffice-company-blocked');
  await whileBlocked();
  await screen.button('staffCompanies.store.unblock').click();
  await confirmWithReason(screen, {
    button: 'staffCompanies.store.unblock',
    successKey: 'staffCompanies.store.unblocked',
    reason: 'cleared',
  });
}

/** The first staff member proposes and may not pay. */
export async function proposeRefund(screen: Screen, company: string, description: string): Promise<void> {
  const { page } = screen;
  await page.goto(`/backoffice/companies/${company}`);
  const row = page.getByRole('row').filter({ hasText: description });
  await row.getByRole('button', { name: screen.saying('staffCompanies.payments.refundOf') }).click();
  await confirmWithReason(screen, {
    button: 'staffCompanies.refunds.ask',
    successKey: 'staffCompanies.refunds.asked',
    reason: 'sold out',
    shot: 'backoffice-refund-ask',
  });
  await row.getByText(screen.say('staffCompanies.payments.refundAsked')).waitFor();
  await page.getByRole('tab', { name: screen.say('staffCompanies.store.refunds') }).click();
  await screen.button('staffCompanies.refunds.ownAsk').waitFor();
  await screen.examine('backoffice-company-refunds');
}

/** The second one records the bank's reference. */
export async function payRefund(screen: Screen, reference: string): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/companies?list=refundList');
  await page.getByText('sold out').waitFor();
  await screen.examine('backoffice-refunds');
  await screen.button('staffCompanies.refunds.pay').click();
  await waitForButtonError(screen, 'staffCompanies.refunds.referenceNeeded');
  const dialog = findDialog(screen);
  await dialog.getByLabel(screen.say('staffCompanies.refunds.reference')).fill(reference);
  await screen.examine('backoffice-refund-pay');
  await dialog.getByRole('button', { name: screen.say('staffCompanies.refunds.pay'), exact: true }).click();
  await page.getByText(screen.say('staffCompanies.refunds.paid')).first().waitFor();
  await page.getByText(screen.say('staffCompanies.refunds.emptyTitle.ASKED')).waitFor();
  await screen.examine('backoffice-refunds-none');
}
