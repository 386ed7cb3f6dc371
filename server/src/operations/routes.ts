import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Http } from '../platform/http/http.ts';
import { retryFailedJob } from '../platform/jobs/jobs.ts';
import type { OperationsDeps } from './deps.ts';
import type { MaintenanceMode } from './maintenance.ts';
import type { Pauses } from './pauses.ts';
import { staffMaintenanceOf, staffPausesOf, viewOf } from './view.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(
  http: Http,
  deps: OperationsDeps,
  { maintenance, pauses }: { maintenance: MaintenanceMode; pauses: Pauses },
): void {
  http.route(contract.maintenance, async () => ({ ...OK, baseDTO: deps.closures.now() }));
  http.route(contract.readOperations, async () => ({ ...OK, baseDTO: await viewOf(deps) }));
  http.route(contract.beginMaintenance, async ({ caller, body }) => {
    const row = await maintenance.begin(caller.userId, body);
    return { ...OK, baseDTO: await staffMaintenanceOf(deps, row) };
  });
  http.route(contract.endMaintenance, async ({ caller, body }) => {
    const row = await maintenance.end(caller.userId, body);
    return { ...OK, baseDTO: await staffMaintenanceOf(deps, row) };
  });
  http.route(contract.savePause, async ({ caller, params, body }) => {
    const row = await pauses.save(caller.userId, params, body);
    const [baseDTO] = await staffPausesOf(deps, [row]);
    if (!baseDTO) throw new Error('a pause without its row');
    return { ...OK, baseDTO };
  });
  http.route(contract.endPause, async ({ caller, params, body }) => {
    await pauses.end(caller.userId, params, body);
    return OK;
  });
  http.route(contract.retryJob, async ({ caller, params, body }) => {
    await retry(deps, caller.userId, params.id, body.reason);
    return { ...OK, baseDTO: await viewOf(deps) };
  });
}

/** Retries a failed job. NOT_FOUND: there is no such job, it has never failed, or it is running. */
async function retry(
  { db, clock }: OperationsDeps,
  staffId: string,
  id: string,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const job = await retryFailedJob(tx, id);
    if (job === null) throw new AppError('NOT_FOUND');
    const entry = { actorId: staffId, action: 'job retried', subjectId: null, detail: { job, id, reason } };
    await appendAudit(tx, entry, new Date(clock.now()));
  });
}
