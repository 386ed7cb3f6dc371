/**
 * The load's requests and their outcomes, recorded like Jepsen does: invoked, then ok, fail, or unknown until a
 * repeat tells.
 */

export type LoadOperationKind = 'order' | 'cancel' | 'deposit' | 'paid' | 'withdrawal' | 'withdrawal cancel';

export interface Operation {
  readonly kind: LoadOperationKind;
  /** Idempotency key, unique per operation. */
  readonly key: string;
  /** For an order: its type, and its amount in smallest units. */
  readonly type?: string;
  readonly units?: bigint;
  end: 'unknown' | 'ok' | 'fail';
  /** Id of the created object, or of the object it is about. */
  id?: string;
}

export class OperationHistory {
  readonly operations: Operation[] = [];
  /** Counts of response statuses; 0: no response. */
  readonly statuses = new Map<number, number>();
  /** Requests whose first attempt had no response. */
  unknowns = 0;

  invoke(operation: Omit<Operation, 'end'>): Operation {
    const invoked: Operation = { ...operation, end: 'unknown' };
    this.operations.push(invoked);
    return invoked;
  }

  recordReply(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  countOutcomes(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { kind, end } of this.operations)
      counts[`${kind} ${end}`] = (counts[`${kind} ${end}`] ?? 0) + 1;
    return counts;
  }
}
