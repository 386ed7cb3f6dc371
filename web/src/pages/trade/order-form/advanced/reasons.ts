import {
  bracketFault,
  displayRefusal,
  type ErrorCode,
  type OrderTerms,
  parseDecimal,
  scaleOf,
  triggerIsFar,
  triggerReached,
  waitingFigures,
} from '@sarraf/domain';
import { type OrderContext, type OrderFormState, opposite, type Plan } from '../form.ts';
import { blockedOf, watched } from './plan.ts';
import { type AdvancedField, advancedFieldsOf, type Waits, waitsInBook } from './state.ts';

/** Why an order with advanced options can't be placed. */
export type AdvancedReason =
  | 'TRIGGER'
  | 'DISTANCE'
  | 'STOP_LIMIT'
  | 'PROFIT'
  | 'REACHED'
  | 'FAR'
  | 'DISTANCE_FAR'
  | 'TRIGGER_BAND'
  | 'STOP_BAND'
  | 'PROFIT_LOW'
  | 'PROFIT_FAR'
  | 'STOP_HIGH'
  | 'STOP_FAR'
  | 'WOULD_TAKE'
  | DisplayReason;

/** Why the display amount is not valid. */
export type DisplayReason = 'DISPLAY_LOT' | 'DISPLAY_LOW' | 'DISPLAY_ALL';

/** The field where the text of a reason is shown. */
export const FIELD_OF: Readonly<Partial<Record<string, AdvancedField | 'price'>>> = {
  TRIGGER: 'trigger',
  REACHED: 'trigger',
  FAR: 'trigger',
  STOP_HIGH: 'trigger',
  STOP_FAR: 'trigger',
  DISTANCE: 'distance',
  DISTANCE_FAR: 'distance',
  STOP_LIMIT: 'stopLimit',
  STOP_BAND: 'stopLimit',
  PROFIT: 'profit',
  PROFIT_LOW: 'profit',
  PROFIT_FAR: 'profit',
  TRIGGER_BAND: 'price',
  WOULD_TAKE: 'price',
};

/** The form's names of the reasons about amounts. */
export type FigureReason = 'AMOUNT' | 'LOT' | 'MAX' | 'MIN' | 'BALANCE';

const written = (text: string): boolean => /[1-9]/.test(text);

/** Returns the first missing field. */
export function missingOfAdvanced({ side, more }: OrderFormState): AdvancedReason | null {
  const fields = advancedFieldsOf(more);
  if (fields.includes('profit') && !written(more.profit)) return 'PROFIT';
  if (fields.includes('trigger') && !written(more.trigger)) return 'TRIGGER';
  if (fields.includes('distance') && !written(more.distance)) return 'DISTANCE';
  // Otherwise the cost of a purchase at any price is unlimited.
  if (more.extra === 'oco' && side === 'buy' && !written(more.stopLimit)) return 'STOP_LIMIT';
  return null;
}

/** Returns why the display amount is invalid; null if it is valid or the whole order is shown. */
export function displayReason(
  { more, kind }: OrderFormState,
  { amount, unitPrice, market }: Plan,
  terms: OrderTerms,
): DisplayReason | null {
  const display = parseDecimal(more.display, scaleOf(market.coin));
  if (!display || !waitsInBook(more, kind)) return null;
  switch (displayRefusal(display, { amount, unitPrice, terms })) {
    case null:
      return null;
    case 'UNACCEPTABLE_AMOUNT':
      return 'DISPLAY_ALL';
    case 'AMOUNT_NOT_ALLOWED':
      return 'DISPLAY_LOT';
    default:
      return 'DISPLAY_LOW';
  }
}

/** Returns why a trigger order can't be placed, in the order of its fields; the server has the same checks. */
export function waitingReason(
  plan: Plan,
  waits: Waits,
  known: OrderContext & { terms: OrderTerms },
  balance: bigint | null,
): AdvancedReason | FigureReason | null {
  const wrong = shapeReason(plan, waits, known);
  if (wrong) return wrong;
  return balance !== null && blockedOf(plan, known.wage) > balance ? 'BALANCE' : null;
}

function shapeReason(
  plan: Plan,
  waits: Waits,
  known: OrderContext & { terms: OrderTerms },
): AdvancedReason | FigureReason | null {
  const now = watched(waits.by, known);
  switch (waits.shape) {
    case 'trigger': {
      if (now !== null && triggerIsFar(waits.price, now))
        return waits.distance === null ? 'FAR' : 'DISTANCE_FAR';
      if (now !== null && triggerReached(plan.side, waits.kind, waits.price, now)) return 'REACHED';
      return figureReason(
        plan,
        plan.kind === 'limit' ? plan.unitPrice : marketLimit(plan),
        waits.price,
        known,
        'TRIGGER_BAND',
      );
    }
    case 'oco':
      return ocoReason(plan, waits, known, now);
    case 'bracket':
      return bracketReason(plan, waits, known, now);
  }
}

/** Returns the worst price in a market order's request: only for a purchase. */
const marketLimit = ({ side, unitPrice }: Plan): bigint | null => (side === 'buy' ? unitPrice : null);

function figureReason(
  plan: Plan,
  unitPrice: bigint | null,
  price: bigint,
  { terms, wage }: OrderContext & { terms: OrderTerms },
  band: AdvancedReason,
): AdvancedReason | FigureReason | null {
  const { side, kind, amount, budget } = plan;
  const order = { side, limited: kind === 'limit', amount, unitPrice, total: budget };
  const figures = waitingFigures(order, price, terms, wage);
  return typeof figures === 'string' ? named(figures, band) : null;
}

function named(code: ErrorCode, band: AdvancedReason): AdvancedReason | FigureReason {
  switch (code) {
    case 'PRICE_OUT_OF_BAND':
      return band;
    case 'AMOUNT_IS_HIGH':
      return 'MAX';
    case 'AMOUNT_IS_LOW':
      return 'MIN';
    case 'AMOUNT_NOT_ALLOWED':
      return 'LOT';
    default:
      return 'AMOUNT';
  }
}

function ocoReason(
  plan: Plan,
  { price, limit }: Extract<Waits, { shape: 'oco' }>,
  known: OrderContext & { terms: OrderTerms },
  now: bigint | null,
): AdvancedReason | FigureReason | null {
  const { side } = plan;
  if (wouldTake(plan, known)) return 'WOULD_TAKE';
  if (now !== null && triggerIsFar(price, now)) return 'FAR';
  if (now !== null && triggerReached(side, 'STOP', price, now)) return 'REACHED';
  const stop: Plan = limit === null ? { ...plan, kind: 'market' } : { ...plan, unitPrice: limit };
  return figureReason(stop, limit, price, known, 'STOP_BAND');
}

function bracketReason(
  plan: Plan,
  waits: Extract<Waits, { shape: 'bracket' }>,
  known: OrderContext & { terms: OrderTerms },
  now: bigint | null,
): AdvancedReason | FigureReason | null {
  const { kind, unitPrice } = plan;
  const { profit, price: stop, limit } = waits;
  if (now === null) return null;
  const limited = kind === 'limit';
  const best = (known.book && opposite('buy', known.book)[0]?.price) ?? now;
  const entry = limited ? unitPrice : best > now ? best : now;
  const fault = bracketFault({ entry, now, limited, profit, stop }, known.terms.tick);
  if (fault) return fault;
  if (limit === null) return null;
  return figureReason(
    { ...plan, side: 'sell', kind: 'limit', unitPrice: limit, budget: null },
    limit,
    stop,
    known,
    'STOP_BAND',
  );
}

/** Whether a post-only order would trade immediately. */
export function wouldTake({ side, unitPrice }: Plan, { book }: OrderContext): boolean {
  const best = book && opposite(side, book)[0]?.price;
  if (!best) return false;
  return side === 'buy' ? unitPrice >= best : unitPrice <= best;
}
