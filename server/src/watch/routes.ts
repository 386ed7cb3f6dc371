import { AppError } from '@sarraf/domain';
import {
  acknowledgeViolation,
  type LedgerAuditView,
  type LedgerCheck,
  ledgerCheck,
  readLedgerAudit,
} from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Http } from '../platform/http/http.ts';
import { isId } from '../platform/ids.ts';
import { listReplicaStates } from '../platform/reads/reads.ts';
import { ALL_LAWS } from './check-everything.ts';
import type { WatchDeps } from './deps.ts';
import { readProgress } from './state.ts';
import {
  isAcknowledged,
  listViolations,
  lockViolation,
  type StoredViolation,
  saveAcknowledgement,
} from './store.ts';

const OK = { status: 'OK', message: 'OK' } as const;
const MAX_LISTED = 100;

type Deps = Pick<WatchDeps, 'db' | 'clock' | 'booksKey' | 'emailsOf' | 'followerProgress'>;

export function addRoutes(http: Http, deps: Deps, check: () => Promise<LedgerCheck>): void {
  http.route(ledgerCheck, async () => ({ ...OK, baseDTO: await check() }));
  http.route(readLedgerAudit, async () => ({ ...OK, baseDTO: await readAuditDto(deps) }));
  http.route(acknowledgeViolation, async ({ caller, params, body }) => {
    await acknowledgeById(deps, caller.userId, params.id, body.reason);
    return { ...OK, baseDTO: await readAuditDto(deps) };
  });
}

/** Acknowledges a violation. NOT_FOUND: there is none with this id; CONFLICT: it is acknowledged already. */
async function acknowledgeById(
  { db, clock, booksKey }: Deps,
  staffId: string,
  id: string,
  reason: string,
): Promise<void> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  const now = new Date(clock.now());
  await db.transaction().execute(async (tx) => {
    const violation = await lockViolation(tx, id);
    if (!violation) throw new AppError('NOT_FOUND');
    if (isAcknowledged(booksKey, violation)) throw new AppError('CONFLICT');
    await saveAcknowledgement(tx, booksKey, violation, { by: staffId, at: now, reason });
    const detail = { law: violation.law, reason };
    await appendAudit(
      tx,
      { actorId: staffId, action: 'violation acknowledged', subjectId: null, detail },
      now,
    );
  });
}

async function readAuditDto({ db, booksKey, emailsOf, followerProgress }: Deps): Promise<LedgerAuditView> {
  const [state, violations, followers] = await Promise.all([
    readProgress(db),
    listViolations(db, MAX_LISTED),
    followerProgress(),
  ]);
  const emails = await emailsOf(violations.flatMap(({ acknowledgedBy }) => acknowledgedBy ?? []));
  return {
    batch: (state?.batch ?? 0n).toString(),
    followedAt: state?.followedAt?.toISOString() ?? null,
    recheckedAt: state?.recheckedAt?.toISOString() ?? null,
    recheckMs: state?.recheckMs ?? null,
    followers: followers.map(({ name, waitingSince, upToDateAt }) => ({
      name,
      waitingSince: waitingSince?.toISOString() ?? null,
      upToDateAt: upToDateAt?.toISOString() ?? null,
    })),
    replicas: listReplicaStates(db),
    laws: [...ALL_LAWS],
    violations: violations.map((violation) => toViolationDto(booksKey, violation, emails)),
  };
}

function toViolationDto(
  booksKey: Buffer,
  violation: StoredViolation,
  emails: ReadonlyMap<string, string>,
): LedgerAuditView['violations'][number] {
  const { id, law, detail, foundAt, lastFoundAt, acknowledgedBy, acknowledgedAt, reason } = violation;
  return {
    id,
    law,
    detail: JSON.stringify(detail),
    foundAt: foundAt.toISOString(),
    lastFoundAt: lastFoundAt.toISOString(),
    acknowledged:
      isAcknowledged(booksKey, violation) && acknowledgedAt !== null
        ? {
            by: emails.get(acknowledgedBy ?? '') ?? '',
            at: acknowledgedAt.toISOString(),
            reason: reason ?? '',
          }
        : null,
  };
}
