import { setTimeout as sleep } from 'node:timers/promises';
import { computeBackoff } from '@sarraf/domain';
import { msUntilTick } from '../platform/jobs/together.ts';

/** Maximum pause, so that a node, signer or database that is back is noticed soon. */
const MAX_PAUSE_MS = 15_000;

/** Repeats a step of a chain every `pollMs`, and after failures with growing pauses, until `stopping` is aborted. */
export async function runChainLoop(
  { pollMs }: { pollMs: number },
  stopping: AbortSignal,
  { step, onFailure }: { step: () => Promise<void>; onFailure: (error: unknown, pauseMs: number) => unknown },
): Promise<void> {
  for (let failures = 0; !stopping.aborted; ) {
    let pauseMs: number;
    try {
      await step();
      failures = 0;
      pauseMs = msUntilTick(pollMs);
    } catch (error) {
      failures += 1;
      pauseMs = computeBackoff({ firstMs: pollMs, maxMs: MAX_PAUSE_MS }, failures);
      await onFailure(error, pauseMs);
    }
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {});
  }
}
