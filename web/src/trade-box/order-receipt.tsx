import type { Order } from '@sarraf/domain/contracts';
import { type ReactNode, useState } from 'react';
import { useLazyPart } from '../lib/lazy-part.ts';
import { dialogs, openDialogs } from './part.ts';

/** For lists of orders: `show` opens one's receipt, `receipt` is to be put on the page. */
export function useOrderReceipt(): { show: (order: Order) => void; receipt: ReactNode } {
  const part = useLazyPart(dialogs);
  const [shown, setShown] = useState<Order | null>(null);
  const [open, setOpen] = useState(false);
  const show = (order: Order) => {
    setShown(order);
    setOpen(true);
    openDialogs(() => setOpen(false));
  };
  const receipt = part && shown && (
    <part.ReceiptDialog order={shown} open={open} onClose={() => setOpen(false)} />
  );
  return { show, receipt };
}
