import { AppError, parseDecimal, type Quote, scaleOf } from '@sarraf/domain';
import type { TriggerInput, TriggerPrice } from '@sarraf/domain/contracts';

/** A requested trigger; prices in quote units for one coin. */
export interface TriggerRequest {
  kind: TriggerInput['kind'];
  by: TriggerPrice;
  /** Null: a trailing stop. */
  price: bigint | null;
  /** Null: none. */
  distance: bigint | null;
}

/**
 * Parses a trigger. BAD_REQUEST (names the field): a trailing stop has a distance alone, the others have a price
 * alone.
 */
export function parseTrigger(
  { kind, by = 'LAST', price, distance }: TriggerInput,
  quote: Quote,
): TriggerRequest {
  const isTrailing = kind === 'TRAILING_STOP';
  if ((price === undefined) !== isTrailing) throw createBadRequest('trigger.price');
  if ((distance === undefined) === isTrailing) throw createBadRequest('trigger.distance');
  return {
    kind,
    by,
    price: price === undefined ? null : parsePositivePrice(price, quote, 'trigger.price'),
    distance: distance === undefined ? null : parsePositivePrice(distance, quote, 'trigger.distance'),
  };
}

export function parsePositivePrice(text: string | number, quote: Quote, field: string): bigint {
  const sum = parseDecimal(text, scaleOf(quote));
  if (sum === null || sum <= 0n) throw createBadRequest(field);
  return sum;
}

export const createBadRequest = (field: string): AppError => new AppError('BAD_REQUEST', { errors: [field] });
