import type { depositToman } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiFailure, call } from '../../lib/api.ts';
import { useIntent } from '../../lib/idempotency.ts';
import { useReturn } from '../../lib/use-return.ts';
import { type DepositLimits, depositFault, gatewayAddress, refusalPlace } from './deposit-form.ts';
import type { Terms } from './use-terms.ts';

/** Where the bank sends the payer in the end. */
const CALLBACK = '/redirect-from-banks';

export type Deposit = ReturnType<typeof useDeposit>;

/** The draft of a deposit, why it can't start yet, and starting it. */
export function useDeposit({ terms, cards }: Terms) {
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [way, setWay] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const onlyCard = cards?.length === 1 ? cards[0] : undefined;
  const card = cards?.find(({ id }) => id === chosen) ?? onlyCard;
  const gateway = terms?.gateways.find((name) => name === way) ?? terms?.gateways[0];
  const limits = useMemo<DepositLimits | undefined>(
    () => terms && { min: terms.minAmount, max: terms.maxAmount, left: terms.leftToday },
    [terms],
  );
  const intent = useIntent(JSON.stringify([amount, card?.id, gateway]));
  useReturn(() => setLeaving(false));

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      if (!card || !gateway) throw new ApiFailure('BAD_REQUEST');
      const body = { amount, paymentGateway: gateway, cardNumber: card.cardNumber, callBackURL: CALLBACK };
      const reply = await call<typeof depositToman>('POST', '/wallets/deposit-toman', {
        body,
        idempotencyKey: intent.key(),
      });
      const address = gatewayAddress(reply.baseDTO.redirectSite, location.origin);
      if (!address) throw new ApiFailure('GATEWAY_UNAVAILABLE');
      return address;
    },
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
    fault: limits
      ? depositFault({ amount, cardId: card?.id ?? null, gateway: gateway ?? null }, limits)
      : null,
    refusal: error && {
      error,
      place: error instanceof ApiFailure ? refusalPlace(error.code) : ('form' as const),
    },
    busy: isPending || leaving,
    start: () => mutate(),
  };
}
