import type { BankAccount } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api.ts';
import { type PendingCode, useCodeRequest } from '../withdrawal/use-code-request.ts';
import { toWithdrawBounds, withdrawTermsQuery } from '../withdrawal/use-withdraw-terms.ts';
import {
  computeReceivedAmount,
  getWithdrawalErrorField,
  maxWithdrawable,
} from '../withdrawal/withdraw-form.ts';
import { validateTomanWithdrawal } from './toman-withdraw-form.ts';

export type TomanWithdrawState = ReturnType<typeof useTomanWithdraw>;

/** State of a Toman withdrawal: the draft, its errors, and requesting the code. */
export function useTomanWithdraw(
  open: boolean,
  accounts: readonly BankAccount[],
  balance: string,
  onAsked: (pending: PendingCode) => void,
) {
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const terms = useQuery({ ...withdrawTermsQuery('TOMAN', 'TOMAN'), enabled: open });
  const request = useCodeRequest(onAsked);
  const onlyOne = accounts.length === 1 ? accounts[0] : undefined;
  const account = accounts.find(({ id }) => id === chosen) ?? onlyOne;
  const bounds = terms.data ? toWithdrawBounds(terms.data, balance, false) : null;
  const validationError = validateTomanWithdrawal({ amount, accountId: account?.id ?? null }, bounds);
  const withErrorReset =
    <T>(set: (next: T) => void) =>
    (next: T) => {
      request.forget();
      set(next);
    };
  return {
    amount,
    setAmount: withErrorReset(setAmount),
    accountId: account?.id ?? null,
    setAccountId: withErrorReset<string>(setChosen),
    terms: terms.data,
    validationError,
    waiting: open && terms.isPending,
    failed: terms.isError && !terms.data ? terms.error : null,
    retry: () => void terms.refetch(),
    receives: bounds && computeReceivedAmount('TOMAN', amount, bounds.fee),
    fillAll: () => bounds && setAmount(maxWithdrawable('TOMAN', bounds, 0)),
    busy: request.busy,
    refusal: request.error && {
      error: request.error,
      place:
        request.error instanceof ApiError ? getWithdrawalErrorField(request.error.code) : ('form' as const),
    },
    submit: () => {
      if (validationError || !account || request.busy) return;
      request.ask({
        // The list has masked Shebas; the server identifies an account by its id too.
        amount,
        relatedCoin: 'TOMAN',
        tokenType: 'TOMAN',
        destinationWalletAddress: account.id,
      });
    },
    reset: () => {
      request.forget();
      setAmount('');
    },
  };
}
