import type { DepositRow, depositDetail, WithdrawalRow, withdrawalDetail } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { call } from '../lib/api/api.ts';
import { useErrorMessages } from '../lib/api/use-failure.ts';
import { DepositReceipt, WithdrawalReceipt } from './transfer-receipts.tsx';

interface TransferReference {
  kind: 'DEPOSIT' | 'WITHDRAWAL';
  id: string;
}
type TransferDetail = { kind: 'DEPOSIT'; row: DepositRow } | { kind: 'WITHDRAWAL'; row: WithdrawalRow };

/** For lists of movements: `show` opens the receipt of a row's transfer; `receipt` must be rendered. */
export function useTransferReceipt(): { show: (transfer: TransferReference) => void; receipt: ReactNode } {
  const [shownTransfer, setShownTransfer] = useState<TransferDetail | null>(null);
  const failure = useErrorMessages();
  const { mutate } = useMutation({
    mutationFn: fetchTransfer,
    onSuccess: setShownTransfer,
    onError: failure.show,
  });
  const close = useCallback(() => setShownTransfer(null), []);
  return {
    show: mutate,
    receipt: (
      <>
        <DepositReceipt
          deposit={shownTransfer?.kind === 'DEPOSIT' ? shownTransfer.row : null}
          onClose={close}
        />
        <WithdrawalReceipt
          withdrawal={shownTransfer?.kind === 'WITHDRAWAL' ? shownTransfer.row : null}
          onClose={close}
        />
      </>
    ),
  };
}

async function fetchTransfer({ kind, id }: TransferReference): Promise<TransferDetail> {
  const params = { id };
  if (kind === 'DEPOSIT') {
    const { baseDTO } = await call<typeof depositDetail>('GET', '/wallets/deposit/:id', { params });
    return { kind, row: baseDTO };
  }
  const path = '/wallets/withdrawal-requests/:id';
  const { baseDTO } = await call<typeof withdrawalDetail>('GET', path, { params });
  return { kind, row: baseDTO };
}
