import type { Side } from '@sarraf/domain';
import type { SelfTradePrevention, TimeInForce, TriggerInput, TriggerPrice } from '@sarraf/domain/contracts';

/** Order types in addition to limit and market orders. */
export const ADVANCED_ORDER_TYPES = ['none', 'stop', 'takeProfit', 'trailing', 'oco', 'bracket'] as const;
export type AdvancedOrderType = (typeof ADVANCED_ORDER_TYPES)[number];

/** Lifetimes of a GTD order. */
export const VALIDITIES = ['hour', 'day', 'week', 'month'] as const;
export type Validity = (typeof VALIDITIES)[number];

const HOUR_MS = 3_600_000;
export const VALIDITY_MS: Readonly<Record<Validity, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
};

/** State of the "Advanced" section. Prices are plain decimal text of the quote. */
export interface AdvancedState {
  extra: AdvancedOrderType;
  /** The trigger price; for an OCO and a bracket that of their stop. */
  trigger: string;
  by: TriggerPrice;
  /** Distance of a trailing stop. */
  distance: string;
  /** Limit price of an OCO's or a bracket's stop; '' for a market order. */
  stopLimit: string;
  /** Limit price of a bracket's sale with a profit. */
  profit: string;
  postOnly: boolean;
  /** The display amount, plain decimal text of the coin; '' for all of the order. */
  display: string;
  time: TimeInForce;
  span: Validity;
  ownFirst: SelfTradePrevention;
}

export const DEFAULT_ADVANCED: AdvancedState = {
  extra: 'none',
  trigger: '',
  by: 'LAST',
  distance: '',
  stopLimit: '',
  profit: '',
  postOnly: false,
  display: '',
  time: 'GTC',
  span: 'day',
  ownFirst: 'NEWEST',
};

/** Numeric fields of the advanced section. */
export type AdvancedField = 'trigger' | 'distance' | 'stopLimit' | 'profit';

const LIMIT_TYPES: readonly AdvancedOrderType[] = ['none', 'stop', 'takeProfit', 'oco', 'bracket'];
const MARKET_TYPES: readonly AdvancedOrderType[] = ['none', 'stop', 'takeProfit', 'trailing', 'bracket'];

/** Returns the types available for a kind and side: a limit can't trail, and a bracket begins with a purchase. */
export const listAdvancedTypes = (kind: 'limit' | 'market', side: Side): readonly AdvancedOrderType[] =>
  (kind === 'limit' ? LIMIT_TYPES : MARKET_TYPES).filter((extra) => extra !== 'bracket' || side === 'buy');

/** Returns the times in force available for a kind. */
export const listTimesInForce = (kind: 'limit' | 'market'): readonly TimeInForce[] =>
  kind === 'limit' ? ['GTC', 'GTD', 'IOC', 'FOK'] : ['IOC', 'FOK'];

/** Returns the fields that an order of this type needs. */
export function listAdvancedFields({ extra }: AdvancedState): readonly AdvancedField[] {
  switch (extra) {
    case 'none':
      return [];
    case 'trailing':
      return ['distance'];
    case 'oco':
      return ['trigger', 'stopLimit'];
    case 'bracket':
      return ['profit', 'trigger', 'stopLimit'];
    default:
      return ['trigger'];
  }
}

/** Whether an order of this type may rest in the order book and have a display amount. */
export const canRestInBook = ({ extra, time }: AdvancedState, kind: 'limit' | 'market'): boolean =>
  kind === 'limit' && extra === 'none' && (time === 'GTC' || time === 'GTD');

/** Drops the options that don't apply to another kind or side. */
export function dropInapplicable(more: AdvancedState, kind: 'limit' | 'market', side: Side): AdvancedState {
  const extra = listAdvancedTypes(kind, side).includes(more.extra) ? more.extra : 'none';
  const times = listTimesInForce(kind);
  const time = times.includes(more.time) ? more.time : (times[0] as TimeInForce);
  const canRest = canRestInBook({ ...more, extra, time }, kind);
  return { ...more, extra, time, postOnly: more.postOnly && canRest, display: canRest ? more.display : '' };
}

/** Keeps the type but clears the inputs, which were meant for the previous order. */
export const clearInputs = (more: AdvancedState): AdvancedState => ({
  ...more,
  trigger: '',
  distance: '',
  stopLimit: '',
  profit: '',
  display: '',
});

/** The trigger of an order. Prices in quote units per coin. */
export type OrderTrigger =
  | {
      shape: 'trigger';
      kind: TriggerInput['kind'];
      by: TriggerPrice;
      /** The trigger price; for a trailing stop the current one. */
      price: bigint;
      /** Null: not a trailing stop. */
      distance: bigint | null;
    }
  | { shape: 'oco'; by: TriggerPrice; price: bigint; limit: bigint | null }
  | { shape: 'bracket'; by: TriggerPrice; price: bigint; limit: bigint | null; profit: bigint };
