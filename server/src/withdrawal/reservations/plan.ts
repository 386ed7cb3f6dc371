import type { Asset } from '@sarraf/domain';
import type { WithdrawalIntent } from '../read-intent.ts';
import type { ReviewReason } from '../withdrawal.ts';

/** All that the ledger is asked for one withdrawal; kept with its place, so that anybody can go on with it. */
export interface WithdrawalPlan {
  id: string;
  userId: string;
  asset: Asset;
  tokenType: string;
  address: string;
  /** Of Toman: keyed digest of the Sheba, which lies encrypted beside the plan. */
  addressDigest: string | null;
  bankAccountId: string | null;
  tag: string;
  amount: bigint;
  fee: bigint;
  tomanValue: bigint | null;
  reviewReasons: ReviewReason[];
  neededApprovals: number;
  promisedAt: Date | null;
  /** What the person calls the address. */
  label: string | null;
  /** The company whose receipts it is made of; null: the person's wallet. */
  companyId: string | null;
  createdAt: Date;
}

/** As it is stored: JSON has no big integers. */
export type PlanText = {
  [K in keyof WithdrawalPlan]: WithdrawalPlan[K] extends string[] | string | number | null
    ? WithdrawalPlan[K]
    : string | null;
};

export const planText = (plan: WithdrawalPlan): PlanText => ({
  ...plan,
  amount: plan.amount.toString(),
  fee: plan.fee.toString(),
  tomanValue: plan.tomanValue?.toString() ?? null,
  promisedAt: plan.promisedAt?.toISOString() ?? null,
  createdAt: plan.createdAt.toISOString(),
});

export const readPlan = (text: PlanText): WithdrawalPlan => ({
  ...text,
  // Of coins of before 0056 it is absent.
  addressDigest: text.addressDigest ?? null,
  amount: BigInt(text.amount ?? ''),
  fee: BigInt(text.fee ?? ''),
  tomanValue: text.tomanValue === null ? null : BigInt(text.tomanValue),
  promisedAt: text.promisedAt === null ? null : new Date(text.promisedAt),
  // Places of before there were companies don't have it.
  companyId: text.companyId ?? null,
  createdAt: new Date(text.createdAt ?? ''),
});

/** How staff has to look at it: what for, and how many of them. */
export interface ReviewNeed {
  reasons: ReviewReason[];
  approvals: number;
}

export const planOf = (
  intent: WithdrawalIntent,
  { reasons, approvals }: ReviewNeed,
  more: Pick<
    WithdrawalPlan,
    'id' | 'addressDigest' | 'tomanValue' | 'promisedAt' | 'label' | 'companyId' | 'createdAt'
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
  ...more,
});
