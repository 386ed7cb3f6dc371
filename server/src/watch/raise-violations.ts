import { MINUTE_MS } from '@sarraf/domain';
import type { Violation } from '../audit/index.ts';
import type { WatchDeps } from './deps.ts';
import type { WitnessMessage } from './ports.ts';
import { isAcknowledged, type StoredViolation, saveViolation } from './store.ts';

/** Staff is notified again at this interval until a violation is acknowledged. */
const NOTIFY_INTERVAL_MS = 60 * MINUTE_MS;

/**
 * Handles violations: stops all outgoing payments first, then records them and notifies staff and witnesses.
 * Violations that an admin has acknowledged stop nothing.
 */
export function createViolationReporter(deps: WatchDeps) {
  const { db, clock, log, booksKey } = deps;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  return async (violations: readonly Violation[]): Promise<void> => {
    const now = clock.now();
    const unacknowledged: Violation[] = [];
    for (const violation of violations) {
      const stored = await db
        .transaction()
        .execute((tx) => saveViolation(tx, violation, new Date(now)))
        .catch((err: unknown) => {
          log.error({ area: 'watch', err }, 'a violation could not be recorded');
          return null;
        });
      if (stored !== null && isAcknowledged(booksKey, stored)) continue;
      unacknowledged.push(violation);
      if (stored === null || isNew(stored)) reportNew(violation);
    }
    const [first] = unacknowledged;
    if (!first) return;
    // An unreachable signer must not keep staff from being notified; it is called again with the next round.
    await deps.halt(first.law).catch((err: unknown) => {
      log.error(
        { area: 'watch', event: 'not halted', err },
        'outgoing payments could not be stopped everywhere',
      );
    });
    if (now - notifiedAt < NOTIFY_INTERVAL_MS) return;
    await db.transaction().execute((tx) => deps.tellStaff(tx, first.law));
    notifiedAt = now;
  };

  function reportNew({ law, row }: Violation): void {
    log.error({ area: 'watch', event: 'violation', law, row }, 'a law of the ledger is violated');
    notifyWitnesses(deps, { kind: 'violation', law, detail: row, at: new Date(clock.now()).toISOString() });
  }
}

const isNew = ({ foundAt, lastFoundAt }: StoredViolation): boolean =>
  foundAt.getTime() === lastFoundAt.getTime();

/** Sent without waiting. */
export function notifyWitnesses({ witnesses, log }: WatchDeps, message: WitnessMessage): void {
  for (const { name, send } of witnesses)
    send(message).catch((err: unknown) => {
      log.warn({ area: 'watch', witness: name, err }, 'a witness was not reached');
    });
}
