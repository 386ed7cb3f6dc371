import { AppError, amountOf, formatAmount } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import { houseAccount, outsideAccount, type Transfer, userAccount } from '../../ledger/index.ts';
import type { MoneyNotice } from '../../messaging/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { WalletDeps } from '../deps.ts';
import {
  CREDIT_PAYMENT,
  END_REFUND,
  findSuspenseRefund,
  listRefundsToCredit,
  type SuspenseRefund,
  takePaymentToNotify,
  takeRefundToNotify,
} from './refund-store.ts';

const BATCH_SIZE = 500;
const SUSPENSE = houseAccount('TOMAN', 'suspense');
const BANK = outsideAccount('bank', 'TOMAN');

type RefundOutcome = 'PAID' | 'CREDITED' | 'RETURNED';
type EndingRefund = Pick<SuspenseRefund, 'id' | 'paymentId' | 'userId' | 'amount'>;

/** Finishes decided refunds; runs periodically and may run concurrently. */
export async function sweepSuspenseRefunds(deps: WalletDeps): Promise<void> {
  for (const id of await listRefundsToCredit(deps.db, BATCH_SIZE)) {
    const refund = await findSuspenseRefund(deps.db, id);
    await (refund && endRefund(deps, refund, 'CREDITED'))?.catch((err: unknown) => {
      deps.log.error({ area: 'wallet', refund: id, err }, 'payment not credited yet; retrying');
    });
  }
  await notifyPayers(deps);
}

/** Ends a refund once: a later caller gets the outcome of the first. */
export async function endRefund(
  deps: WalletDeps,
  refund: EndingRefund,
  outcome: RefundOutcome,
  reason: string | null = null,
): Promise<RefundOutcome> {
  const transfers: Record<RefundOutcome, Transfer[]> = {
    PAID: [{ ...transferBase(refund), debit: SUSPENSE, credit: BANK, kind: 'correction' }],
    CREDITED: [
      {
        ...transferBase(refund),
        debit: SUSPENSE,
        credit: userAccount(refund.userId, 'TOMAN'),
        kind: 'deposit',
      },
    ],
    // The money never left the ledger.
    RETURNED: [],
  };
  const finalOutcome = await submitOutcome(deps, refund, {
    key: `${refund.id} end`,
    end: outcome,
    reason,
    transfers: transfers[outcome],
  });
  if (finalOutcome === 'CREDITED') deps.bus.publish('wallets', { userId: refund.userId, coins: ['TOMAN'] });
  return finalOutcome;
}

/**
 * Records that the bank returned it after it was reported as paid: the money is in suspense again, and waits for a
 * decision.
 */
export const reverseRefund = (
  deps: WalletDeps,
  refund: EndingRefund,
  reason: string,
): Promise<RefundOutcome> =>
  submitOutcome(deps, refund, {
    ...{ key: `${refund.id} back`, end: 'RETURNED', reason },
    transfers: [{ ...transferBase(refund), debit: BANK, credit: SUSPENSE, kind: 'correction' }],
  });

const transferBase = ({ amount, paymentId }: EndingRefund) => ({
  amount: amountOf(amount),
  reference: paymentId,
});

async function submitOutcome(
  deps: WalletDeps,
  { id, paymentId }: EndingRefund,
  outcome: { key: string; end: RefundOutcome; reason: string | null; transfers: Transfer[] },
): Promise<RefundOutcome> {
  const { key, end, reason, transfers } = outcome;
  const ended = await deps.ledger.submit({
    accounts: transfers.flatMap(({ debit, credit }) => [debit, credit]),
    idempotency: { owner: 'payment refund', key, digest: id },
    decide(balanceOf, at) {
      for (const { debit, amount } of transfers)
        if (debit === SUSPENSE && balanceOf(debit) < amount) throw new AppError('NOT_ENOUGH_BALANCE_TOMAN');
      return {
        transfers,
        rows: [
          END_REFUND.row({ id, state: end, back_reason: reason, settled_at: at }),
          ...(end === 'CREDITED' ? [CREDIT_PAYMENT.row({ id: paymentId })] : []),
        ],
        reply: end,
      };
    },
  });
  return ended as RefundOutcome;
}

/** Notifies each payer once of the outcome, in the transaction that records it. */
export async function notifyPayers(deps: WalletDeps): Promise<void> {
  for (const takeNotice of [takePaymentNotice, takeRefundNotice]) {
    for (let wasFound = true, i = 0; wasFound && i < BATCH_SIZE; i += 1)
      wasFound = await deps.db.transaction().execute((tx) => notifyPayer(deps, tx, takeNotice));
  }
}

/** Does the same without failing: the sweep sends notices that fail here. */
export const tryNotifyPayers = (deps: WalletDeps): Promise<void> =>
  notifyPayers(deps).catch((err: unknown) => {
    deps.log.warn({ area: 'wallet', err }, 'notices not written; the sweep retries');
  });

/** Formats a Sheba as notices show it: IR57...0101. */
export const formatShortSheba = (masked: string | null): string => (masked ?? '').replace(/\*+/, '...');

type PendingPayerNotice = { userId: string; notice: MoneyNotice };

async function notifyPayer(
  deps: WalletDeps,
  tx: Tx,
  takeNotice: (tx: Tx) => Promise<PendingPayerNotice | null>,
): Promise<boolean> {
  const pending = await takeNotice(tx);
  const person = pending && (await deps.people.find(pending.userId, tx));
  if (person) await deps.notify(tx, recipientOf(person), pending.notice);
  return pending !== null;
}

async function takePaymentNotice(tx: Tx): Promise<PendingPayerNotice | null> {
  const payment = await takePaymentToNotify(tx);
  if (!payment?.userId) return null;
  const cause = payment.reason === 'DAILY_LIMIT' ? 'LIMIT' : 'CARD';
  const amount = formatAmount(payment.amount, 'TOMAN');
  return { userId: payment.userId, notice: { kind: 'DEPOSIT_NOT_CREDITED', amount, why: cause } };
}

async function takeRefundNotice(tx: Tx): Promise<PendingPayerNotice | null> {
  const refund = await takeRefundToNotify(tx);
  if (refund === null) return null;
  const { userId, state } = refund;
  const amount = formatAmount(refund.amount, 'TOMAN');
  if (state === 'CREDITED') return { userId, notice: { kind: 'DEPOSIT_CREDITED', asset: 'TOMAN', amount } };
  const kind = state === 'PAID' ? 'REFUND_PAID' : 'REFUND_RETURNED';
  return { userId, notice: { kind, amount, to: formatShortSheba(refund.shebaMasked) } };
}
