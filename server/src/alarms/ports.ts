import type { AlarmKind, AlarmSeverity } from '@sarraf/domain/contracts';

/** One thing that a look found wrong. */
export interface AlarmFinding {
  kind: AlarmKind;
  /** With what; empty: there is but one. */
  subject: string;
  /** In the unit of the kind: minutes, days, percent, a count. */
  figure?: number;
  /** Unset: the kind's own. It only grows while the alarm lasts. */
  severity?: AlarmSeverity;
}

/** Conditions that are looked at together: a look is bounded, and takes no lock. */
export interface AlarmCheck {
  readonly name: string;
  readonly everyMs: number;
  /**
   * All that is wrong now; throws where it can't be known, which is no sign that all is well. `memory` is what the last look
   * left, null at first; what is answered is kept for the next one, whichever worker takes it.
   */
  look(memory: unknown): Promise<{ findings: AlarmFinding[]; memory?: unknown }>;
}

/** What an address of the settings is told of one alarm. */
export interface AlarmCall {
  /** Of this message: whoever gets the same one twice knows it by it. */
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

/** The way to an address of the settings. */
export interface AlarmChannel {
  /** Of how many alarms it may be told at once. */
  readonly atOnce: number;
  /** Rejects where it was not accepted: with TryLater where it says when, with Undeliverable where it never will be. */
  call(alarms: readonly AlarmCall[], text: string): Promise<void>;
}

/** Not now; in so many seconds. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly seconds: number;
  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}
