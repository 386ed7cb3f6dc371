import { formatAmount, leastDisplay, priceBand, waitsForRise } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { opposite } from '../form.ts';
import type { FieldOfPrice } from '../form-moves.ts';
import type { OrderFormModel } from '../use-order-form.ts';
import { useMarketFormat } from '../use-words.ts';
import { watched } from './plan.ts';
import { FIELD_OF } from './reasons.ts';

/** Returns how to correct an advanced option, and its field; null if the button's text is enough. */
export function useAdvancedRemedy(model: OrderFormModel): { field: FieldOfPrice; text: string } | null {
  const t = useTranslations('exchange.remedy');
  const words = useMarketFormat(model.market);
  const { reason, plan, terms, form } = model;
  const field = reason && FIELD_OF[reason];
  const waits = plan?.waits ?? null;
  if (!field || !terms || !plan) return null;
  const said = (text: string) => ({ field, text });
  const now = waits && watched(waits.by, model.known);
  switch (reason) {
    case 'FAR':
    case 'DISTANCE_FAR':
      return now === null ? null : said(t(reason, { price: words.price(now) }));
    case 'REACHED': {
      if (now === null || !waits) return null;
      const kind = waits.shape === 'trigger' ? waits.kind : 'STOP';
      const side = waitsForRise(form.side, kind) ? 'above' : 'below';
      return said(t('REACHED', { price: words.price(now), side }));
    }
    case 'TRIGGER_BAND':
    case 'STOP_BAND': {
      if (!waits) return null;
      const { low, high } = priceBand(waits.price, terms.tick);
      return said(t(reason, { low: words.barePrice(low), high: words.price(high) }));
    }
    case 'WOULD_TAKE': {
      const best = model.book && opposite(form.side, model.book)[0]?.price;
      return best ? said(t('WOULD_TAKE', { side: form.side, price: words.price(best) })) : null;
    }
    case 'PROFIT_LOW':
    case 'STOP_HIGH':
      return said(t(reason, { price: words.price(entryOf(model, reason === 'STOP_HIGH' ? now : null)) }));
    case 'PROFIT_FAR':
    case 'STOP_FAR': {
      const { low, high } = priceBand(entryOf(model, null), terms.tick);
      return said(t(reason, { low: words.price(low), high: words.price(high) }));
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
  const amount = (units: bigint) => format.money(formatAmount(units, market.coin), market.coin);
  switch (reason) {
    case 'DISPLAY_LOT':
      return t(reason, { step: amount(terms.lot) });
    case 'DISPLAY_LOW':
      return t(reason, { limit: amount(leastDisplay({ ...plan, terms })) });
    case 'DISPLAY_ALL':
      return t(reason);
    default:
      return null;
  }
}

/** Returns the assumed unit price of a bracket's purchase; for a market order the current price. */
function entryOf({ plan, known, form }: OrderFormModel, now: bigint | null): bigint {
  if (!plan) return 0n;
  if (form.kind === 'limit') return plan.unitPrice;
  if (now !== null) return now;
  const best = known.book?.asks[0]?.price ?? 0n;
  const last = (plan.waits && watched(plan.waits.by, known)) ?? 0n;
  return best > last ? best : last;
}
