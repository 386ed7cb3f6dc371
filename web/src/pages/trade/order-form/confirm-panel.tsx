import { formatAmount, percentText } from '@sarraf/domain';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Price } from '../../../ui/values/price.tsx';
import type { OrderTrigger } from './advanced/state.ts';
import type { OrderMarket, OrderPlan } from './form.ts';
import { TriggerFacts } from './form-facts.tsx';
import css from './order-form.module.css';
import { OrderOutcomePanel } from './outcome.tsx';
import { isFarFromBest } from './reasons.ts';
import type { OrderFormModel } from './use-order-form.ts';
import { useMarketFormat } from './use-words.ts';

/** Asks for confirmation of a market order, or of a limit that may be a typing error; replaces the form. */
export function ConfirmPanel({ model, plan }: { model: OrderFormModel; plan: OrderPlan }) {
  const t = useTranslations('exchange.confirm');
  const { placing } = model;
  const { side } = plan;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section className={css.form}>
      <h2 ref={heading} tabIndex={-1} className={css.question}>
        {t(side === 'buy' ? 'buyTitle' : 'sellTitle')}
      </h2>
      {plan.waits ? (
        <TriggerSummary model={model} plan={plan} waits={plan.waits} />
      ) : (
        <PlanFacts model={model} plan={plan} />
      )}
      <PriceWarning model={model} plan={plan} />
      {!placing.unresolved && (
        <div className={css.answers}>
          <Button size="l" className={css[side]} busy={placing.sending} onClick={model.confirm}>
            {t(side)}
          </Button>
          <Button size="l" variant="ghost" disabled={placing.sending} onClick={model.dismiss}>
            {t('back')}
          </Button>
        </div>
      )}
      <OrderOutcomePanel model={model} />
    </section>
  );
}

const UnitPrice = ({ market: { coin, quote }, units }: { market: OrderMarket; units: bigint }) => (
  <Price value={formatAmount(units, quote)} coin={coin} quote={quote} />
);

/** The trigger of the order, its prices, and its possible outcomes. */
function TriggerSummary({
  model,
  plan,
  waits,
}: {
  model: OrderFormModel;
  plan: OrderPlan;
  waits: OrderTrigger;
}) {
  const t = useTranslations('exchange.confirm');
  const types = useTranslations('exchange.advanced');
  const { kind, market, amount, unitPrice } = plan;
  const price = (key: 'trigger' | 'distance' | 'stop' | 'stopLimit' | 'profit' | 'limit', units: bigint) => ({
    key,
    label: t(key),
    value: <UnitPrice market={plan.market} units={units} />,
  });
  const { shape } = waits;
  const { extra } = model.form.more;
  const type = kind === 'limit' ? types(`limit.${extra as 'stop'}`) : types(`market.${extra as 'stop'}`);
  const isTrailing = shape === 'trigger' && waits.distance !== null;
  return (
    <>
      <p className={css.headline}>
        <CoinIcon coin={market.coin} size={36} />
        <span>
          <small>{type}</small>
          <Money value={formatAmount(amount, market.coin)} asset={market.coin} className={css.big} />
        </span>
      </p>
      <Facts
        facts={[
          ...(shape === 'bracket' ? [price('profit', waits.profit)] : []),
          ...(isTrailing && shape === 'trigger' ? [price('distance', waits.distance ?? 0n)] : []),
          price(shape === 'trigger' ? 'trigger' : 'stop', waits.price),
          ...(shape !== 'trigger' && waits.limit !== null ? [price('stopLimit', waits.limit)] : []),
          ...(kind === 'limit'
            ? [price('limit', unitPrice)]
            : [{ key: 'market', label: t('price'), value: t('atMarket') }]),
        ]}
      />
      <TriggerFacts model={model} plan={plan} />
    </>
  );
}

function PlanFacts({ model, plan }: { model: OrderFormModel; plan: OrderPlan }) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const { side, kind, market, amount, unitPrice, budget, fee, total, average } = plan;
  const { coin, quote } = market;
  const atMarket = kind === 'market';
  return (
    <>
      <p className={css.headline}>
        <CoinIcon coin={coin} size={36} />
        <span>
          <small>{t(budget === null ? 'confirm.amount' : 'confirm.amountAbout')}</small>
          <Money value={formatAmount(amount, coin)} asset={coin} className={css.big} />
        </span>
      </p>
      <Facts
        facts={[
          ...(average === null
            ? []
            : [
                {
                  key: 'average',
                  label: t('form.average'),
                  value: <UnitPrice market={market} units={average} />,
                },
              ]),
          {
            key: 'price',
            label: t(atMarket ? 'confirm.cap' : 'confirm.price'),
            value: <UnitPrice market={market} units={unitPrice} />,
          },
          {
            key: 'fee',
            label: t('form.fee', { percent: format.percent(percentText(model.feeRate)) }),
            value: <Money value={formatAmount(fee, quote)} asset={quote} />,
          },
          {
            key: 'total',
            strong: true,
            label: getTotalLabel(),
            value: <Money value={formatAmount(budget ?? total, quote)} asset={quote} />,
          },
        ]}
      />
    </>
  );

  function getTotalLabel(): string {
    if (budget !== null) return t('confirm.atMost');
    if (side === 'buy') return t(atMarket ? 'form.payAbout' : 'form.pay');
    return t(atMarket ? 'form.receiveAbout' : 'form.receive');
  }
}

function PriceWarning({ model, plan }: { model: OrderFormModel; plan: OrderPlan }) {
  const t = useTranslations('exchange');
  const marketFormat = useMarketFormat(plan.market);
  const text =
    plan.kind === 'limit'
      ? isFarFromBest(plan, model.book)
        ? t(plan.side === 'buy' ? 'confirm.farBuy' : 'confirm.farSell')
        : null
      : plan.complete
        ? null
        : t('form.partly', { amount: marketFormat.worth(plan.notional) });
  if (!text) return null;
  return (
    <p className={css.warning}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
