import type { ReplyOf, withdrawalTerms } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import type { WithdrawBounds } from './withdraw-form.ts';

export type WithdrawTerms = ReplyOf<typeof withdrawalTerms>['baseDTO'];

/** Current terms of a withdrawal of this coin on this network; limits shrink with every withdrawal. */
export const withdrawTermsQuery = (coin: string, tokenType: string | null) =>
  queryOptions({
    queryKey: ['withdrawal-terms', coin, tokenType],
    queryFn: async ({ signal }) =>
      (
        await call<typeof withdrawalTerms>('GET', '/wallets/withdrawal-terms', {
          query: { relatedCoin: coin, ...(tokenType !== null && { tokenType }) },
          signal,
        })
      ).baseDTO,
    staleTime: 15_000,
  });

export const toWithdrawBounds = (
  terms: WithdrawTerms,
  balance: string,
  tagNeeded: boolean,
): WithdrawBounds => ({
  balance,
  min: terms.minAmount,
  max: terms.maxAmount,
  leftAmount: terms.leftAmount,
  fee: terms.fee,
  tagNeeded,
  heldUntil: terms.heldUntil,
  holdReason: terms.holdReason,
});
