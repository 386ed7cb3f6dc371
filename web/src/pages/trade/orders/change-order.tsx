import { ASSETS, computePriceBand, formatAmount, formatDecimal, parseDecimal, scaleOf } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { getPriceDecimals } from '../market/use-market.ts';
import type { OrderFormModel } from '../order-form/use-order-form.ts';
import { useMarketFormat } from '../order-form/use-words.ts';
import { type ChangeReason, type OrderChange, planChange } from './change.ts';
import { summarizeOrder } from './order.ts';
import { useChangeOrder } from './use-change.ts';

interface ChangeOrderProps {
  model: OrderFormModel;
  /** Null: closed. Its market is that of the model. */
  order: Order | null;
  /** Initial price, if the order's line was dragged in the chart. */
  price?: string | undefined;
  onClose: () => void;
}

export function ChangeOrder({ model, order, price, onClose }: ChangeOrderProps) {
  const t = useTranslations('exchange.change');
  return (
    <Modal open={order !== null} onClose={onClose} title={t('title')} size="s">
      {order && <ChangeOrderForm key={`${order.id} ${price}`} {...{ model, order, price, onClose }} />}
    </Modal>
  );
}

/** Changes price and amount of a resting order; shows what it blocks, and whether it keeps its time priority. */
function ChangeOrderForm({ model, order, price, onClose }: ChangeOrderProps & { order: Order }) {
  const t = useTranslations('exchange.change');
  const format = useFormat();
  const failure = useErrorMessages();
  const { market, terms, reference, balances, feeRate } = model;
  const [text, setText] = useState(() => ({
    price: price ?? stripTrailingZeros(order.unitPrice),
    amount: stripTrailingZeros(order.amount),
  }));
  const sending = useChangeOrder(onClose);
  const { side } = summarizeOrder(order);
  const paidAsset = side === 'buy' ? 'quote' : 'coin';
  const free = balances[paidAsset].free;
  const balance = free === null ? null : parseDecimal(free, scaleOf(market[paidAsset]));
  const result = terms ? planChange(order, text, { terms, reference, balance, feeRate }) : 'WAIT';
  const reason = typeof result === 'string' ? result : null;
  const change = typeof result === 'string' ? null : result;
  const fieldError = useChangeErrorText(model, order, reason);
  const setField = (part: Partial<typeof text>) => {
    if (!sending.unresolved) sending.clear();
    setText({ ...text, ...part });
  };
  const isFrozen = sending.busy || sending.unresolved;
  return (
    <Stack gap={3}>
      <Field
        label={t('price', { unit: format.unit(market.quote) })}
        error={fieldError?.field === 'price' ? fieldError.text : null}
      >
        <NumberInput
          value={text.price}
          decimals={getPriceDecimals(market)}
          disabled={isFrozen}
          onChange={(value) => setField({ price: value })}
          onBlur={() => change && setField({ price: formatDecimal(change.price, scaleOf(market.quote)) })}
        />
      </Field>
      <Field
        label={t('amount', { unit: format.unit(market.coin) })}
        hint={t('amountHint', { done: format.money(order.executedAmount, market.coin) })}
        error={fieldError?.field === 'amount' ? fieldError.text : null}
      >
        <NumberInput
          value={text.amount}
          decimals={ASSETS[market.coin].decimals}
          disabled={isFrozen}
          onChange={(value) => setField({ amount: value })}
        />
      </Field>
      <ChangeOutcome change={change} order={order} model={model} />
      {sending.error && <Callout tone="warn">{failure.text(sending.error)}</Callout>}
      <Button
        size="l"
        block
        busy={sending.busy}
        disabledReason={reason && !sending.unresolved ? t(`reason.${reason}`) : null}
        onClick={() => change && sending.send(order, change)}
      >
        {t(sending.unresolved ? 'again' : 'send')}
      </Button>
    </Stack>
  );
}

/** Removes trailing zeros. */
const stripTrailingZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

function ChangeOutcome({
  change,
  order,
  model,
}: {
  change: OrderChange | null;
  order: Order;
  model: OrderFormModel;
}) {
  const t = useTranslations('exchange.change');
  const { market } = model;
  const { side } = summarizeOrder(order);
  const asset = market[side === 'buy' ? 'quote' : 'coin'];
  return (
    <>
      <Facts
        facts={[
          { key: 'was', label: t('blockedNow'), value: <Money value={order.blocked} asset={asset} /> },
          {
            key: 'will',
            label: t('blockedThen'),
            strong: true,
            value: <Money value={change && formatAmount(change.needs, asset)} asset={asset} />,
          },
        ]}
      />
      <Text size="s" tone="faint">
        {t(change === null || change.keepsPlace ? 'keeps' : 'losesPlace')}
      </Text>
    </>
  );
}

/** Returns how to correct an error, and its field. */
function useChangeErrorText(
  model: OrderFormModel,
  order: Order,
  reason: ChangeReason | null,
): { field: 'price' | 'amount'; text: string } | null {
  const t = useTranslations('exchange.remedy');
  const change = useTranslations('exchange.change');
  const format = useFormat();
  const marketFormat = useMarketFormat(model.market);
  const { terms, reference, balances, market } = model;
  if (!terms) return null;
  switch (reason) {
    case 'BAND': {
      if (reference === null) return null;
      const { low, high } = computePriceBand(reference, terms.tick);
      return {
        field: 'price',
        text: t('BAND', { low: marketFormat.barePrice(low), high: marketFormat.price(high) }),
      };
    }
    case 'EXECUTED':
      return {
        field: 'amount',
        text: change('executed', { done: format.money(order.executedAmount, market.coin) }),
      };
    case 'LOT':
      return { field: 'amount', text: t('LOT', { step: marketFormat.amount(terms.lot) }) };
    case 'MIN':
      return { field: 'amount', text: t('MIN', { limit: marketFormat.worth(terms.minNotional) }) };
    case 'MAX':
      return { field: 'amount', text: t('MAX', { limit: marketFormat.amount(terms.maxAmount) }) };
    case 'BALANCE': {
      const paidAsset = summarizeOrder(order).side === 'buy' ? 'quote' : 'coin';
      const balance = format.money(balances[paidAsset].free ?? '0', market[paidAsset]);
      return { field: 'amount', text: t('BALANCE', { balance }) };
    }
    default:
      return null;
  }
}
