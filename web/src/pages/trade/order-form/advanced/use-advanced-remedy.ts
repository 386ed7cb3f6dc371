import { computeMinDisplayAmount, computePriceBand, formatAmount, triggersOnRise } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { getOppositeLevels } from '../form.ts';
import type { PriceFieldName } from '../form-moves.ts';
import type { OrderFormModel } from '../use-order-form.ts';
import { useMarketFormat } from '../use-words.ts';
import { getWatchedPrice } from './plan.ts';
import { REASON_FIELDS } from './reasons.ts';

/** Returns how to correct an advanced option, and its field; null if the button's text is enough. */
export function useAdvancedRemedy(model: OrderFormModel): { field: PriceFieldName; text: string } | null {
  const t = useTranslations('exchange.remedy');
  const marketFormat = useMarketFormat(model.market);
  const { reason, plan, terms, form } = model;
  const field = reason && REASON_FIELDS[reason];
  const waits = plan?.waits ?? null;
  if (!field || !terms || !plan) return null;
  const toRemedy = (text: string) => ({ field, text });
  const currentPrice = waits && getWatchedPrice(waits.by, model.context);
  switch (reason) {
    case 'FAR':
    case 'DISTANCE_FAR':
      return currentPrice === null ? null : toRemedy(t(reason, { price: marketFormat.price(currentPrice) }));
    case 'REACHED': {
      if (currentPrice === null || !waits) return null;
      const kind = waits.shape === 'trigger' ? waits.kind : 'STOP';
      const side = triggersOnRise(form.side, kind) ? 'above' : 'below';
      return toRemedy(t('REACHED', { price: marketFormat.price(currentPrice), side }));
    }
    case 'TRIGGER_BAND':
    case 'STOP_BAND': {
      if (!waits) return null;
      const { low, high } = computePriceBand(waits.price, terms.tick);
      return toRemedy(t(reason, { low: marketFormat.barePrice(low), high: marketFormat.price(high) }));
    }
    case 'WOULD_TAKE': {
      const best = model.book && getOppositeLevels(form.side, model.book)[0]?.price;
      return best ? toRemedy(t('WOULD_TAKE', { side: form.side, price: marketFormat.price(best) })) : null;
    }
    case 'PROFIT_LOW':
    case 'STOP_HIGH':
      return toRemedy(
        t(reason, {
          price: marketFormat.price(getEntryPrice(model, reason === 'STOP_HIGH' ? currentPrice : null)),
        }),
      );
    case 'PROFIT_FAR':
    case 'STOP_FAR': {
      const { low, high } = computePriceBand(getEntryPrice(model, null), terms.tick);
      return toRemedy(t(reason, { low: marketFormat.price(low), high: marketFormat.price(high) }));
    }
    default:
      return null;
  }
}

/** Returns how to correct the display amount; null if it is valid. */
export function useDisplayRemedy({ reason, plan, terms, market }: OrderFormModel): string | null {
  const t = useTranslations('exchange.remedy');
  const format = useFormat();
  if (!plan || !terms) return null;
  const formatCoins = (units: bigint) => format.money(formatAmount(units, market.coin), market.coin);
  switch (reason) {
    case 'DISPLAY_LOT':
      return t(reason, { step: formatCoins(terms.lot) });
    case 'DISPLAY_LOW':
      return t(reason, { limit: formatCoins(computeMinDisplayAmount({ ...plan, terms })) });
    case 'DISPLAY_ALL':
      return t(reason);
    default:
      return null;
  }
}

/** Returns the assumed unit price of a bracket's purchase; for a market order the current price. */
function getEntryPrice({ plan, context, form }: OrderFormModel, currentPrice: bigint | null): bigint {
  if (!plan) return 0n;
  if (form.kind === 'limit') return plan.unitPrice;
  if (currentPrice !== null) return currentPrice;
  const best = context.book?.asks[0]?.price ?? 0n;
  const last = (plan.waits && getWatchedPrice(plan.waits.by, context)) ?? 0n;
  return best > last ? best : last;
}
