import type { Side } from '@sarraf/domain';
import type { SelfTradePrevention, TimeInForce, TriggerInput, TriggerPrice } from '@sarraf/domain/contracts';

/** What an order is beside a limit or market order. */
export const EXTRAS = ['none', 'stop', 'takeProfit', 'trailing', 'oco', 'bracket'] as const;
export type Extra = (typeof EXTRAS)[number];

/** How long a GTD order stays. */
export const VALIDITIES = ['hour', 'day', 'week', 'month'] as const;
export type Validity = (typeof VALIDITIES)[number];

const HOUR_MS = 3_600_000;
export const VALIDITY_MS: Readonly<Record<Validity, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
};

/** What stands under "Advanced". Prices are plain decimal text of the quote. */
export interface AdvancedState {
  extra: Extra;
  /** At which price it triggers; of an OCO and a bracket: their stop. */
  trigger: string;
  by: TriggerPrice;
  /** How far a trailing stop stays behind. */
  distance: string;
  /** The limit of what an OCO's or a bracket's stop becomes; '' for a market order. */
  stopLimit: string;
  /** The limit of a bracket's sale with a profit. */
  profit: string;
  postOnly: boolean;
  /** How much of it the book shows at a time, plain decimal text of the coin; '' for all of it. */
  display: string;
  time: TimeInForce;
  span: Validity;
  ownFirst: SelfTradePrevention;
}

export const PLAIN: AdvancedState = {
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

/** Fields of the advanced part that hold a number. */
export type AdvancedField = 'trigger' | 'distance' | 'stopLimit' | 'profit';

const OF_LIMIT: readonly Extra[] = ['none', 'stop', 'takeProfit', 'oco', 'bracket'];
const OF_MARKET: readonly Extra[] = ['none', 'stop', 'takeProfit', 'trailing', 'bracket'];

/** What an order of a kind and side may be besides: a limit would have to trail, too; a bracket begins with a purchase. */
export const extrasOf = (kind: 'limit' | 'market', side: Side): readonly Extra[] =>
  (kind === 'limit' ? OF_LIMIT : OF_MARKET).filter((extra) => extra !== 'bracket' || side === 'buy');

/** How long an order of a kind may trade. */
export const timesInForceOf = (kind: 'limit' | 'market'): readonly TimeInForce[] =>
  kind === 'limit' ? ['GTC', 'GTD', 'IOC', 'FOK'] : ['IOC', 'FOK'];

/** The fields that an order of this sort is asked for. */
export function advancedFieldsOf({ extra }: AdvancedState): readonly AdvancedField[] {
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

/** Whether an order of this sort may wait in the book, and hide a part there. */
export const waitsInBook = ({ extra, time }: AdvancedState, kind: 'limit' | 'market'): boolean =>
  kind === 'limit' && extra === 'none' && (time === 'GTC' || time === 'GTD');

/** The same, as far as it fits another kind or side: what doesn't is an order without it. */
export function fitted(more: AdvancedState, kind: 'limit' | 'market', side: Side): AdvancedState {
  const extra = extrasOf(kind, side).includes(more.extra) ? more.extra : 'none';
  const times = timesInForceOf(kind);
  const time = times.includes(more.time) ? more.time : (times[0] as TimeInForce);
  const waits = waitsInBook({ ...more, extra, time }, kind);
  return { ...more, extra, time, postOnly: more.postOnly && waits, display: waits ? more.display : '' };
}

/** Of the same sort, with nothing written: what came of the last order isn't meant for the next. */
export const emptied = (more: AdvancedState): AdvancedState => ({
  ...more,
  trigger: '',
  distance: '',
  stopLimit: '',
  profit: '',
  display: '',
});

/** What an order waits for. Prices in quote units for one coin. */
export type Waits =
  | {
      shape: 'trigger';
      kind: TriggerInput['kind'];
      by: TriggerPrice;
      /** Where it triggers; of a trailing stop: where it would now. */
      price: bigint;
      /** Null: it doesn't trail. */
      distance: bigint | null;
    }
  | { shape: 'oco'; by: TriggerPrice; price: bigint; limit: bigint | null }
  | { shape: 'bracket'; by: TriggerPrice; price: bigint; limit: bigint | null; profit: bigint };
