import { AppError, DAY_MS, formatAmount, HOUR_MS } from '@sarraf/domain';
import { SUSPENSE_KINDS, type SuspendedPayment, type Suspense } from '@sarraf/domain/contracts';
import type { WalletDeps } from '../deps.ts';
import { cardAccountOf } from './card-account.ts';
import { lastRefunds, type SuspenseRefund } from './refund-store.ts';
import { findSuspended, readSuspenseParts, type SuspendedRow } from './suspended-store.ts';

const toman = (amount: bigint): string => formatAmount(amount, 'TOMAN');

/** Returns the contents of the suspense account of Toman, by kind and age. */
export async function suspenseView({ db, clock, config }: WalletDeps): Promise<Suspense> {
  const now = clock.now();
  const late = new Date(now - config.BANK_ALARM_HOURS * HOUR_MS);
  const { balance, parts } = await readSuspenseParts(db, { day: new Date(now - DAY_MS), late });
  return {
    balance: toman(balance),
    alarmHours: config.BANK_ALARM_HOURS,
    parts: SUSPENSE_KINDS.map((kind) => {
      const part = parts.find((one) => one.kind === kind);
      return {
        kind,
        count: part?.count ?? 0,
        day: toman(part?.day ?? 0n),
        waiting: toman(part?.waiting ?? 0n),
        late: toman(part?.late ?? 0n),
        oldestDateTime: part?.oldest?.toISOString() ?? null,
      };
    }),
  };
}

/** NOT_FOUND: it was never in suspense. */
export async function suspendedView(deps: WalletDeps, paymentId: string): Promise<SuspendedPayment> {
  const row = await findSuspended(deps.db, paymentId);
  const [view] = row ? await suspendedViews(deps, [row]) : [];
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}

export async function suspendedViews(
  deps: WalletDeps,
  rows: readonly SuspendedRow[],
): Promise<SuspendedPayment[]> {
  const last = await lastRefunds(
    deps.db,
    rows.map(({ id }) => id),
  );
  const staff = [...last.values()].flatMap(({ proposedBy, decidedBy }) =>
    [proposedBy, decidedBy ?? []].flat(),
  );
  const known = await deps.people.findAll([...new Set([...rows.map(({ userId }) => userId), ...staff])]);
  const emailOf = (id: string) => known.get(id)?.email ?? '';
  return Promise.all(
    rows.map(async (row) => {
      const person = known.get(row.userId);
      const refund = last.get(row.id);
      const account = await cardAccountOf(deps, row);
      return {
        id: row.id,
        person: person
          ? { id: person.id, name: `${person.firstName} ${person.lastName}`.trim(), email: person.email }
          : null,
        amount: toman(row.amount),
        gateway: row.gateway,
        cardNumber: row.paidCard,
        chosenCard: row.cardMasked,
        trackingCode: row.reference,
        reason: row.reason,
        state: row.state,
        sinceDateTime: row.since.toISOString(),
        ownCard: account !== null,
        ownAccount: account?.sheba?.masked ?? null,
        refund: refund && refund.state !== 'RETURNED' ? refundView(refund, emailOf) : null,
        returnReason: refund?.backReason ?? null,
      };
    }),
  );
}

const refundView = (
  row: SuspenseRefund,
  emailOf: (id: string) => string,
): NonNullable<SuspendedPayment['refund']> => ({
  id: row.id,
  way: row.way,
  bankAccount: row.shebaMasked,
  payee: row.payee,
  reason: row.reason,
  proposedBy: emailOf(row.proposedBy),
  decidedBy: row.decidedBy && emailOf(row.decidedBy),
  createdAtDateTime: row.createdAt.toISOString(),
});
