import { AppError } from '@sarraf/domain';
import type { Clock } from '../../clock.ts';
import { SIGNATURE_WINDOW_MS } from './signed-text.ts';

/** Signature of a call, as far as needed to accept it once. */
export interface CallSignature {
  /** Milliseconds since 1970. */
  time: number;
  /** Digest of key and signed text, not of the signature: one text may have many valid signatures. */
  digest: string;
}

/** Ten seconds of more requests than any installation receives. Beyond it nothing is dropped: new ones are refused. */
const MAX_STORED = 500_000;

/**
 * Signatures used in this process. Each is remembered while its time is within the window, so that it is accepted
 * once; the window is checked in the same step, because a call may have taken long to get here.
 */
export class UsedSignatures {
  readonly #clock: Clock;
  /** Time until which each is within the window. */
  readonly #used = new Map<string, number>();
  #refusedUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Starts checking here what another process checked before: refuses signatures with a time up to a window from
   * now, since they may have been used there.
   */
  startChecking(): void {
    this.#refusedUntil = this.#clock.now() + SIGNATURE_WINDOW_MS;
  }

  /** TIMESTAMP_OUT_OF_WINDOW; SIGNATURE_USED; SERVICE_UNAVAILABLE: it may have been used in another process. */
  useOnce({ time, digest }: CallSignature): void {
    const now = this.#clock.now();
    assertWithinWindow(time, now);
    if (time <= this.#refusedUntil) throw new AppError('SERVICE_UNAVAILABLE');
    this.#removeExpired(now);
    if (this.#used.has(digest)) throw new AppError('SIGNATURE_USED');
    if (this.#used.size >= MAX_STORED) throw new AppError('SERVICE_UNAVAILABLE');
    this.#used.set(digest, time + SIGNATURE_WINDOW_MS);
  }

  /** Insertion order nearly equals expiry order: a signature is kept a window too long at most. */
  #removeExpired(now: number): void {
    for (const [digest, expiresAt] of this.#used) {
      if (expiresAt >= now) return;
      this.#used.delete(digest);
    }
  }
}

/** TIMESTAMP_OUT_OF_WINDOW (`serverTime`, `window`). */
export function assertWithinWindow(time: number, now: number): void {
  if (!(Math.abs(now - time) <= SIGNATURE_WINDOW_MS))
    throw new AppError('TIMESTAMP_OUT_OF_WINDOW', { data: { serverTime: now, window: SIGNATURE_WINDOW_MS } });
}
