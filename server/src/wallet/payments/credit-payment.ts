import { amountOf } from '@sarraf/domain';
import {
  houseAccount,
  outsideAccount,
  receiptsAccount,
  type Transfer,
  userAccount,
} from '../../ledger/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { computeCardDigest, masksMatch, normalizeCardMask } from '../cards.ts';
import { fitsDailyLimit } from '../deposit-limit.ts';
import type { WalletDeps } from '../deps.ts';
import type { PaidCard, PaidVerification } from '../ports.ts';
import { confirmPayment, findPayment, lockTomanDeposits, SETTLE_PAYMENT } from '../store.ts';
import { tryNotifyPayers } from '../suspense/end-refund.ts';
import { type Payment, type PaymentReason, TOMAN_UNIT } from './payment.ts';

/**
 * Credits a payment that the gateway has confirmed, exactly once: the ledger stores one reply per payment, and the
 * row of a settled payment can't change. A company's payment goes to its receipts. Money from another card, or
 * beyond the daily limit, goes to suspense, from where it is refunded (`wallet/suspense`).
 *
 * SERVICE_UNAVAILABLE: the ledger is unavailable; the payment is unchanged and the sweep retries.
 */
export async function creditPayment(
  deps: WalletDeps,
  secrets: Secrets,
  payment: Payment,
  paid: PaidVerification,
): Promise<void> {
  const rejection = findCardMismatch(secrets, payment, paid) ?? (await checkLimits(deps, payment));
  const owner = rejection ? houseAccount('TOMAN', 'suspense') : creditedAccount(payment);
  const transfers = buildTransfers(deps, payment, paid, owner);
  const receipts = rejection === null && payment.companyId !== null ? deps.companyReceipts : undefined;
  await deps.ledger.submit({
    accounts: transfers.flatMap((transfer) => [transfer.debit, transfer.credit]),
    idempotency: { owner: 'payment', key: payment.id, digest: 'credit' },
    decide: (_balanceOf, at) => ({
      transfers,
      rows: [
        SETTLE_PAYMENT.row({
          id: payment.id,
          state: rejection ? 'FAILED' : 'PAID',
          reason: rejection,
          reference: paid.reference,
          paid_card: normalizeCardMask(paid.cardMasked),
          paid_card_digest: paid.cardHash && computeCardDigest(secrets, paid.cardHash).toString('hex'),
          settled_at: at,
          untold: rejection !== null && payment.userId !== null,
        }),
        ...(receipts?.receiptRows(payment, at) ?? []),
      ],
      reply: JSON.stringify({ reason: rejection }),
    }),
  });
  if (rejection) {
    deps.log.error({ area: 'wallet', payment: payment.id, reason: rejection }, 'deposit went to suspense');
    await tryNotifyPayers(deps);
  } else if (payment.userId !== null)
    deps.bus.publish('wallets', { userId: payment.userId, coins: ['TOMAN'] });
  else await receipts?.received(payment);
}

function creditedAccount({ userId, companyId }: Payment): Transfer['credit'] {
  if (userId !== null) return userAccount(userId, 'TOMAN');
  if (companyId === null) throw new Error('a payment without a user or company');
  return receiptsAccount(companyId, 'TOMAN');
}

function buildTransfers(
  deps: WalletDeps,
  payment: Payment,
  paid: PaidVerification,
  owner: Transfer['credit'],
): Transfer[] {
  const outside = outsideAccount(payment.gateway, 'TOMAN');
  const reference = payment.id;
  const deposit: Transfer = {
    debit: outside,
    credit: owner,
    amount: amountOf(payment.amount),
    kind: 'deposit',
    reference,
  };
  const cost = amountOf(paid.costToman * TOMAN_UNIT);
  if (cost <= 0n) return [deposit];
  if (cost >= payment.amount) {
    deps.log.error(
      { area: 'wallet', payment: payment.id },
      'gateway reports a fee above the payment; not credited',
    );
    return [deposit];
  }
  return [
    deposit,
    { debit: houseAccount('TOMAN', 'expense'), credit: outside, amount: cost, kind: 'cost', reference },
  ];
}

/**
 * Returns CARD_MISMATCH unless mask and hash match the user's own card. A gateway that names no card proves
 * nothing.
 */
export function findCardMismatch(secrets: Secrets, payment: Payment, paid: PaidCard): 'CARD_MISMATCH' | null {
  const matches =
    paid.cardMasked !== null &&
    masksMatch(paid.cardMasked, payment.cardMasked) &&
    (paid.cardHash === null || computeCardDigest(secrets, paid.cardHash).equals(payment.cardDigest));
  return matches ? null : 'CARD_MISMATCH';
}

/**
 * Checks the limits again for a failed payment, which released its reservation, and for one to a company, which
 * never had one for its card: anyone can type a card. Otherwise cancelling at our end and paying at the bank would
 * circumvent the limits.
 */
async function checkLimits(deps: WalletDeps, { id }: Payment): Promise<PaymentReason | null> {
  return deps.db.transaction().execute(async (tx) => {
    const reservation = await findReservation(deps, tx, id);
    if (reservation === 'FREE') await confirmPayment(tx, id, new Date(deps.clock.now()));
    return reservation === 'NONE' ? 'DAILY_LIMIT' : null;
  });
}

/** Checks the same without a reservation: an amount beyond the limits is better left at the gateway. */
export const fitsPaymentLimits = (deps: WalletDeps, { id }: Payment): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => (await findReservation(deps, tx, id)) !== 'NONE');

/** Returns whether the payment has a reservation, or there is room for one; serialized until the transaction ends. */
async function findReservation(deps: WalletDeps, tx: Tx, id: string): Promise<'TAKEN' | 'FREE' | 'NONE'> {
  const before = await findPayment(tx, id);
  if (before === null || hasReservation(before)) return 'TAKEN';
  const { userId } = before;
  await (userId === null ? deps.companyReceipts?.lockCounts(tx, before) : lockTomanDeposits(tx, userId));
  // Another process may have reserved in the meantime: then it must not be counted twice.
  const payment = await findPayment(tx, id);
  if (payment === null || hasReservation(payment)) return 'TAKEN';
  const fitsNow =
    userId === null
      ? await deps.companyReceipts?.fitsLimits(tx, payment)
      : await fitsDailyLimit(deps, tx, userId, payment.amount);
  return fitsNow ? 'FREE' : 'NONE';
}

const hasReservation = ({ state, userId, confirmedAt }: Payment): boolean =>
  state !== 'FAILED' && (userId !== null || confirmedAt !== null || state === 'PAID');
