import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** How much of the time may be worked on what nobody waits for. */
export interface WorkThrottle {
  /** How long to rest after so much work, when it is so far behind; in milliseconds. */
  restAfter(workedMs: number, behindMs?: number): number;
}

/** Above this, whoever trades needs the machine; above the other, they take turns. */
const BUSY = 0.85;
const IN_TURN = 0.6;
const BUSY_SHARE = 0.1;
const TURN_SHARE = 0.5;
/** What is later than this no longer gives way: it has to be done, and after a rush there may be another. */
const LATE_MS = 1_000;
const LOOK_EVERY_MS = 200;
/** A long piece of work is no reason to fall asleep. */
const LONGEST_REST_MS = 5_000;

/**
 * As much as is left: all of the time while there is some to spare, a tenth when there is none, and half of it for what is
 * late all the same. `busy`: the share of the last moment that was worked, 0 to 1.
 */
export const createWorkThrottle = (busy: () => number): WorkThrottle => ({
  restAfter(workedMs, behindMs = 0) {
    const load = busy();
    const least = behindMs > LATE_MS ? TURN_SHARE : BUSY_SHARE;
    const share = load > BUSY ? least : load > IN_TURN ? TURN_SHARE : 1;
    return Math.min(LONGEST_REST_MS, (workedMs * (1 - share)) / share);
  },
});

/**
 * How busy this process is, and the machine that it shares with its database, whichever is busier: a writer that waits
 * for a database without a processor is idle. Looked at a few times a second at most, however often it is asked: a shorter
 * moment holds little but the work of whoever asks. Smoothed over a few looks.
 */
export function createLoadMeter(): () => number {
  let last = performance.eventLoopUtilization();
  let lastCpu = cpuTimes();
  let lookedAt = performance.now();
  let smoothed = 0;
  return () => {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return smoothed;
    lookedAt = performance.now();
    const now = performance.eventLoopUtilization();
    const cpu = cpuTimes();
    const { utilization } = performance.eventLoopUtilization(now, last);
    const total = cpu.total - lastCpu.total;
    const machine = total > 0 ? (cpu.busy - lastCpu.busy) / total : 0;
    [last, lastCpu] = [now, cpu];
    smoothed = (smoothed + Math.max(utilization, machine)) / 2;
    return smoothed;
  };
}

/** Of all processors since the machine began. */
function cpuTimes(): { busy: number; total: number } {
  let [busy, total] = [0, 0];
  for (const { times } of cpus()) {
    const used = times.user + times.nice + times.sys + times.irq;
    busy += used;
    total += used + times.idle;
  }
  return { busy, total };
}
