import type { Order } from '@sarraf/domain/contracts';
import { IconCheck, IconDots, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { ReceiptEnd } from '../receipts/receipt-end.tsx';
import { SaveReceiptButtons } from '../receipts/receipt-parts.tsx';
import { cx } from '../ui/class-names.ts';
import { Facts } from '../ui/layout/facts.tsx';
import { Stack, Text } from '../ui/layout/layout.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import { Fills } from './fills.tsx';
import { getOrderState, hasTraded } from './order.ts';
import css from './orders.module.css';
import { useOrderReceiptLines } from './use-order-receipt-lines.ts';
import { useOrderStateText } from './use-order-state-text.ts';

/** Dialog with the receipt of a limit or market order and its fills. */
export function OrderReceiptDialog(props: { order: Order; open: boolean; onClose: () => void }) {
  const { order, open, onClose } = props;
  const t = useTranslations('markets.order');
  const receipt = useOrderReceiptLines(order);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('title')}
      footer={<SaveReceiptButtons receipt={receipt} title={t('title')} fileName={`sarraf-${order.number}`} />}
    >
      <Stack gap={2} align="center" className={css.head}>
        <span className={css.seal}>
          <CoinIcon coin={receipt.coin} size={52} />
          <OrderStateSeal order={order} />
        </span>
        <p>
          <Text as="span" size="sm" tone="soft">
            {receipt.did}
          </Text>
          <strong>{receipt.amount}</strong>
        </p>
        <OrderStateText order={order} />
      </Stack>
      <Facts
        className={css.lines}
        facts={receipt.lines
          .filter(({ key }) => key !== 'state')
          .map(({ key, label, value, latin, strong }) => ({
            key,
            label,
            value: latin ? <span className="latin">{value}</span> : value,
            ...(strong && { strong }),
          }))}
      />
      {hasTraded(order) && <Fills order={order} />}
      <ReceiptEnd receipt={receipt} onLeave={onClose} />
    </Modal>
  );
}

const STATE_SEALS = {
  open: IconDots,
  partly: IconDots,
  filled: IconCheck,
  partEnded: IconCheck,
  ended: IconX,
};

function OrderStateSeal({ order }: { order: Order }) {
  const state = getOrderState(order);
  const Icon = STATE_SEALS[state];
  return (
    <span className={cx(css.mark, css[state])}>
      <Icon size={15} stroke={3} aria-hidden />
    </span>
  );
}

/** The order's state, and why it ended early. */
function OrderStateText({ order }: { order: Order }) {
  const t = useTranslations('markets.order.endedBy');
  const state = useOrderStateText();
  return (
    <Text size="sm" weight={500} className={css.state}>
      {state(order)}
      {order.endedBy && hasTraded(order) && <small>{t(order.endedBy)}</small>}
    </Text>
  );
}
