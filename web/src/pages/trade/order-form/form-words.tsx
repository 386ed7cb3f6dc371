import { computePriceBand } from '@sarraf/domain';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { cx } from '../../../ui/class-names.ts';
import { useAdvancedRemedy } from './advanced/use-advanced-remedy.ts';
import css from './order-form.module.css';
import { findNearestValidAmount } from './reasons.ts';
import type { OrderFormModel } from './use-order-form.ts';
import { useMarketFormat } from './use-words.ts';

/** The fields reference it by `aria-describedby`; there is one form per page. */
export const ORDER_HINT_ID = 'order-words';

/** Explains how to make the order valid, or the effect of a market order. Always of the same height. */
export function OrderFormHint({ model }: { model: OrderFormModel }) {
  const basicRemedy = useRemedyText(model);
  const advancedRemedy = useAdvancedRemedy(model);
  const remedy = advancedRemedy?.field === 'price' ? advancedRemedy.text : basicRemedy;
  const roundingNote = useRoundingNote(model);
  const market = useMarketNote(model);
  const note = roundingNote ?? market;
  return (
    <>
      <p id={ORDER_HINT_ID} className={cx(css.words, remedy && css.remedy)}>
        {remedy && <IconAlertCircle size={16} aria-hidden />}
        <span>
          {remedy ?? note} {remedy === basicRemedy && <FillAmount model={model} />}
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
  const text = findNearestValidAmount(reason, form, plan, terms);
  return text && <ChangeLink text={t(reason)} onClick={() => write('amount', text)} />;
}

/** Returns how the person can resolve the reason; null if the button's text is enough. */
function useRemedyText({ reason, market, terms, reference, balances, form }: OrderFormModel): string | null {
  const t = useTranslations('exchange.remedy');
  const format = useFormat();
  const marketFormat = useMarketFormat(market);
  if (!terms) return reason === 'INACTIVE' ? t('INACTIVE') : null;
  switch (reason) {
    case 'INACTIVE':
    case 'REVIEW':
    case 'NO_LIQUIDITY':
    case 'CLOSED':
      return t(reason);
    case 'LOT':
      return t('LOT', { step: marketFormat.amount(terms.lot) });
    case 'MIN':
      return t('MIN', { limit: marketFormat.worth(terms.minNotional) });
    case 'MAX':
      return t('MAX', { limit: marketFormat.amount(terms.maxAmount) });
    case 'BAND': {
      if (reference === null) return null;
      const { low, high } = computePriceBand(reference, terms.tick);
      return t('BAND', { low: marketFormat.barePrice(low), high: marketFormat.price(high) });
    }
    case 'BALANCE': {
      const paidAsset = form.side === 'buy' ? 'quote' : 'coin';
      return t('BALANCE', { balance: format.money(balances[paidAsset].free ?? '0', market[paidAsset]) });
    }
    default:
      return null;
  }
}

/** Returns a note that a price was rounded to a tick. */
function useRoundingNote({ rounded, terms, market }: OrderFormModel): string | null {
  const t = useTranslations('exchange.advanced');
  const marketFormat = useMarketFormat(market);
  if (!terms || rounded?.field !== 'price') return null;
  return t('rounded', { price: marketFormat.price(rounded.price), step: marketFormat.price(terms.tick) });
}

/** Returns a note with the worst price of a market order. */
function useMarketNote({ form, plan, market }: OrderFormModel): string | null {
  const t = useTranslations('exchange.form');
  const marketFormat = useMarketFormat(market);
  if (form.kind !== 'market' || plan?.waits?.shape === 'trigger') return null;
  if (!plan) return t('capUnknown');
  if (!plan.complete) {
    const { notional, average } = plan;
    return average === null ? null : t('partly', { amount: marketFormat.worth(notional) });
  }
  return t(form.side === 'buy' ? 'cap' : 'capSell', { price: marketFormat.price(plan.unitPrice) });
}
