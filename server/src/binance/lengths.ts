const MINUTE_MS = 60_000;

/** Binance's names of the candle lengths that we have, in milliseconds. */
export const LENGTHS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1_440 * MINUTE_MS,
  '1w': 10_080 * MINUTE_MS,
} as const;

export const isLength = (text: string): text is keyof typeof LENGTHS => Object.hasOwn(LENGTHS, text);
