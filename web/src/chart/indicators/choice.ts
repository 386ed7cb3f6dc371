import { parsed } from '../../lib/browser/use-kept.ts';

/** A whole-number parameter of an indicator. */
export interface Parameter {
  key: 'length' | 'first' | 'second' | 'third' | 'deviations' | 'fast' | 'slow' | 'signal';
  initial: number;
  least: number;
  most: number;
}

const length = (key: Parameter['key'], initial: number): Parameter => ({ key, initial, least: 2, most: 200 });

/** The available indicators, in the order of the menu. */
export const INDICATORS = {
  volume: [],
  ma: [length('first', 7), length('second', 25), length('third', 99)],
  ema: [length('first', 12), length('second', 26)],
  bollinger: [length('length', 20), { key: 'deviations', initial: 2, least: 1, most: 5 }],
  rsi: [length('length', 14)],
  macd: [length('fast', 12), length('slow', 26), length('signal', 9)],
} as const satisfies Record<string, readonly Parameter[]>;

export type IndicatorKind = keyof typeof INDICATORS;
export const INDICATOR_KINDS = Object.keys(INDICATORS) as IndicatorKind[];
export const parametersOf = (kind: IndicatorKind): readonly Parameter[] => INDICATORS[kind];

export interface ChosenIndicator {
  shown: boolean;
  /** One value per parameter. */
  values: readonly number[];
}
export type Indicators = Readonly<Record<IndicatorKind, ChosenIndicator>>;

const fits = (value: unknown, { least, most }: Parameter): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** Parses a parameter typed in a field; null if it is invalid. */
export function parameterOf(text: string, parameter: Parameter): number | null {
  const value = /^\d{1,3}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  return fits(value, parameter) ? value : null;
}

function read(text: string | null): Indicators {
  const kept = (parsed(text) ?? {}) as Partial<Record<string, Partial<ChosenIndicator> | null>>;
  const choice = (kind: IndicatorKind): ChosenIndicator => {
    const of = kept[kind];
    const values = Array.isArray(of?.values) ? of.values : [];
    return {
      // Volume is shown by default.
      shown: typeof of?.shown === 'boolean' ? of.shown : kind === 'volume',
      values: parametersOf(kind).map((parameter, at) =>
        fits(values[at], parameter) ? values[at] : parameter.initial,
      ),
    };
  };
  return Object.fromEntries(INDICATOR_KINDS.map((kind) => [kind, choice(kind)])) as Indicators;
}

export const KEPT_INDICATORS = { key: 'sarraf.indicators', read, write: JSON.stringify };

/** Whether any indicator is shown whose code is loaded later. */
export const drawsMore = (indicators: Indicators): boolean =>
  INDICATOR_KINDS.some((kind) => kind !== 'volume' && indicators[kind].shown);
