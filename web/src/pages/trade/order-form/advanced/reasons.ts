import {
  computeTriggeredOrderTerms,
  type ErrorCode,
  isTriggerReached,
  isTriggerTooFar,
  type OrderTerms,
  parseDecimal,
  scaleOf,
  validateBracket,
  validateDisplayAmount,
} from '@sarraf/domain';
import { getOppositeLevels, type OrderContext, type OrderFormState, type OrderPlan } from '../form.ts';
import { computeBlockedAmount, getWatchedPrice } from './plan.ts';
import { type AdvancedField, canRestInBook, listAdvancedFields, type OrderTrigger } from './state.ts';

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
export const REASON_FIELDS: Readonly<Partial<Record<string, AdvancedField | 'price'>>> = {
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

const isFilled = (text: string): boolean => /[1-9]/.test(text);

/** Returns the first missing field. */
export function findMissingAdvancedField({ side, more }: OrderFormState): AdvancedReason | null {
  const fields = listAdvancedFields(more);
  if (fields.includes('profit') && !isFilled(more.profit)) return 'PROFIT';
  if (fields.includes('trigger') && !isFilled(more.trigger)) return 'TRIGGER';
  if (fields.includes('distance') && !isFilled(more.distance)) return 'DISTANCE';
  // Otherwise the cost of a purchase at any price is unlimited.
  if (more.extra === 'oco' && side === 'buy' && !isFilled(more.stopLimit)) return 'STOP_LIMIT';
  return null;
}

/** Returns why the display amount is invalid; null if it is valid or the whole order is shown. */
export function findDisplayReason(
  { more, kind }: OrderFormState,
  { amount, unitPrice, market }: OrderPlan,
  terms: OrderTerms,
): DisplayReason | null {
  const display = parseDecimal(more.display, scaleOf(market.coin));
  if (!display || !canRestInBook(more, kind)) return null;
  switch (validateDisplayAmount(display, { amount, unitPrice, terms })) {
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
export function findTriggerReason(
  plan: OrderPlan,
  waits: OrderTrigger,
  context: OrderContext & { terms: OrderTerms },
  balance: bigint | null,
): AdvancedReason | FigureReason | null {
  const reason = findShapeReason(plan, waits, context);
  if (reason) return reason;
  return balance !== null && computeBlockedAmount(plan, context.feeRate) > balance ? 'BALANCE' : null;
}

function findShapeReason(
  plan: OrderPlan,
  waits: OrderTrigger,
  context: OrderContext & { terms: OrderTerms },
): AdvancedReason | FigureReason | null {
  const currentPrice = getWatchedPrice(waits.by, context);
  switch (waits.shape) {
    case 'trigger': {
      if (currentPrice !== null && isTriggerTooFar(waits.price, currentPrice))
        return waits.distance === null ? 'FAR' : 'DISTANCE_FAR';
      if (currentPrice !== null && isTriggerReached(plan.side, waits.kind, waits.price, currentPrice))
        return 'REACHED';
      return findFigureReason(
        plan,
        plan.kind === 'limit' ? plan.unitPrice : getMarketLimit(plan),
        waits.price,
        context,
        'TRIGGER_BAND',
      );
    }
    case 'oco':
      return findOcoReason(plan, waits, context, currentPrice);
    case 'bracket':
      return findBracketReason(plan, waits, context, currentPrice);
  }
}

/** Returns the worst price in a market order's request: only for a purchase. */
const getMarketLimit = ({ side, unitPrice }: OrderPlan): bigint | null => (side === 'buy' ? unitPrice : null);

function findFigureReason(
  plan: OrderPlan,
  unitPrice: bigint | null,
  price: bigint,
  { terms, feeRate }: OrderContext & { terms: OrderTerms },
  band: AdvancedReason,
): AdvancedReason | FigureReason | null {
  const { side, kind, amount, budget } = plan;
  const order = { side, limited: kind === 'limit', amount, unitPrice, total: budget };
  const figures = computeTriggeredOrderTerms(order, price, terms, feeRate);
  return typeof figures === 'string' ? toReason(figures, band) : null;
}

function toReason(code: ErrorCode, band: AdvancedReason): AdvancedReason | FigureReason {
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

function findOcoReason(
  plan: OrderPlan,
  { price, limit }: Extract<OrderTrigger, { shape: 'oco' }>,
  context: OrderContext & { terms: OrderTerms },
  currentPrice: bigint | null,
): AdvancedReason | FigureReason | null {
  const { side } = plan;
  if (wouldTakeLiquidity(plan, context)) return 'WOULD_TAKE';
  if (currentPrice !== null && isTriggerTooFar(price, currentPrice)) return 'FAR';
  if (currentPrice !== null && isTriggerReached(side, 'STOP', price, currentPrice)) return 'REACHED';
  const stop: OrderPlan = limit === null ? { ...plan, kind: 'market' } : { ...plan, unitPrice: limit };
  return findFigureReason(stop, limit, price, context, 'STOP_BAND');
}

function findBracketReason(
  plan: OrderPlan,
  waits: Extract<OrderTrigger, { shape: 'bracket' }>,
  context: OrderContext & { terms: OrderTerms },
  now: bigint | null,
): AdvancedReason | FigureReason | null {
  const { kind, unitPrice } = plan;
  const { profit, price: stop, limit } = waits;
  if (now === null) return null;
  const limited = kind === 'limit';
  const best = (context.book && getOppositeLevels('buy', context.book)[0]?.price) ?? now;
  const entry = limited ? unitPrice : best > now ? best : now;
  const validationError = validateBracket({ entry, now, limited, profit, stop }, context.terms.tick);
  if (validationError) return validationError;
  if (limit === null) return null;
  return findFigureReason(
    { ...plan, side: 'sell', kind: 'limit', unitPrice: limit, budget: null },
    limit,
    stop,
    context,
    'STOP_BAND',
  );
}

/** Whether a post-only order would trade immediately. */
export function wouldTakeLiquidity({ side, unitPrice }: OrderPlan, { book }: OrderContext): boolean {
  const best = book && getOppositeLevels(side, book)[0]?.price;
  if (!best) return false;
  return side === 'buy' ? unitPrice >= best : unitPrice <= best;
}
