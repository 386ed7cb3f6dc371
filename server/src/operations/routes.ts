import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Http } from '../platform/http/http.ts';
import { retryFailedJob } from '../platform/jobs/jobs.ts';
import type { OperationsDeps } from './deps.ts';
import type { MaintenanceMode } from './maintenance.ts';
import type { FeaturePauses } from './pauses.ts';
import { readOperationsView, staffMaintenanceDto, staffPauseDtos } from './view.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(
  http: Http,
  deps: OperationsDeps,
  { maintenance, pauses }: { maintenance: MaintenanceMode; pauses: FeaturePauses },
): void {
  http.route(contract.maintenance, async () => ({ ...OK, baseDTO: deps.closures.now() }));
  http.route(contract.readOperations, async () => ({ ...OK, baseDTO: await readOperationsView(deps) }));
  http.route(contract.beginMaintenance, async ({ caller, body }) => {
    const row = await maintenance.startMaintenance(caller.userId, body);
    return { ...OK, baseDTO: await staffMaintenanceDto(deps, row) };
  });
  http.route(contract.endMaintenance, async ({ caller, body }) => {
    const row = await maintenance.endMaintenance(caller.userId, body);
    return { ...OK, baseDTO: await staffMaintenanceDto(deps, row) };
  });
  http.route(contract.savePause, async ({ caller, params, body }) => {
    const row = await pauses.savePause(caller.userId, params, body);
    const [baseDTO] = await staffPauseDtos(deps, [row]);
    if (!baseDTO) throw new Error('a pause without its row');
    return { ...OK, baseDTO };
  });
  http.route(contract.endPause, async ({ caller, params, body }) => {
    await pauses.endPause(caller.userId, params, body);
    return OK;
  });
  http.route(contract.retryJob, async ({ caller, params, body }) => {
    await requeueFailedJob(deps, caller.userId, params.id, body.reason);
    return { ...OK, baseDTO: await readOperationsView(deps) };
  });
}

/** Retries a failed job. NOT_FOUND: there is no such job, it has never failed, or it is running. */
async function requeueFailedJob(
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
