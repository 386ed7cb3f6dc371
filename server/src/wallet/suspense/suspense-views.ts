import { AppError, DAY_MS, formatAmount, HOUR_MS } from '@sarraf/domain';
import { SUSPENSE_KINDS, type SuspendedPayment, type Suspense } from '@sarraf/domain/contracts';
import type { WalletDeps } from '../deps.ts';
import { findCardAccount } from './card-account.ts';
import { findLastRefunds, type SuspenseRefund } from './refund-store.ts';
import { findSuspendedPayment, readSuspenseParts, type SuspendedRow } from './suspended-store.ts';

const formatToman = (amount: bigint): string => formatAmount(amount, 'TOMAN');

/** Returns the contents of the suspense account of Toman, by kind and age. */
export async function readSuspense({ db, clock, config }: WalletDeps): Promise<Suspense> {
  const now = clock.now();
  const lateBefore = new Date(now - config.BANK_ALARM_HOURS * HOUR_MS);
  const { balance, parts } = await readSuspenseParts(db, { day: new Date(now - DAY_MS), late: lateBefore });
  return {
    balance: formatToman(balance),
    alarmHours: config.BANK_ALARM_HOURS,
    parts: SUSPENSE_KINDS.map((kind) => {
      const part = parts.find((candidate) => candidate.kind === kind);
      return {
        kind,
        count: part?.count ?? 0,
        day: formatToman(part?.day ?? 0n),
        waiting: formatToman(part?.waiting ?? 0n),
        late: formatToman(part?.late ?? 0n),
        oldestDateTime: part?.oldest?.toISOString() ?? null,
      };
    }),
  };
}

/** NOT_FOUND: it was never in suspense. */
export async function readSuspendedPayment(deps: WalletDeps, paymentId: string): Promise<SuspendedPayment> {
  const row = await findSuspendedPayment(deps.db, paymentId);
  const [view] = row ? await suspendedPaymentDtos(deps, [row]) : [];
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}

export async function suspendedPaymentDtos(
  deps: WalletDeps,
  rows: readonly SuspendedRow[],
): Promise<SuspendedPayment[]> {
  const refundsByPayment = await findLastRefunds(
    deps.db,
    rows.map(({ id }) => id),
  );
  const staff = [...refundsByPayment.values()].flatMap(({ proposedBy, decidedBy }) =>
    [proposedBy, decidedBy ?? []].flat(),
  );
  const usersById = await deps.people.findAll([...new Set([...rows.map(({ userId }) => userId), ...staff])]);
  const emailOf = (id: string) => usersById.get(id)?.email ?? '';
  return Promise.all(
    rows.map(async (row) => {
      const person = usersById.get(row.userId);
      const refund = refundsByPayment.get(row.id);
      const account = await findCardAccount(deps, row);
      return {
        id: row.id,
        person: person
          ? { id: person.id, name: `${person.firstName} ${person.lastName}`.trim(), email: person.email }
          : null,
        amount: formatToman(row.amount),
        gateway: row.gateway,
        cardNumber: row.paidCard,
        chosenCard: row.cardMasked,
        trackingCode: row.reference,
        reason: row.reason,
        state: row.state,
        sinceDateTime: row.since.toISOString(),
        ownCard: account !== null,
        ownAccount: account?.sheba?.masked ?? null,
        refund: refund && refund.state !== 'RETURNED' ? refundDto(refund, emailOf) : null,
        returnReason: refund?.backReason ?? null,
      };
    }),
  );
}

const refundDto = (
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
