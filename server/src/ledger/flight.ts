import { AppError } from '@sarraf/domain';
import type { Log } from '../platform/log.ts';
import type { BatchPlan, CommandOutcome } from './batch.ts';
import type { Lease } from './lease.ts';
import type { Account, BatchReport, Command, CommandTraces } from './types.ts';

/** A command that waits for its outcome. */
export interface QueuedCommand {
  readonly command: Command;
  /** Owner and idempotency key joined. */
  readonly key: string | null;
  resolve(reply: string): void;
  reject(error: Error): void;
  /** Further accounts that its last attempt needed. */
  wants: readonly Account[];
  /** No reply was stored for its key when it was looked up; only this entry can have stored one since. */
  keyIsNew: boolean;
  tries: number;
  /** Trace mark of the caller; undefined: the command is not traced. */
  mark: unknown;
}

/** A batch that was sent to the database and isn't confirmed yet. */
export interface InFlightBatch {
  entries: readonly QueuedCommand[];
  /** Outcome of each entry. */
  outcomes: readonly CommandOutcome[];
  plan: BatchPlan;
  /** MAC of the chain after this batch, once it was sent. */
  mac?: Buffer;
  /** When its commands left the queue, by `performance.now()`; 0: none is traced. */
  takenAt: number;
  state: 'flying' | 'done' | 'failed';
  error?: unknown;
}

/**
 * Returns the flights, in order, that the head contains: up to the one whose MAC it has. A number would not do: an
 * attacker with write access to the database can increase it, and commands that were never written would be
 * acknowledged.
 */
export function listCommitted(
  flights: readonly InFlightBatch[],
  { mac }: Pick<Lease, 'mac'>,
): InFlightBatch[] {
  const last = flights.findLastIndex((flight) => flight.mac !== undefined && mac?.equals(flight.mac));
  return flights.slice(0, last + 1).filter(({ plan }) => !plan.empty);
}

/** Attempts of a command that keeps needing accounts that aren't loaded; no legitimate match needs more. */
const MAX_ATTEMPTS = 100;

/** Splits the commands of a plan into those that get their outcome from it and those that must be decided again. */
export function splitByOutcome(entries: readonly QueuedCommand[], { outcomes }: BatchPlan) {
  const decided: { entries: QueuedCommand[]; outcomes: CommandOutcome[] } = { entries: [], outcomes: [] };
  const undecided: QueuedCommand[] = [];
  entries.forEach((entry, i) => {
    const outcome = outcomes[i] as CommandOutcome;
    if (!('missing' in outcome)) {
      decided.entries.push(entry);
      decided.outcomes.push(outcome);
      return;
    }
    entry.wants = [...entry.wants, ...outcome.missing];
    entry.tries += 1;
    if (entry.tries < MAX_ATTEMPTS) undecided.push(entry);
    else entry.reject(new AppError('SERVICE_UNAVAILABLE'));
  });
  return { answered: decided, again: undecided };
}

/** Reports the outcome of a batch to the traces of its marked commands. */
export function reportBatch(
  traces: CommandTraces,
  { entries, takenAt }: InFlightBatch,
  written: BatchReport['written'],
): void {
  const marks = entries.flatMap(({ mark }) => (mark === undefined ? [] : [mark]));
  if (marks.length > 0) traces.onBatch({ marks, commands: entries.length, takenAt, written });
}

/** Settles the promise of each command with its outcome in the plan. */
export function deliverOutcomes({ entries, outcomes }: InFlightBatch, log: Log): void {
  entries.forEach((entry, i) => {
    settlePromise(entry, outcomes[i] as CommandOutcome, log);
  });
}

function settlePromise(entry: QueuedCommand, outcome: CommandOutcome, log: Log): void {
  if ('error' in outcome) return entry.reject(outcome.error);
  if ('missing' in outcome) return entry.reject(new AppError('INTERNAL_SERVER_ERROR'));
  try {
    outcome.durable?.();
  } catch (err) {
    log.error({ area: 'ledger', err }, 'callback after a settled command failed');
  }
  entry.resolve(outcome.reply);
}
