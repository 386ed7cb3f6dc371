import type { Order } from '@sarraf/domain/contracts';
import { IconAlertCircle, IconCircleCheck, IconClockHour4, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { getAveragePrice, getOrderState } from '../../../orders/order.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import { protectFigures } from '../../../ui/values/protect-figures.tsx';
import { summarizeOrder } from '../orders/order.ts';
import css from './outcome.module.css';
import type { OrderFormModel } from './use-order-form.ts';

/** The outcome of the last order, as text below the form. */
export function OrderOutcomePanel({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.outcome');
  const { placing } = model;
  return (
    <div className={css.place} role="status" aria-label={t('label')}>
      {placing.sending ? (
        <span className="hidden">{t('sending')}</span>
      ) : placing.unresolved ? (
        <UnresolvedOutcome model={model} />
      ) : placing.error ? (
        <FailedOutcome model={model} />
      ) : placing.order ? (
        <PlacedOutcome order={placing.order} count={placing.count} onDismiss={placing.clear} />
      ) : null}
    </div>
  );
}

function UnresolvedOutcome({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.outcome');
  const failure = useErrorMessages();
  const { placing } = model;
  return (
    <OutcomeNote tone="warn" icon={<IconAlertCircle size={18} aria-hidden />}>
      <span>
        {failure.text(placing.error)} {t('unresolved')}
      </span>
      <Cluster as="span" gap={2} align="stretch">
        <Button size="s" onClick={placing.resend}>
          {t('again')}
        </Button>
        <Button size="s" variant="ghost" onClick={model.dismiss}>
          {t('leave')}
        </Button>
      </Cluster>
    </OutcomeNote>
  );
}

function FailedOutcome({ model }: { model: OrderFormModel }) {
  const failure = useErrorMessages();
  const text = failure.text(model.placing.error);
  if (text === '') return null;
  return (
    <OutcomeNote tone="warn" icon={<IconAlertCircle size={18} aria-hidden />} onDismiss={model.placing.clear}>
      {text}
    </OutcomeNote>
  );
}

function PlacedOutcome({ order, count, onDismiss }: { order: Order; count: number; onDismiss: () => void }) {
  const text = useOutcomeText(order, count);
  const waits = order.orderStatus === 'IS_OPEN';
  return (
    <OutcomeNote
      tone={waits ? 'info' : 'done'}
      icon={waits ? <IconClockHour4 size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
      onDismiss={onDismiss}
    >
      {text}
    </OutcomeNote>
  );
}

function useOutcomeText(order: Order, count: number): string {
  const t = useTranslations('exchange.outcome');
  const format = useFormat();
  const { side, market } = summarizeOrder(order);
  if (!market) return t('ended');
  const { coin, quote } = market;
  const formatPrice = (text: string | null) =>
    `${format.price(text ?? '0', coin, quote)} ${format.unit(quote)}`;
  const amount = format.money(order.amount, coin);
  const done = format.money(order.executedAmount, coin);
  const average = formatPrice(getAveragePrice(order));
  if (count > 1 && getOrderState(order) === 'open') return t(count === 2 ? 'oco' : 'bracket', { amount });
  const { trigger } = order;
  if (trigger && getOrderState(order) === 'open') {
    if (trigger.distance !== null) return t('trails', { amount, distance: formatPrice(trigger.distance) });
    return t('waitsFor', { amount, price: formatPrice(trigger.price) });
  }
  switch (getOrderState(order)) {
    case 'filled':
      return t(side === 'buy' ? 'filledBuy' : 'filledSell', { amount: done, price: average });
    case 'open':
      return t('waiting', { amount, price: formatPrice(order.unitPrice) });
    case 'partly':
      return t('partly', { done, amount, price: formatPrice(order.unitPrice) });
    case 'partEnded':
      return order.endedBy === 'SELF_TRADE' ? t('restOwn', { done }) : t('rest', { done, price: average });
    default:
      return t('ended');
  }
}

interface NoteProps {
  tone: 'done' | 'info' | 'warn';
  icon: ReactNode;
  children: ReactNode;
  onDismiss?: () => void;
}

function OutcomeNote({ tone, icon, children, onDismiss }: NoteProps) {
  const t = useTranslations('exchange.outcome');
  const note = useRef<HTMLDivElement>(null);
  // On a phone it would be below the edge of the sheet.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Cluster align="first" ref={note} gap={2} size="s" className={cx(css.note, css[tone])}>
      {icon}
      <Stack gap={2} shrink className={css.words}>
        {protectFigures(children)}
      </Stack>
      {onDismiss && (
        <IconButton size="s" label={t('dismiss')} onClick={onDismiss} className={css.dismiss}>
          <IconX size={16} />
        </IconButton>
      )}
    </Cluster>
  );
}
