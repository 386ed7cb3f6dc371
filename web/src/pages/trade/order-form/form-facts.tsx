import { formatAmount, formatDecimal, percentText, scaleOf } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Price } from '../../../ui/values/price.tsx';
import { computeBlockedAmount, listOutcomes } from './advanced/plan.ts';
import { formatQuote, type OrderPlan } from './form.ts';
import css from './order-form.module.css';
import type { OrderFormModel } from './use-order-form.ts';

/** Fee, received amount and blocked amount. */
export function FormFacts({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.form');
  const format = useFormat();
  const { plan, form, feeRate, market } = model;
  const { coin, quote } = market;
  const shownPlan = plan && plan.amount > 0n ? plan : null;
  if (form.more.extra !== 'none') return <TriggerFacts model={model} plan={shownPlan} />;
  return (
    <Facts
      className={css.facts}
      facts={[
        {
          key: 'fee',
          label: t('fee', { percent: format.percent(percentText(feeRate)) }),
          value: <Money value={shownPlan && formatAmount(shownPlan.fee, quote)} asset={quote} />,
        },
        {
          key: 'get',
          label: t('get'),
          value:
            form.side === 'buy' ? (
              <Money value={shownPlan && formatAmount(shownPlan.amount, coin)} asset={coin} />
            ) : (
              <Money value={shownPlan && formatAmount(shownPlan.total, quote)} asset={quote} />
            ),
        },
        form.kind === 'limit'
          ? { key: 'blocked', label: t('blocked'), value: <BlockedFact plan={shownPlan} model={model} /> }
          : {
              key: 'average',
              label: t('average'),
              value: <AveragePriceFact plan={shownPlan} model={model} />,
            },
      ]}
    />
  );
}

/** The blocked amount, and every possible outcome. */
export function TriggerFacts({ model, plan }: { model: OrderFormModel; plan: OrderPlan | null }) {
  const t = useTranslations('exchange');
  const { feeRate, market, terms } = model;
  const cases = plan && terms ? listOutcomes(plan, terms.tick, feeRate) : [];
  return (
    <Facts
      className={css.facts}
      facts={[
        { key: 'blocked', label: t('confirm.blocked'), value: <BlockedFact plan={plan} model={model} /> },
        ...cases.map(({ key, units }) => ({
          key,
          label: t(`advanced.case.${key}`),
          value: <Money value={formatAmount(units, market.quote)} asset={market.quote} />,
        })),
      ]}
    />
  );
}

function BlockedFact({ plan, model }: { plan: OrderPlan | null; model: OrderFormModel }) {
  const { form, market, feeRate } = model;
  const { coin, quote } = market;
  const units = plan && computeBlockedAmount(plan, feeRate);
  if (form.side === 'sell')
    return <Money value={units === null ? null : formatAmount(units, coin)} asset={coin} />;
  return <Money value={units === null ? null : formatQuote(units, quote, 'buy')} asset={quote} />;
}

function AveragePriceFact({ plan, model }: { plan: OrderPlan | null; model: OrderFormModel }) {
  const { market } = model;
  const text = plan?.average == null ? null : formatDecimal(plan.average, scaleOf(market.quote));
  return <Price value={text} coin={market.coin} quote={market.quote} />;
}
