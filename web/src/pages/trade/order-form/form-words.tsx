import { priceBand } from '@sarraf/domain';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { cx } from '../../../ui/class-names.ts';
import css from './order-form.module.css';
import type { OrderFormModel } from './use-order-form.ts';
import { useWords } from './use-words.ts';

/** The fields name it as what describes them; there is one form on a page. */
export const ORDER_WORDS_ID = 'order-words';

/** What to do about what stands in the way, or what a market order will do. Always of the same height. */
export function FormWords({ model }: { model: OrderFormModel }) {
  const remedy = useRemedy(model);
  const note = useMarketNote(model);
  return (
    <>
      <p id={ORDER_WORDS_ID} className={cx(css.words, remedy && css.remedy)}>
        {remedy && <IconAlertCircle size={16} aria-hidden />}
        <span>{remedy ?? note}</span>
      </p>
      <span className="hidden" role="status">
        {remedy}
      </span>
    </>
  );
}

/** What a person can do about the reason; null where the button's own words are enough. */
function useRemedy({ reason, market, terms, reference, balances, form }: OrderFormModel): string | null {
  const t = useTranslations('exchange.remedy');
  const format = useFormat();
  const words = useWords(market);
  if (!terms) return reason === 'INACTIVE' ? t('INACTIVE') : null;
  switch (reason) {
    case 'INACTIVE':
    case 'REVIEW':
    case 'NO_LIQUIDITY':
    case 'CLOSED':
      return t(reason);
    case 'TICK':
      return t('TICK', { step: words.price(terms.tick) });
    case 'LOT':
      return t('LOT', { step: words.amount(terms.lot) });
    case 'MIN':
      return t('MIN', { limit: words.worth(terms.minNotional) });
    case 'MAX':
      return t('MAX', { limit: words.amount(terms.maxAmount) });
    case 'BAND': {
      if (reference === null) return null;
      const { low, high } = priceBand(reference, terms.tick);
      return t('BAND', { low: words.barePrice(low), high: words.price(high) });
    }
    case 'BALANCE': {
      const given = form.side === 'buy' ? 'quote' : 'coin';
      return t('BALANCE', { balance: format.money(balances[given].free ?? '0', market[given]) });
    }
    default:
      return null;
  }
}

/** The price that a market order goes to, said before it is sent. */
function useMarketNote({ form, plan, market }: OrderFormModel): string | null {
  const t = useTranslations('exchange.form');
  const words = useWords(market);
  if (form.kind !== 'market') return null;
  if (!plan) return t('capUnknown');
  if (!plan.complete) {
    const { notional, average } = plan;
    return average === null ? null : t('partly', { amount: words.worth(notional) });
  }
  return t(form.side === 'buy' ? 'cap' : 'capSell', { price: words.price(plan.unitPrice) });
}
