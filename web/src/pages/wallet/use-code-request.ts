import type { ReplyOf, requestWithdrawal, sendCode, WithdrawalRow } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useIntent } from '../../lib/idempotency.ts';
import { refreshMoney } from '../../transfers/refresh-money.ts';
import type { WithdrawIntent } from './withdraw-form.ts';

export type Prompt = ReplyOf<typeof sendCode>['baseDTO'];

const askFor = async (intent: WithdrawIntent): Promise<Prompt> =>
  (await call<typeof sendCode>('POST', '/users/send-code', { body: intent })).baseDTO;

/** A withdrawal that was judged and waits for its code: exactly this amount to exactly this place. */
export interface Pending {
  intent: WithdrawIntent;
  /** The place as people read it: the address, or the masked Sheba. */
  where: string;
  prompt: Prompt;
}

/** Asks for the code; the server judges the withdrawal first. */
export function useCodeRequest(onAsked: (pending: Pending) => void) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (wish: { intent: WithdrawIntent; where: string }) => ({
      ...wish,
      prompt: await askFor(wish.intent),
    }),
    onSuccess: onAsked,
  });
  return { ask: mutate, busy: isPending, error, forget: reset };
}

/** Gives the codes to the server, under one key for all tries of this withdrawal. */
export function useConfirm({ intent }: Pending, onDone: (row: WithdrawalRow) => void) {
  const key = useIntent(JSON.stringify(intent));
  return {
    again: () => askFor(intent),
    confirm: async (codes: { code: string; smsCode?: string }) => {
      const { baseDTO } = await call<typeof requestWithdrawal>('POST', '/wallets/withdrawal-request', {
        body: { ...intent, ...codes },
        idempotencyKey: key.key(),
      });
      key.done();
      refreshMoney();
      onDone(baseDTO);
    },
  };
}
