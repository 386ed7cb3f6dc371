import type { AlarmKind, AlarmSeverity } from '@sarraf/domain/contracts';

/** One problem found by a check. */
export interface AlarmFinding {
  kind: AlarmKind;
  /** The affected thing; empty: there is only one. */
  subject: string;
  /** In the unit of the kind: minutes, days, percent, a count. */
  figure?: number;
  /** Unset: the kind's own. It only increases while the alarm lasts. */
  severity?: AlarmSeverity;
}

/** Conditions that are checked together: a check is bounded, and takes no lock. */
export interface AlarmCheck {
  readonly name: string;
  readonly everyMs: number;
  /**
   * Returns all present problems; throws when they can't be determined, which does not mean that there are none.
   * `memory` is the returned value of the last check, null at first; it is stored for the next one, in any worker.
   */
  look(memory: unknown): Promise<{ findings: AlarmFinding[]; memory?: unknown }>;
}

/** Message about one alarm to a configured address. */
export interface AlarmCall {
  /** Id of this message: recipients recognise duplicates by it. */
  id: string;
  alarm: string;
  kind: AlarmKind;
  subject: string;
  figure: number | null;
  severity: AlarmSeverity;
  step: number;
  /** ISO 8601. */
  raisedAt: string;
}

/** Channel to a configured address. */
export interface AlarmChannel {
  /** Maximum number of alarms per call. */
  readonly atOnce: number;
  /**
   * Rejects when it was not accepted: with TryLaterError if it may be tried again at a known time, with Undeliverable if
   * it never will be.
   */
  send(alarms: readonly AlarmCall[], text: string): Promise<void>;
}

/** Not now; try again after this many seconds. */
export class TryLaterError extends Error {
  override readonly name = 'TryLaterError';
  readonly seconds: number;
  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}
