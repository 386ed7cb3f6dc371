import { AppError } from '@sarraf/domain';
import type { Log } from '../platform/log.ts';
import type { BatchPlan, CommandOutcome } from './batch.ts';
import type { Lease } from './lease.ts';
import type { Account, BatchReport, Command, CommandTraces } from './types.ts';

/** A command that waits for its answer. */
export interface QueuedCommand {
  readonly command: Command;
  /** Owner and key in one. */
  readonly key: string | null;
  resolve(reply: string): void;
  reject(error: Error): void;
  /** Accounts beside its own that its last try came upon. */
  wants: readonly Account[];
  /** Nothing was kept for its key when it was looked up; only this entry can have changed that since. */
  keyIsNew: boolean;
  tries: number;
  /** Of whoever follows it; undefined: nobody does. */
  mark: unknown;
}

/** A batch on its way to the database. */
export interface InFlightBatch {
  entries: readonly QueuedCommand[];
  /** What each entry gets. */
  outcomes: readonly CommandOutcome[];
  plan: BatchPlan;
  /** Of the chain, once it was sent. */
  mac?: Buffer;
  /** When its commands left the queue, as `performance.now()` tells; 0: nobody follows any. */
  takenAt: number;
  state: 'flying' | 'done' | 'failed';
  error?: unknown;
}

/**
 * Those of the flights, in their order, that the head has: up to the one whose MAC it bears. A number would not do: whoever
 * writes to the database can set it on, and what never was written would be answered.
 */
export function committedOf(flights: readonly InFlightBatch[], { mac }: Pick<Lease, 'mac'>): InFlightBatch[] {
  const last = flights.findLastIndex((flight) => flight.mac !== undefined && mac?.equals(flight.mac));
  return flights.slice(0, last + 1).filter(({ plan }) => !plan.empty);
}

/** How often a command may come upon accounts that aren't loaded; a match can't need more in earnest. */
const MOST_TRIES = 100;

/** Those of the plan that get an answer from it, and those that must be decided again. */
export function splitByOutcome(all: readonly QueuedCommand[], { outcomes }: BatchPlan) {
  const answered: { entries: QueuedCommand[]; outcomes: CommandOutcome[] } = { entries: [], outcomes: [] };
  const again: QueuedCommand[] = [];
  all.forEach((entry, i) => {
    const outcome = outcomes[i] as CommandOutcome;
    if (!('missing' in outcome)) {
      answered.entries.push(entry);
      answered.outcomes.push(outcome);
      return;
    }
    entry.wants = [...entry.wants, ...outcome.missing];
    entry.tries += 1;
    if (entry.tries < MOST_TRIES) again.push(entry);
    else entry.reject(new AppError('SERVICE_UNAVAILABLE'));
  });
  return { answered, again };
}

/** Tells whoever follows some of its commands how it went. */
export function reportTo(
  traces: CommandTraces,
  { entries, takenAt }: InFlightBatch,
  written: BatchReport['written'],
): void {
  const marks = entries.flatMap(({ mark }) => (mark === undefined ? [] : [mark]));
  if (marks.length > 0) traces.onBatch({ marks, commands: entries.length, takenAt, written });
}

/** Gives each command what the plan has for it. */
export function deliver({ entries, outcomes }: InFlightBatch, log: Log): void {
  entries.forEach((entry, i) => {
    answer(entry, outcomes[i] as CommandOutcome, log);
  });
}

function answer(entry: QueuedCommand, outcome: CommandOutcome, log: Log): void {
  if ('error' in outcome) return entry.reject(outcome.error);
  if ('missing' in outcome) return entry.reject(new AppError('INTERNAL_SERVER_ERROR'));
  try {
    outcome.durable?.();
  } catch (err) {
    log.error({ area: 'ledger', err }, 'what follows a settled command failed');
  }
  entry.resolve(outcome.reply);
}
