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
  listToCredit,
  type SuspenseRefund,
  takePaymentToNotify,
  takeRefundToNotify,
} from './refund-store.ts';

const BATCH_SIZE = 500;
const SUSPENSE = houseAccount('TOMAN', 'suspense');
const BANK = outsideAccount('bank', 'TOMAN');

type End = 'PAID' | 'CREDITED' | 'RETURNED';
type Ending = Pick<SuspenseRefund, 'id' | 'paymentId' | 'userId' | 'amount'>;

/** Finishes decided refunds; runs periodically and may run concurrently. */
export async function sweepSuspenseRefunds(deps: WalletDeps): Promise<void> {
  for (const id of await listToCredit(deps.db, BATCH_SIZE)) {
    const refund = await findSuspenseRefund(deps.db, id);
    await (refund && endRefund(deps, refund, 'CREDITED'))?.catch((err: unknown) => {
      deps.log.error({ area: 'wallet', refund: id, err }, 'payment not credited yet; retrying');
    });
  }
  await tellPayers(deps);
}

/** Ends a refund once: a later caller gets the outcome of the first. */
export async function endRefund(
  deps: WalletDeps,
  refund: Ending,
  end: End,
  reason: string | null = null,
): Promise<End> {
  const moved: Record<End, Transfer[]> = {
    PAID: [{ ...moving(refund), debit: SUSPENSE, credit: BANK, kind: 'correction' }],
    CREDITED: [
      { ...moving(refund), debit: SUSPENSE, credit: userAccount(refund.userId, 'TOMAN'), kind: 'deposit' },
    ],
    // The money never left the ledger.
    RETURNED: [],
  };
  const ended = await submit(deps, refund, { key: `${refund.id} end`, end, reason, transfers: moved[end] });
  if (ended === 'CREDITED') deps.bus.publish('wallets', { userId: refund.userId, coins: ['TOMAN'] });
  return ended;
}

/**
 * Records that the bank returned it after it was reported as paid: the money is in suspense again, and waits for a
 * decision.
 */
export const undoRefund = (deps: WalletDeps, refund: Ending, reason: string): Promise<End> =>
  submit(deps, refund, {
    ...{ key: `${refund.id} back`, end: 'RETURNED', reason },
    transfers: [{ ...moving(refund), debit: BANK, credit: SUSPENSE, kind: 'correction' }],
  });

const moving = ({ amount, paymentId }: Ending) => ({ amount: amountOf(amount), reference: paymentId });

async function submit(
  deps: WalletDeps,
  { id, paymentId }: Ending,
  ending: { key: string; end: End; reason: string | null; transfers: Transfer[] },
): Promise<End> {
  const { key, end, reason, transfers } = ending;
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
  return ended as End;
}

/** Notifies each payer once of the outcome, in the transaction that records it. */
export async function tellPayers(deps: WalletDeps): Promise<void> {
  for (const take of [takePayment, takeRefund]) {
    for (let told = true, i = 0; told && i < BATCH_SIZE; i += 1)
      told = await deps.db.transaction().execute((tx) => tellOne(deps, tx, take));
  }
}

/** Does the same without failing: the sweep sends notices that fail here. */
export const tellPayersSoon = (deps: WalletDeps): Promise<void> =>
  tellPayers(deps).catch((err: unknown) => {
    deps.log.warn({ area: 'wallet', err }, 'notices not written; the sweep retries');
  });

/** Formats a Sheba as notices show it: IR57...0101. */
export const shortSheba = (masked: string | null): string => (masked ?? '').replace(/\*+/, '...');

type Untold = { userId: string; notice: MoneyNotice };

async function tellOne(deps: WalletDeps, tx: Tx, take: (tx: Tx) => Promise<Untold | null>): Promise<boolean> {
  const untold = await take(tx);
  const person = untold && (await deps.people.find(untold.userId, tx));
  if (person) await deps.notify(tx, recipientOf(person), untold.notice);
  return untold !== null;
}

async function takePayment(tx: Tx): Promise<Untold | null> {
  const payment = await takePaymentToNotify(tx);
  if (!payment?.userId) return null;
  const why = payment.reason === 'DAILY_LIMIT' ? 'LIMIT' : 'CARD';
  const amount = formatAmount(payment.amount, 'TOMAN');
  return { userId: payment.userId, notice: { kind: 'DEPOSIT_NOT_CREDITED', amount, why } };
}

async function takeRefund(tx: Tx): Promise<Untold | null> {
  const refund = await takeRefundToNotify(tx);
  if (refund === null) return null;
  const { userId, state } = refund;
  const amount = formatAmount(refund.amount, 'TOMAN');
  if (state === 'CREDITED') return { userId, notice: { kind: 'DEPOSIT_CREDITED', asset: 'TOMAN', amount } };
  const kind = state === 'PAID' ? 'REFUND_PAID' : 'REFUND_RETURNED';
  return { userId, notice: { kind, amount, to: shortSheba(refund.shebaMasked) } };
}
