import { ASSETS, formatAmount, formatDecimal, parseDecimal, priceBand, scaleOf } from '@sarraf/domain';
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
import { decimalsOf } from '../market/use-market.ts';
import type { OrderFormModel } from '../order-form/use-order-form.ts';
import { useMarketFormat } from '../order-form/use-words.ts';
import { type ChangeReason, changeOf, type OrderChange } from './change.ts';
import { summarizeOrder } from './order.ts';
import { useChange } from './use-change.ts';

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
      {order && <Form key={`${order.id} ${price}`} {...{ model, order, price, onClose }} />}
    </Modal>
  );
}

/** Changes price and amount of a resting order; shows what it blocks, and whether it keeps its time priority. */
function Form({ model, order, price, onClose }: ChangeOrderProps & { order: Order }) {
  const t = useTranslations('exchange.change');
  const format = useFormat();
  const failure = useErrorMessages();
  const { market, terms, reference, balances, wage } = model;
  const [text, setText] = useState(() => ({
    price: price ?? plain(order.unitPrice),
    amount: plain(order.amount),
  }));
  const sending = useChange(onClose);
  const { side } = summarizeOrder(order);
  const given = side === 'buy' ? 'quote' : 'coin';
  const free = balances[given].free;
  const balance = free === null ? null : parseDecimal(free, scaleOf(market[given]));
  const result = terms ? changeOf(order, text, { terms, reference, balance, wage }) : 'WAIT';
  const reason = typeof result === 'string' ? result : null;
  const change = typeof result === 'string' ? null : result;
  const words = useFaultWords(model, order, reason);
  const write = (part: Partial<typeof text>) => {
    if (!sending.unresolved) sending.clear();
    setText({ ...text, ...part });
  };
  const frozen = sending.busy || sending.unresolved;
  return (
    <Stack gap={3}>
      <Field
        label={t('price', { unit: format.unit(market.quote) })}
        error={words?.field === 'price' ? words.text : null}
      >
        <NumberInput
          value={text.price}
          decimals={decimalsOf(market)}
          disabled={frozen}
          onChange={(value) => write({ price: value })}
          onBlur={() => change && write({ price: formatDecimal(change.price, scaleOf(market.quote)) })}
        />
      </Field>
      <Field
        label={t('amount', { unit: format.unit(market.coin) })}
        hint={t('amountHint', { done: format.money(order.executedAmount, market.coin) })}
        error={words?.field === 'amount' ? words.text : null}
      >
        <NumberInput
          value={text.amount}
          decimals={ASSETS[market.coin].decimals}
          disabled={frozen}
          onChange={(value) => write({ amount: value })}
        />
      </Field>
      <Outcome change={change} order={order} model={model} />
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
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

function Outcome({
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
function useFaultWords(
  model: OrderFormModel,
  order: Order,
  reason: ChangeReason | null,
): { field: 'price' | 'amount'; text: string } | null {
  const t = useTranslations('exchange.remedy');
  const change = useTranslations('exchange.change');
  const format = useFormat();
  const words = useMarketFormat(model.market);
  const { terms, reference, balances, market } = model;
  if (!terms) return null;
  switch (reason) {
    case 'BAND': {
      if (reference === null) return null;
      const { low, high } = priceBand(reference, terms.tick);
      return { field: 'price', text: t('BAND', { low: words.barePrice(low), high: words.price(high) }) };
    }
    case 'EXECUTED':
      return {
        field: 'amount',
        text: change('executed', { done: format.money(order.executedAmount, market.coin) }),
      };
    case 'LOT':
      return { field: 'amount', text: t('LOT', { step: words.amount(terms.lot) }) };
    case 'MIN':
      return { field: 'amount', text: t('MIN', { limit: words.worth(terms.minNotional) }) };
    case 'MAX':
      return { field: 'amount', text: t('MAX', { limit: words.amount(terms.maxAmount) }) };
    case 'BALANCE': {
      const given = summarizeOrder(order).side === 'buy' ? 'quote' : 'coin';
      const balance = format.money(balances[given].free ?? '0', market[given]);
      return { field: 'amount', text: t('BALANCE', { balance }) };
    }
    default:
      return null;
  }
}
