/** Checks whether memory, handles, connections and lag stay flat: samples, and the slope of a line through them. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Fault } from './faults.ts';
import type { BlackboxRig } from './rig.ts';

const SAMPLE_MS = 5_000;
/** Part of a run that is warm-up, while caches fill. */
const WARM_UP_SHARE = 0.25;
/** A shorter run says nothing about a slope: the heap of a process that is ten minutes old is still filling. */
const MIN_DURATION_MS = 3_600_000;
const MB = 1_024;

interface Figure {
  name: string;
  unit: string;
  /** Allowed growth over the run, absolute or as this part of the mean. */
  most: number;
  part: number;
}
const FIGURES: readonly Figure[] = [
  { name: 'server', unit: 'MB', most: 64, part: 0.2 },
  { name: 'worker', unit: 'MB', most: 64, part: 0.2 },
  { name: 'signer', unit: 'MB', most: 64, part: 0.2 },
  { name: 'server handles', unit: '', most: 10, part: 0.1 },
  { name: 'worker handles', unit: '', most: 10, part: 0.1 },
  { name: 'signer handles', unit: '', most: 10, part: 0.1 },
  { name: 'postgres sessions', unit: '', most: 5, part: 0.1 },
  { name: 'transfers not yet folded', unit: '', most: 2_000, part: 0.5 },
  { name: 'batches not yet watched', unit: '', most: 500, part: 0.5 },
];

export interface Line {
  name: string;
  unit: string;
  samples: number;
  first: number;
  last: number;
  mean: number;
  most: number;
  /** Slope of the line through the samples after the warm-up. */
  perHour: number;
  /** Null: too short to decide. */
  flat: boolean | null;
}
export type Samples = readonly Line[];

/** A process that is killed repeatedly is always young: its memory and handles can't be evaluated. */
const YOUNG_PROCESS_FAULTS: Readonly<Partial<Record<Fault, readonly string[]>>> = {
  server: ['server', 'worker', 'signer'],
  worker: ['worker'],
  signer: ['signer'],
};

/** Returns the values that must be flat and aren't, except those of processes restarted by faults. */
export function listGrowingFigures(samples: Samples, faults: readonly Fault[]): string[] {
  const young = new Set(faults.flatMap((fault) => YOUNG_PROCESS_FAULTS[fault] ?? []));
  return samples
    .filter(({ name, flat }) => flat === false && !young.has(name.replace(/ handles$/, '')))
    .map(({ name }) => name);
}

/** Returns the slope of the least-squares line through points of time and value. */
export function computeSlope(points: readonly (readonly [number, number])[]): number {
  const n = points.length;
  if (n < 2) return 0;
  const [meanX, meanY] = [0, 1].map((i) => points.reduce((sum, point) => sum + (point[i] ?? 0), 0) / n) as [
    number,
    number,
  ];
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

export function evaluateSamples(
  points: readonly (readonly [number, number])[],
  { name, unit, most, part }: Figure,
  leastMs = MIN_DURATION_MS,
): Line {
  const end = points.at(-1)?.[0] ?? 0;
  const begin = points[0]?.[0] ?? 0;
  const warm = points.filter(([at]) => at >= begin + (end - begin) * WARM_UP_SHARE);
  const values = warm.map(([, value]) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const slope = computeSlope(warm);
  const grown = slope * (end - (warm[0]?.[0] ?? end));
  return {
    name,
    unit,
    samples: points.length,
    first: warm[0]?.[1] ?? 0,
    last: warm.at(-1)?.[1] ?? 0,
    mean,
    most: Math.max(0, ...values),
    perHour: slope * 3_600_000,
    flat: end - begin < leastMs ? null : grown <= Math.max(most, part * mean),
  };
}

export function startSamples(rig: BlackboxRig): { stop(): Samples } {
  const series = new Map<string, [number, number][]>(FIGURES.map(({ name }) => [name, []]));
  const startedAt = performance.now();
  const addSample = (name: string, value: number | null) => {
    if (value !== null && Number.isFinite(value))
      series.get(name)?.push([performance.now() - startedAt, value]);
  };
  async function takeSamples(): Promise<void> {
    const { server, worker, signer } = rig.pids();
    for (const [name, pid] of Object.entries({ server, worker, signer })) {
      addSample(name, readMegabytes(pid));
      addSample(`${name} handles`, countHandles(pid));
    }
    const client = await rig.connect();
    try {
      const { rows } = await client.query<{ sessions: string; lag: string; unwatched: string }>(
        `select (select count(*) from pg_stat_activity where backend_type = 'client backend') as sessions,
          h.last_transfer_id - p.transfer_id as lag, h.batch - w.batch as unwatched
          from ledger_head h, positions_head p, watch_state w`,
      );
      addSample('postgres sessions', Number.parseInt(rows[0]?.sessions ?? '', 10));
      addSample('transfers not yet folded', Number.parseInt(rows[0]?.lag ?? '', 10));
      addSample('batches not yet watched', Number.parseInt(rows[0]?.unwatched ?? '', 10));
    } finally {
      await client.end().catch(() => {});
    }
  }
  // Nothing can be read during a fault.
  const timer = setInterval(() => void takeSamples().catch(() => {}), SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return FIGURES.map((figure) => evaluateSamples(series.get(figure.name) ?? [], figure)).filter(
        ({ samples }) => samples > 0,
      );
    },
  };
}

function readMegabytes(pid: number | null): number | null {
  if (pid === null) return null;
  try {
    const [, kilobytes = ''] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number.parseInt(kilobytes, 10) / MB;
  } catch {
    return null;
  }
}

/** Returns the number of open files and sockets. */
function countHandles(pid: number | null): number | null {
  try {
    return pid === null ? null : readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}

export function formatSamples(samples: Samples): string {
  const formatValue = (value: number) => value.toFixed(value < 100 ? 1 : 0).padStart(10);
  const head = ['first', 'last', 'mean', 'most', 'per hour'].map((name) => name.padStart(10)).join('');
  const lines = samples.map(
    ({ name, unit, first, last, mean, most, perHour, flat }) =>
      `${`${name}${unit && `, ${unit}`}`.padEnd(26)}${[first, last, mean, most, perHour].map(formatValue).join('')}  ${
        flat === null ? 'too short to say' : flat ? 'flat' : 'GROWS'
      }`,
  );
  return [`${' '.repeat(26)}${head}`, ...lines].join('\n');
}
