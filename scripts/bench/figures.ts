/** Measured values by name; nested ones have their parents' names in front: "parts.0". */
export type Figures = Record<string, number>;

/** Comparison of one figure of two versions over some rounds. */
export interface Comparison {
  /** Medians of the rounds. */
  there: number;
  here: number;
  /** Here divided by there: the median of the rounds' ratios, the minimum and the maximum. */
  ratio: number;
  least: number;
  most: number;
}

/** Returns the figures of the last JSON line in a benchmark's output; null if there is none. */
export function parseFigures(output: string): Figures | null {
  const line = output.split('\n').findLast((text) => text.startsWith('{"bench"'));
  return line === undefined ? null : Object.fromEntries(collectNumbers(JSON.parse(line), []));
}

function collectNumbers(value: unknown, path: readonly string[]): [string, number][] {
  if (typeof value === 'number') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => collectNumbers(child, [...path, name]));
}

/** Returns which version is measured first in a round: both equally often, as far as the number of rounds allows. */
export const getMeasuringOrder = (round: number): readonly ['there', 'here'] | readonly ['here', 'there'] =>
  round % 2 === 0 ? ['there', 'here'] : ['here', 'there'];

export interface ComparisonRound {
  there: Figures;
  here: Figures;
}

/** Returns the figures that both versions have in every round; one that is zero there has no ratio and is left out. */
export function compareRounds(rounds: readonly ComparisonRound[]): Record<string, Comparison> {
  const names = Object.keys(rounds[0]?.here ?? {}).filter((name) =>
    rounds.every(({ there, here }) => (there[name] ?? 0) !== 0 && here[name] !== undefined),
  );
  return Object.fromEntries(
    names.map((name) => {
      const there = rounds.map((round) => round.there[name] as number);
      const here = rounds.map((round) => round.here[name] as number);
      const ratios = here.map((value, round) => value / (there[round] as number));
      const spread = { ratio: computeMedian(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
      return [name, { there: computeMedian(there), here: computeMedian(here), ...spread }];
    }),
  );
}

export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('nothing has no median');
  return (low + high) / 2;
}

/** Rounds to significant digits. */
export const roundSignificant = (value: number): number => Number(value.toPrecision(4));
