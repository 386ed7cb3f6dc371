import type { DepositRow, depositDetail, WithdrawalRow, withdrawalDetail } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { call } from '../lib/api/api.ts';
import { useErrorMessages } from '../lib/api/use-failure.ts';
import { DepositReceipt, WithdrawalReceipt } from './transfer-receipts.tsx';

interface TransferNamed {
  kind: 'DEPOSIT' | 'WITHDRAWAL';
  id: string;
}
type Found = { kind: 'DEPOSIT'; row: DepositRow } | { kind: 'WITHDRAWAL'; row: WithdrawalRow };

/** For lists of movements: `show` opens the receipt of a row's transfer; `receipt` must be rendered. */
export function useTransferReceipt(): { show: (transfer: TransferNamed) => void; receipt: ReactNode } {
  const [shown, setShown] = useState<Found | null>(null);
  const failure = useErrorMessages();
  const { mutate } = useMutation({ mutationFn: find, onSuccess: setShown, onError: failure.show });
  const close = useCallback(() => setShown(null), []);
  return {
    show: mutate,
    receipt: (
      <>
        <DepositReceipt deposit={shown?.kind === 'DEPOSIT' ? shown.row : null} onClose={close} />
        <WithdrawalReceipt
          withdrawal={shown?.kind === 'WITHDRAWAL' ? shown.row : null}
          onClose={close}
          onChange={(row) => setShown({ kind: 'WITHDRAWAL', row })}
        />
      </>
    ),
  };
}

async function find({ kind, id }: TransferNamed): Promise<Found> {
  const params = { id };
  if (kind === 'DEPOSIT') {
    const { baseDTO } = await call<typeof depositDetail>('GET', '/wallets/deposit/:id', { params });
    return { kind, row: baseDTO };
  }
  const path = '/wallets/withdrawal-requests/:id';
  const { baseDTO } = await call<typeof withdrawalDetail>('GET', path, { params });
  return { kind, row: baseDTO };
}
