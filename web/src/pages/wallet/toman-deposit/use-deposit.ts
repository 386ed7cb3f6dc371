import type { depositToman } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { waitForGatewayPage } from '../../../lib/payments/gateway-page.ts';
import { useOnPageRestore } from '../../../lib/payments/use-return.ts';
import {
  type DepositLimits,
  getDepositErrorField,
  maxOfToman,
  validateDepositDraft,
} from './deposit-form.ts';
import { refetchTomanTerms, sumOpenPayments, type TomanDepositTerms } from './use-terms.ts';

/** Path to which the bank returns the payer. */
const CALLBACK_PATH = '/redirect-from-banks';

export type TomanDepositState = ReturnType<typeof useTomanDeposit>;

/** State of a deposit: the draft, its errors, and starting it. */
export function useTomanDeposit({ terms, cards }: TomanDepositTerms, initialAmount: string) {
  const [amountText, setAmount] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [way, setWay] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const onlyCard = cards?.length === 1 ? cards[0] : undefined;
  const card = cards?.find(({ id }) => id === chosen) ?? onlyCard;
  const gateway = terms?.gateways.find((name) => name === way) ?? terms?.gateways[0];
  const limits = useMemo<DepositLimits | undefined>(
    () =>
      terms && {
        min: terms.minAmount,
        max: terms.maxAmount,
        left: terms.leftToday,
        held: sumOpenPayments(terms.open),
      },
    [terms],
  );
  // A deposit below the minimum would be refused.
  const amount =
    amountText ?? (limits && initialAmount !== '' ? maxOfToman(initialAmount, limits.min) : initialAmount);
  const intent = useIdempotencyKey(JSON.stringify([amount, card?.id, gateway]));
  useOnPageRestore(() => setLeaving(false));

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      if (!card || !gateway) throw new ApiError('BAD_REQUEST');
      const body = {
        amount,
        paymentGateway: gateway,
        cardNumber: card.cardNumber,
        callBackURL: CALLBACK_PATH,
      };
      const reply = await call<typeof depositToman>('POST', '/wallets/deposit-toman', {
        body,
        idempotencyKey: intent.key(),
      });
      return waitForGatewayPage(reply.baseDTO, refetchTomanTerms);
    },
    // Refetches the open payments and the remaining limit.
    onError: refetchTomanTerms,
    onSuccess: (address) => {
      intent.done();
      setLeaving(true);
      location.assign(address);
    },
  });

  return {
    amount,
    setAmount: (next: string) => {
      reset();
      setAmount(next);
    },
    cardId: card?.id ?? null,
    setCardId: (next: string) => {
      reset();
      setChosen(next);
    },
    gateway,
    setGateway: (next: string) => {
      reset();
      setWay(next);
    },
    limits,
    validationError: limits
      ? validateDepositDraft({ amount, cardId: card?.id ?? null, gateway: gateway ?? null }, limits)
      : null,
    refusal: error && {
      error,
      place: error instanceof ApiError ? getDepositErrorField(error.code) : ('form' as const),
    },
    busy: isPending || leaving,
    start: () => mutate(),
  };
}
