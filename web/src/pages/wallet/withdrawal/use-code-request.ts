import type { ReplyOf, requestWithdrawal, sendWithdrawalCode, WithdrawalRow } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { refetchMoney } from '../../../transfers/refresh-money.ts';
import type { WithdrawIntent } from './withdraw-form.ts';

export type CodePrompt = ReplyOf<typeof sendWithdrawalCode>['baseDTO'];

const requestCode = async (intent: WithdrawIntent): Promise<CodePrompt> =>
  (await call<typeof sendWithdrawalCode>('POST', '/users/send-code', { body: intent })).baseDTO;

/** A validated withdrawal that needs its code: exactly this amount to exactly this destination. */
export interface PendingCode {
  intent: WithdrawIntent;
  prompt: CodePrompt;
}

/** Holds that began after the form was opened: the refetched terms contain their end, and close the form. */
const HOLD_CODES = new Set(['ACCOUNT_FROZEN', 'WITHDRAWAL_HOLD', 'DEPOSIT_HOLD', 'WITHDRAWALS_STOPPED']);
const refetchTermsIfHeld = (error: Error) => {
  if (error instanceof ApiError && HOLD_CODES.has(error.code))
    void queryClient.invalidateQueries({ queryKey: ['withdrawal-terms'] });
};

/** Requests the code; the server validates the withdrawal first. */
export function useCodeRequest(onAsked: (pending: PendingCode) => void) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (intent: WithdrawIntent) => ({ intent, prompt: await requestCode(intent) }),
    onSuccess: onAsked,
    onError: refetchTermsIfHeld,
  });
  return { ask: mutate, busy: isPending, error, forget: reset };
}

/** Submits the codes, with one idempotency key for all attempts of this withdrawal. */
export function useConfirmWithdrawal({ intent }: PendingCode, onDone: (row: WithdrawalRow) => void) {
  const key = useIdempotencyKey(JSON.stringify(intent));
  return {
    again: () => requestCode(intent),
    confirm: async (codes: { code: string; smsCode?: string }) => {
      const { baseDTO } = await call<typeof requestWithdrawal>('POST', '/wallets/withdrawal-request', {
        body: { ...intent, ...codes },
        idempotencyKey: key.key(),
      });
      key.done();
      refetchMoney();
      onDone(baseDTO);
    },
  };
}
