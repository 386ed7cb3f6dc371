import { parseJsonOrNull } from '../../lib/browser/use-stored-choice.ts';

/** A whole-number parameter of an indicator. */
export interface Parameter {
  key: 'length' | 'first' | 'second' | 'third' | 'deviations' | 'fast' | 'slow' | 'signal';
  initial: number;
  least: number;
  most: number;
}

const lengthParameter = (key: Parameter['key'], initial: number): Parameter => ({
  key,
  initial,
  least: 2,
  most: 200,
});

/** The available indicators, in the order of the menu. */
export const INDICATORS = {
  volume: [],
  ma: [lengthParameter('first', 7), lengthParameter('second', 25), lengthParameter('third', 99)],
  ema: [lengthParameter('first', 12), lengthParameter('second', 26)],
  bollinger: [lengthParameter('length', 20), { key: 'deviations', initial: 2, least: 1, most: 5 }],
  rsi: [lengthParameter('length', 14)],
  macd: [lengthParameter('fast', 12), lengthParameter('slow', 26), lengthParameter('signal', 9)],
} as const satisfies Record<string, readonly Parameter[]>;

export type IndicatorKind = keyof typeof INDICATORS;
export const INDICATOR_KINDS = Object.keys(INDICATORS) as IndicatorKind[];
export const getParameters = (kind: IndicatorKind): readonly Parameter[] => INDICATORS[kind];

export interface ChosenIndicator {
  shown: boolean;
  /** One value per parameter. */
  values: readonly number[];
}
export type Indicators = Readonly<Record<IndicatorKind, ChosenIndicator>>;

const isInRange = (value: unknown, { least, most }: Parameter): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** Parses a parameter typed in a field; null if it is invalid. */
export function parseParameter(text: string, parameter: Parameter): number | null {
  const value = /^\d{1,3}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  return isInRange(value, parameter) ? value : null;
}

function parseIndicators(text: string | null): Indicators {
  const stored = (parseJsonOrNull(text) ?? {}) as Partial<Record<string, Partial<ChosenIndicator> | null>>;
  const readChoice = (kind: IndicatorKind): ChosenIndicator => {
    const storedChoice = stored[kind];
    const values = Array.isArray(storedChoice?.values) ? storedChoice.values : [];
    return {
      // Volume is shown by default.
      shown: typeof storedChoice?.shown === 'boolean' ? storedChoice.shown : kind === 'volume',
      values: getParameters(kind).map((parameter, at) =>
        isInRange(values[at], parameter) ? values[at] : parameter.initial,
      ),
    };
  };
  return Object.fromEntries(INDICATOR_KINDS.map((kind) => [kind, readChoice(kind)])) as Indicators;
}

export const STORED_INDICATORS = { key: 'sarraf.indicators', read: parseIndicators, write: JSON.stringify };

/** Whether any indicator is shown whose code is loaded later. */
export const needsIndicatorCode = (indicators: Indicators): boolean =>
  INDICATOR_KINDS.some((kind) => kind !== 'volume' && indicators[kind].shown);
