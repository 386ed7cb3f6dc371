import type { Order } from '@sarraf/domain/contracts';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { getInitialMessages, loadTexts } from '../framework/i18n/messages.ts';
import { lazyPart, useLazyPart } from '../framework/loading/lazy-part.ts';
import { toast } from '../lib/notices.ts';
import { dialogs, openDialogs } from '../trade-box/part.ts';

/** The receipt of a limit order is larger, so it is loaded only by users who have such an order. */
const orderReceipt = lazyPart(
  () => import('./order-receipt-dialog.tsx'),
  () => loadTexts('verify'),
);

/** For lists of orders: `show` opens an order's receipt; `receipt` must be rendered. */
export function useOrderReceipt(): { show: (order: Order) => void; receipt: ReactNode } {
  const quickTradeReceipt = useLazyPart(dialogs);
  const orderReceiptPart = useSyncExternalStore(orderReceipt.subscribe, orderReceipt.getLoaded, () => null);
  const [shownOrder, setShownOrder] = useState<Order | null>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const show = (order: Order) => {
    setShownOrder(order);
    setOpen(true);
    openDialogs(close);
    if (isQuickTrade(order)) return;
    orderReceipt.preload().catch(() => {
      toast(getInitialMessages().error.OFFLINE, 'problem');
      close();
    });
  };
  if (!shownOrder) return { show, receipt: null };
  const Receipt = isQuickTrade(shownOrder)
    ? quickTradeReceipt?.ReceiptDialog
    : orderReceiptPart?.OrderReceiptDialog;
  return { show, receipt: Receipt && <Receipt order={shownOrder} open={open} onClose={close} /> };
}

const isQuickTrade = ({ orderType }: Order): boolean => orderType.startsWith('EXCHANGE_');
