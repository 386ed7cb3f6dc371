import { formatAmount, formatReceiptNumber } from '@sarraf/domain';
import type { StaffWithdrawal } from '@sarraf/domain/contracts';
import type { WithdrawalProgress } from '../custody/index.ts';
import type { User } from '../identity/index.ts';
import type { WithdrawalContext } from './deps.ts';
import { type Approval, listApprovals } from './store.ts';
import {
  findOwnerRestriction,
  isToman,
  type OwnerRestriction,
  publicWithdrawalState,
  type StoredWithdrawal,
} from './withdrawal.ts';

/** Returns withdrawals as staff sees them; `staffId` is the reader. */
export async function staffWithdrawalDtos(
  context: WithdrawalContext,
  staffId: string,
  rows: readonly StoredWithdrawal[],
): Promise<StaffWithdrawal[]> {
  const approvals = await listApprovals(
    context.db,
    rows.map(({ id }) => id),
  );
  const [people, progress] = await Promise.all([
    context.people.findAll([
      ...new Set([...rows.map(({ userId }) => userId), ...approvals.map((a) => a.staffId)]),
    ]),
    context.custody.progressOf(rows.filter((row) => !isToman(row)).map(({ id }) => id)),
  ]);
  return rows.map((row) =>
    toStaffWithdrawal(row, {
      staffId,
      people,
      now: context.now(),
      progress: progress.get(row.id),
      approvals: approvals.filter(({ withdrawalId }) => withdrawalId === row.id),
    }),
  );
}

interface StaffViewContext {
  staffId: string;
  people: ReadonlyMap<string, User>;
  now: Date;
  progress: WithdrawalProgress | undefined;
  approvals: readonly Approval[];
}

/**
 * Returns the owner's restriction: a hold stops approvals; a block and a freeze also approved ones. Custody knows
 * more about queued coins.
 */
function findRestriction(row: StoredWithdrawal, owner: User | undefined, now: Date): OwnerRestriction | null {
  const restriction = findOwnerRestriction(owner, now);
  if (row.state === 'REVIEW') return restriction;
  return row.state === 'APPROVED' && isToman(row) && restriction !== 'PERSON_HELD' ? restriction : null;
}

function toStaffWithdrawal(
  row: StoredWithdrawal,
  { staffId, people, now, progress, approvals }: StaffViewContext,
): StaffWithdrawal {
  const { asset } = row;
  const owner = people.get(row.userId);
  const isInvolved = row.userId === staffId || approvals.some((approval) => approval.staffId === staffId);
  const restriction = findRestriction(row, owner, now);
  return {
    id: row.id,
    number: formatReceiptNumber(row.id),
    person: {
      id: row.userId,
      name: `${owner?.firstName ?? ''} ${owner?.lastName ?? ''}`.trim(),
      email: owner?.email ?? '',
    },
    relatedCoin: asset,
    tokenType: row.tokenType,
    amount: formatAmount(row.amount, asset),
    fee: formatAmount(row.fee, asset),
    tomanValue: row.tomanValue === null ? null : formatAmount(row.tomanValue, 'TOMAN'),
    destination: row.address,
    tag: row.tag === '' ? null : row.tag,
    state: publicWithdrawalState(row.state, progress),
    reviewReasons: row.reviewReasons,
    neededApprovals: row.neededApprovals,
    approvals: approvals.map((approval) => ({
      email: people.get(approval.staffId)?.email ?? '',
      at: approval.at.toISOString(),
    })),
    mayApprove: row.state === 'REVIEW' && !isInvolved && restriction === null,
    trouble: progress?.trouble ?? restriction,
    txid: progress?.txid ?? null,
    createdAtDateTime: row.createdAt.toISOString(),
  };
}
