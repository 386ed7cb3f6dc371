/** Parts that staff can pause separately: a feature, a market, a coin. Maintenance pauses all of them. */
import { COINS, formatMarketType, parseMarket, QUOTES } from './assets.ts';

/** Each contract that changes something for customers names one of these, or null if it is never paused. */
export const FEATURES = [
  'QUICK_TRADE',
  'ORDERS',
  'TOMAN_DEPOSIT',
  'TOMAN_WITHDRAWAL',
  'COIN_WITHDRAWAL',
  'DEPOSIT_ADDRESS',
  'SIGN_UP',
  'VERIFICATION',
  'STORE_PAYMENT',
  'STORE_SETTLEMENT',
] as const;
export type Feature = (typeof FEATURES)[number];

export const PAUSE_SCOPES = ['FEATURE', 'MARKET', 'COIN'] as const;
export type PauseScope = (typeof PAUSE_SCOPES)[number];

/** A pausable item: `FEATURE` and its name, `MARKET` and `BITCOIN_TOMAN`, `COIN` and `BITCOIN`. */
export interface Pausable {
  scope: PauseScope;
  name: string;
}

/** Returns all pausable names of a scope, in display order. */
export const listPausableNames = (scope: PauseScope): readonly string[] => {
  if (scope === 'FEATURE') return FEATURES;
  if (scope === 'COIN') return COINS;
  const pairs = COINS.flatMap((coin) => QUOTES.map((quote) => formatMarketType(coin, quote)));
  return pairs.filter((name) => parseMarket(name) !== null);
};

export const isPausable = ({ scope, name }: Pausable): boolean => listPausableNames(scope).includes(name);
