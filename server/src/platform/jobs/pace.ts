import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Limits the share of time spent on background work. */
export interface WorkThrottle {
  /** Milliseconds to pause after `workedMs` of work; `behindMs`: of work that can't wait, by how much it is behind. */
  restAfter(workedMs: number, behindMs?: number): number;
}

/** Load above which trades need the machine; above the other, background work takes turns. */
const HIGH_LOAD = 0.85;
const MODERATE_LOAD = 0.6;
const HIGH_LOAD_SHARE = 0.1;
const MODERATE_LOAD_SHARE = 0.5;
/** Work that can't wait gives way less when it is further behind. */
const LATE_AFTER_MS = 1_000;
const MEASURE_INTERVAL_MS = 200;
/** A long piece of work must not cause an overlong pause. */
const MAX_PAUSE_MS = 5_000;

/**
 * Allows background work all of the time while there is spare capacity, a tenth when there is none, and half of it
 * for work that is late and can't wait. `readLoad`: recent load, 0 to 1.
 */
export const createWorkThrottle = (readLoad: () => number): WorkThrottle => ({
  restAfter(workedMs, behindMs = 0) {
    const load = readLoad();
    const minShare = behindMs > LATE_AFTER_MS ? MODERATE_LOAD_SHARE : HIGH_LOAD_SHARE;
    const share = load > HIGH_LOAD ? minShare : load > MODERATE_LOAD ? MODERATE_LOAD_SHARE : 1;
    return Math.min(MAX_PAUSE_MS, (workedMs * (1 - share)) / share);
  },
});

/**
 * Returns the load of this process, or of the machine that it shares with its database, whichever is higher: a
 * writer that waits for a database without processor time is idle itself. Measured a few times a second at most,
 * because a shorter interval contains little but the caller's own work. Smoothed over a few measurements.
 */
export function createLoadMeter(): () => number {
  let lastUtilization = performance.eventLoopUtilization();
  let lastCpu = readCpuTimes();
  let measuredAt = performance.now();
  let smoothed = 0;
  return () => {
    if (performance.now() - measuredAt < MEASURE_INTERVAL_MS) return smoothed;
    measuredAt = performance.now();
    const now = performance.eventLoopUtilization();
    const cpu = readCpuTimes();
    const { utilization } = performance.eventLoopUtilization(now, lastUtilization);
    const total = cpu.total - lastCpu.total;
    const machineLoad = total > 0 ? (cpu.busy - lastCpu.busy) / total : 0;
    [lastUtilization, lastCpu] = [now, cpu];
    smoothed = (smoothed + Math.max(utilization, machineLoad)) / 2;
    return smoothed;
  };
}

/** Times of all processors since the machine booted. */
function readCpuTimes(): { busy: number; total: number } {
  let [busy, total] = [0, 0];
  for (const { times } of cpus()) {
    const used = times.user + times.nice + times.sys + times.irq;
    busy += used;
    total += used + times.idle;
  }
  return { busy, total };
}
