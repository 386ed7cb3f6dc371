import { priceBand } from '@sarraf/domain';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { cx } from '../../../ui/class-names.ts';
import { useAdvancedRemedy } from './advanced/use-advanced-remedy.ts';
import css from './order-form.module.css';
import { fittingAmount } from './reasons.ts';
import type { OrderFormModel } from './use-order-form.ts';
import { useMarketFormat } from './use-words.ts';

/** The fields reference it by `aria-describedby`; there is one form per page. */
export const ORDER_WORDS_ID = 'order-words';

/** Explains how to make the order valid, or the effect of a market order. Always of the same height. */
export function OrderFormHint({ model }: { model: OrderFormModel }) {
  const plain = useRemedy(model);
  const advanced = useAdvancedRemedy(model);
  const remedy = advanced?.field === 'price' ? advanced.text : plain;
  const rounded = useRounded(model);
  const market = useMarketNote(model);
  const note = rounded ?? market;
  return (
    <>
      <p id={ORDER_WORDS_ID} className={cx(css.words, remedy && css.remedy)}>
        {remedy && <IconAlertCircle size={16} aria-hidden />}
        <span>
          {remedy ?? note} {remedy === plain && <FillAmount model={model} />}
        </span>
      </p>
      <span className="hidden" role="status">
        {remedy}
      </span>
    </>
  );
}

/** A button that enters the amount named in the text. */
function FillAmount({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.fill');
  const { reason, form, plan, terms, write } = model;
  if (!terms || (reason !== 'LOT' && reason !== 'MIN' && reason !== 'MAX')) return null;
  const text = fittingAmount(reason, form, plan, terms);
  return text && <ChangeLink text={t(reason)} onClick={() => write('amount', text)} />;
}

/** Returns how the person can resolve the reason; null if the button's text is enough. */
function useRemedy({ reason, market, terms, reference, balances, form }: OrderFormModel): string | null {
  const t = useTranslations('exchange.remedy');
  const format = useFormat();
  const words = useMarketFormat(market);
  if (!terms) return reason === 'INACTIVE' ? t('INACTIVE') : null;
  switch (reason) {
    case 'INACTIVE':
    case 'REVIEW':
    case 'NO_LIQUIDITY':
    case 'CLOSED':
      return t(reason);
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

/** Returns a note that a price was rounded to a tick. */
function useRounded({ rounded, terms, market }: OrderFormModel): string | null {
  const t = useTranslations('exchange.advanced');
  const words = useMarketFormat(market);
  if (!terms || rounded?.field !== 'price') return null;
  return t('rounded', { price: words.price(rounded.price), step: words.price(terms.tick) });
}

/** Returns a note with the worst price of a market order. */
function useMarketNote({ form, plan, market }: OrderFormModel): string | null {
  const t = useTranslations('exchange.form');
  const words = useMarketFormat(market);
  if (form.kind !== 'market' || plan?.waits?.shape === 'trigger') return null;
  if (!plan) return t('capUnknown');
  if (!plan.complete) {
    const { notional, average } = plan;
    return average === null ? null : t('partly', { amount: words.worth(notional) });
  }
  return t(form.side === 'buy' ? 'cap' : 'capSell', { price: words.price(plan.unitPrice) });
}
