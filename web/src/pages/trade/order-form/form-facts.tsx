import { formatAmount, formatDecimal, percentText, scaleOf } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Price } from '../../../ui/values/price.tsx';
import { blockedOf, casesOf } from './advanced/plan.ts';
import { type Plan, quoteText } from './form.ts';
import css from './order-form.module.css';
import type { OrderFormModel } from './use-order-form.ts';

/** Fee, received amount and blocked amount. */
export function FormFacts({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.form');
  const format = useFormat();
  const { plan, form, wage, market } = model;
  const { coin, quote } = market;
  const shown = plan && plan.amount > 0n ? plan : null;
  if (form.more.extra !== 'none') return <WaitingFacts model={model} plan={shown} />;
  return (
    <Facts
      className={css.facts}
      facts={[
        {
          key: 'fee',
          label: t('fee', { percent: format.percent(percentText(wage)) }),
          value: <Money value={shown && formatAmount(shown.fee, quote)} asset={quote} />,
        },
        {
          key: 'get',
          label: t('get'),
          value:
            form.side === 'buy' ? (
              <Money value={shown && formatAmount(shown.amount, coin)} asset={coin} />
            ) : (
              <Money value={shown && formatAmount(shown.total, quote)} asset={quote} />
            ),
        },
        form.kind === 'limit'
          ? { key: 'blocked', label: t('blocked'), value: <Blocked plan={shown} model={model} /> }
          : { key: 'average', label: t('average'), value: <Average plan={shown} model={model} /> },
      ]}
    />
  );
}

/** The blocked amount, and every possible outcome. */
export function WaitingFacts({ model, plan }: { model: OrderFormModel; plan: Plan | null }) {
  const t = useTranslations('exchange');
  const { wage, market, terms } = model;
  const cases = plan && terms ? casesOf(plan, terms.tick, wage) : [];
  return (
    <Facts
      className={css.facts}
      facts={[
        { key: 'blocked', label: t('confirm.blocked'), value: <Blocked plan={plan} model={model} /> },
        ...cases.map(({ key, units }) => ({
          key,
          label: t(`advanced.case.${key}`),
          value: <Money value={formatAmount(units, market.quote)} asset={market.quote} />,
        })),
      ]}
    />
  );
}

function Blocked({ plan, model }: { plan: Plan | null; model: OrderFormModel }) {
  const { form, market, wage } = model;
  const { coin, quote } = market;
  const units = plan && blockedOf(plan, wage);
  if (form.side === 'sell')
    return <Money value={units === null ? null : formatAmount(units, coin)} asset={coin} />;
  return <Money value={units === null ? null : quoteText(units, quote, 'buy')} asset={quote} />;
}

function Average({ plan, model }: { plan: Plan | null; model: OrderFormModel }) {
  const { market } = model;
  const text = plan?.average == null ? null : formatDecimal(plan.average, scaleOf(market.quote));
  return <Price value={text} coin={market.coin} quote={market.quote} />;
}
