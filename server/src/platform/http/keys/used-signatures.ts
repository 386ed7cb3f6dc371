import { AppError } from '@sarraf/domain';
import type { Clock } from '../../clock.ts';
import { WINDOW_MS } from './signed-text.ts';

/** A signed call, as far as its being used once goes. */
export interface CallSignature {
  /** Milliseconds since 1970. */
  time: number;
  /** Of key and signed text, not of the signature: of one text there may be many right ones. */
  digest: string;
}

/** Ten seconds of more than any installation is asked for. Beyond it nothing is forgotten: new ones are refused. */
const MOST_KEPT = 500_000;

/**
 * Which signatures were used here. Each is remembered as long as its time is within the window, so that it is good once;
 * the window is judged in the same step, for a call may have taken long to get here.
 */
export class UsedSignatures {
  readonly #clock: Clock;
  /** Until when each would be within the window. */
  readonly #used = new Map<string, number>();
  #refusedUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * From now on they are judged here, and were elsewhere before: what may have been used there is refused, which is all that
   * was signed with a time up to a window from now.
   */
  begin(): void {
    this.#refusedUntil = this.#clock.now() + WINDOW_MS;
  }

  /** TIMESTAMP_OUT_OF_WINDOW; SIGNATURE_USED; SERVICE_UNAVAILABLE: it may have been used, nobody knows here. */
  take({ time, digest }: CallSignature): void {
    const now = this.#clock.now();
    refuseOutOfWindow(time, now);
    if (time <= this.#refusedUntil) throw new AppError('SERVICE_UNAVAILABLE');
    this.#forget(now);
    if (this.#used.has(digest)) throw new AppError('SIGNATURE_USED');
    if (this.#used.size >= MOST_KEPT) throw new AppError('SERVICE_UNAVAILABLE');
    this.#used.set(digest, time + WINDOW_MS);
  }

  /** They came nearly in the order in which they end: one is kept a window too long at most. */
  #forget(now: number): void {
    for (const [digest, until] of this.#used) {
      if (until >= now) return;
      this.#used.delete(digest);
    }
  }
}

/** TIMESTAMP_OUT_OF_WINDOW (`serverTime`, `window`). */
export function refuseOutOfWindow(time: number, now: number): void {
  if (!(Math.abs(now - time) <= WINDOW_MS))
    throw new AppError('TIMESTAMP_OUT_OF_WINDOW', { data: { serverTime: now, window: WINDOW_MS } });
}
