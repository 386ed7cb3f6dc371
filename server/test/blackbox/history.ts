/** What the load asked for and was told, as Jepsen keeps it: invoked, then ok, fail, or unknown until a repeat says. */

export type Kind = 'order' | 'cancel' | 'deposit' | 'paid' | 'withdrawal' | 'withdrawal cancel';

export interface Operation {
  readonly kind: Kind;
  /** Its idempotency key; no two have the same. */
  readonly key: string;
  /** Of an order: its type, and its amount in smallest units. */
  readonly type?: string;
  readonly units?: bigint;
  end: 'unknown' | 'ok' | 'fail';
  /** Of what it made, or what it is about. */
  id?: string;
}

export class History {
  readonly operations: Operation[] = [];
  /** Statuses that were answered, how often; 0: nobody answered. */
  readonly statuses = new Map<number, number>();
  /** Of them, those whose first try had no answer. */
  unknowns = 0;

  invoke(operation: Omit<Operation, 'end'>): Operation {
    const invoked: Operation = { ...operation, end: 'unknown' };
    this.operations.push(invoked);
    return invoked;
  }

  answered(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { kind, end } of this.operations)
      counts[`${kind} ${end}`] = (counts[`${kind} ${end}`] ?? 0) + 1;
    return counts;
  }
}
