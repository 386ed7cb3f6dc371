import { Refusal } from '@sarraf/domain';
import type { Plan } from './batch.ts';
import type { Lease } from './lease.ts';
import type { Command } from './types.ts';

/** A command that waits for its answer. */
export interface Entry {
  command: Command;
  resolve(reply: string): void;
  reject(error: Error): void;
}

/** A batch on its way to the database. */
export interface Flight {
  entries: Entry[];
  plan: Plan;
  /** The head's number it was decided on; committed when the head is beyond. */
  number: bigint;
  state: 'flying' | 'done' | 'failed';
  error?: unknown;
}

export const hasCommitted = (flight: Flight, head: Lease): boolean =>
  !flight.plan.empty && flight.number < head.batch;

/** Gives each command what the plan has for it. */
export function deliver({ entries, plan }: Flight): void {
  entries.forEach((entry, i) => {
    const outcome = plan.outcomes[i];
    if (typeof outcome === 'string') entry.resolve(outcome);
    else entry.reject(outcome ?? new Refusal('INTERNAL_SERVER_ERROR'));
  });
}
