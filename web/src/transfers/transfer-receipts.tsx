import { useEffect, useSyncExternalStore } from 'react';
import { loadTexts } from '../framework/i18n/messages.ts';
import { lazyPart } from '../framework/loading/lazy-part.ts';
import { loadOrToast } from '../ui/overlays/part.ts';
import type { DepositReceiptProps } from './receipts/deposit-receipt.tsx';
import type { WithdrawalReceiptProps } from './receipts/withdrawal-receipt.tsx';

const receipts = lazyPart(
  () => import('./receipts/index.ts'),
  () => loadTexts('history', 'wallet', 'verify', 'error'),
);

/** The receipt of a deposit of Toman or coins. */
export function DepositReceipt(props: DepositReceiptProps) {
  const part = useReceipts(props.deposit !== null, props.onClose);
  return part && <part.DepositReceiptView {...props} />;
}

/** The receipt of a withdrawal, with its current state and a cancel button while that is possible. */
export function WithdrawalReceipt(props: WithdrawalReceiptProps) {
  const part = useReceipts(props.withdrawal !== null, props.onClose);
  return part && <part.WithdrawalReceiptView {...props} />;
}

function useReceipts(open: boolean, onClose: () => void) {
  useEffect(() => {
    if (open) loadOrToast(receipts, onClose);
  }, [open, onClose]);
  return useSyncExternalStore(receipts.subscribe, receipts.getLoaded, () => null);
}
