import type { Asset } from '@sarraf/domain';
import type { WithdrawalIntent } from '../read-intent.ts';
import type { ReviewReason } from '../withdrawal.ts';

/**
 * Everything that the ledger is asked to do for one withdrawal; stored with its reservation, so that any process
 * can continue it.
 */
export interface WithdrawalPlan {
  id: string;
  userId: string;
  asset: Asset;
  tokenType: string;
  address: string;
  /** Toman: keyed digest of the Sheba, which is stored encrypted next to the plan. */
  addressDigest: string | null;
  bankAccountId: string | null;
  tag: string;
  amount: bigint;
  fee: bigint;
  tomanValue: bigint | null;
  reviewReasons: ReviewReason[];
  neededApprovals: number;
  promisedAt: Date | null;
  /** The user's label of the address. */
  label: string | null;
  /** The company whose receipts it is paid from; null: the user's wallet. */
  companyId: string | null;
  /** The API key that requested it; null: none did, unset: reservations of earlier versions. */
  programKeyId?: string | null;
  createdAt: Date;
}

/** The stored form: JSON has no big integers. */
export type PlanText = {
  [K in keyof WithdrawalPlan]: WithdrawalPlan[K] extends string[] | string | number | null
    ? WithdrawalPlan[K]
    : string | null;
};

export const serializePlan = (plan: WithdrawalPlan): PlanText => ({
  ...plan,
  amount: plan.amount.toString(),
  fee: plan.fee.toString(),
  tomanValue: plan.tomanValue?.toString() ?? null,
  promisedAt: plan.promisedAt?.toISOString() ?? null,
  createdAt: plan.createdAt.toISOString(),
});

export const parsePlan = (text: PlanText): WithdrawalPlan => ({
  ...text,
  amount: BigInt(text.amount ?? ''),
  fee: BigInt(text.fee ?? ''),
  tomanValue: text.tomanValue === null ? null : BigInt(text.tomanValue),
  promisedAt: text.promisedAt === null ? null : new Date(text.promisedAt),
  createdAt: new Date(text.createdAt ?? ''),
});

/** The required staff review: the reason and the number of approvals. */
export interface ReviewNeed {
  reasons: ReviewReason[];
  approvals: number;
}

export const createWithdrawalPlan = (
  intent: WithdrawalIntent,
  { reasons, approvals }: ReviewNeed,
  details: Pick<
    WithdrawalPlan,
    | 'id'
    | 'addressDigest'
    | 'tomanValue'
    | 'promisedAt'
    | 'label'
    | 'companyId'
    | 'programKeyId'
    | 'createdAt'
  >,
): WithdrawalPlan => ({
  userId: intent.userId,
  asset: intent.asset,
  tokenType: intent.tokenType,
  address: intent.address,
  bankAccountId: intent.bankAccountId,
  tag: intent.tag,
  amount: intent.amount,
  fee: intent.fee,
  reviewReasons: reasons,
  neededApprovals: approvals,
  ...details,
});
