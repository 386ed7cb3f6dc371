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
import { cardDigest, masksAgree, shownCard } from '../cards.ts';
import { fitsDailyLimit } from '../deposit-limit.ts';
import type { WalletDeps } from '../deps.ts';
import type { PaidCard, PaidVerification } from '../ports.ts';
import { confirmPayment, findPayment, lockTomanDeposits, SETTLE_PAYMENT } from '../store.ts';
import { tellPayersSoon } from '../suspense/end-refund.ts';
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
  const fault = cardFault(secrets, payment, paid) ?? (await limitFault(deps, payment));
  const owner = fault ? houseAccount('TOMAN', 'suspense') : accountOf(payment);
  const transfers = transfersOf(deps, payment, paid, owner);
  const receipts = fault === null && payment.companyId !== null ? deps.companyReceipts : undefined;
  await deps.ledger.submit({
    accounts: transfers.flatMap((transfer) => [transfer.debit, transfer.credit]),
    idempotency: { owner: 'payment', key: payment.id, digest: 'credit' },
    decide: (_balanceOf, at) => ({
      transfers,
      rows: [
        SETTLE_PAYMENT.row({
          id: payment.id,
          state: fault ? 'FAILED' : 'PAID',
          reason: fault,
          reference: paid.reference,
          paid_card: shownCard(paid.cardMasked),
          paid_card_digest: paid.cardHash && cardDigest(secrets, paid.cardHash).toString('hex'),
          settled_at: at,
          untold: fault !== null && payment.userId !== null,
        }),
        ...(receipts?.receiptRows(payment, at) ?? []),
      ],
      reply: JSON.stringify({ reason: fault }),
    }),
  });
  if (fault) {
    deps.log.error({ area: 'wallet', payment: payment.id, reason: fault }, 'deposit went to suspense');
    await tellPayersSoon(deps);
  } else if (payment.userId !== null)
    deps.bus.publish('wallets', { userId: payment.userId, coins: ['TOMAN'] });
  else await receipts?.received(payment);
}

function accountOf({ userId, companyId }: Payment): Transfer['credit'] {
  if (userId !== null) return userAccount(userId, 'TOMAN');
  if (companyId === null) throw new Error('a payment without a user or company');
  return receiptsAccount(companyId, 'TOMAN');
}

function transfersOf(
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
export function cardFault(secrets: Secrets, payment: Payment, paid: PaidCard): 'CARD_MISMATCH' | null {
  const agrees =
    paid.cardMasked !== null &&
    masksAgree(paid.cardMasked, payment.cardMasked) &&
    (paid.cardHash === null || cardDigest(secrets, paid.cardHash).equals(payment.cardDigest));
  return agrees ? null : 'CARD_MISMATCH';
}

/**
 * Checks the limits again for a failed payment, which released its reservation, and for one to a company, which
 * never had one for its card: anyone can type a card. Otherwise cancelling at our end and paying at the bank would
 * circumvent the limits.
 */
async function limitFault(deps: WalletDeps, { id }: Payment): Promise<PaymentReason | null> {
  return deps.db.transaction().execute(async (tx) => {
    const place = await findPlace(deps, tx, id);
    if (place === 'FREE') await confirmPayment(tx, id, new Date(deps.clock.now()));
    return place === 'NONE' ? 'DAILY_LIMIT' : null;
  });
}

/** Checks the same without a reservation: an amount beyond the limits is better left at the gateway. */
export const fitsLimits = (deps: WalletDeps, { id }: Payment): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => (await findPlace(deps, tx, id)) !== 'NONE');

/** Returns whether the payment has a reservation, or there is room for one; serialized until the transaction ends. */
async function findPlace(deps: WalletDeps, tx: Tx, id: string): Promise<'TAKEN' | 'FREE' | 'NONE'> {
  const before = await findPayment(tx, id);
  if (before === null || hasPlace(before)) return 'TAKEN';
  const { userId } = before;
  await (userId === null ? deps.companyReceipts?.lockCounts(tx, before) : lockTomanDeposits(tx, userId));
  // Another process may have reserved in the meantime: then it must not be counted twice.
  const payment = await findPayment(tx, id);
  if (payment === null || hasPlace(payment)) return 'TAKEN';
  const fits =
    userId === null
      ? await deps.companyReceipts?.fitsLimits(tx, payment)
      : await fitsDailyLimit(deps, tx, userId, payment.amount);
  return fits ? 'FREE' : 'NONE';
}

const hasPlace = ({ state, userId, confirmedAt }: Payment): boolean =>
  state !== 'FAILED' && (userId !== null || confirmedAt !== null || state === 'PAID');
