import { AppError } from '@sarraf/domain';
import { type Endpoint, isRefusedInMaintenance } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Caller } from '../platform/http/admit.ts';
import type { OperationsDeps } from './deps.ts';
import { lockMaintenance, type MaintenanceRow, writeMaintenance } from './store.ts';
import { validateTexts } from './texts.ts';

export interface MaintenanceMode {
  /** MAINTENANCE (`retryAfter`): the request may not start now. Staff keeps all its rights. */
  assertNotInMaintenance(endpoint: Endpoint, caller: Caller | undefined): void;
  /**
   * Starts or changes maintenance. BAD_REQUEST: a blank text, or an end in the past; CONFLICT: changed since
   * `version`.
   */
  startMaintenance(staffId: string, request: MaintenanceRequest): Promise<MaintenanceRow>;
  /** Ends maintenance. CONFLICT: changed since `version`, or it is not on. */
  endMaintenance(staffId: string, request: { version: number; reason: string }): Promise<MaintenanceRow>;
}

export interface MaintenanceRequest {
  version: number;
  text: { fa: string; en: string };
  expectedEnd: string | null;
  reason: string;
}

export function createMaintenanceMode({ clock, closures, ledger }: OperationsDeps): MaintenanceMode {
  const changeMaintenance = (
    staffId: string,
    { version, reason }: { version: number; reason: string },
    decide: (
      row: MaintenanceRow | null,
      now: Date,
    ) => { on: MaintenanceRow['on']; action: string; detail: object },
  ): Promise<MaintenanceRow> =>
    closures.runChange(ledger, async (tx, now) => {
      const before = await lockMaintenance(tx);
      if ((before?.version ?? 0) !== version) throw new AppError('CONFLICT');
      const { on, action, detail } = decide(before, now);
      const after = { version: version + 1, on, changedBy: staffId };
      await writeMaintenance(tx, after, now);
      await appendAudit(
        tx,
        { actorId: staffId, action, subjectId: null, detail: { ...detail, reason } },
        now,
      );
      return after;
    });

  return {
    assertNotInMaintenance(endpoint, caller) {
      const active = closures.currentMaintenance()?.on;
      if (!active || !isRefusedInMaintenance(endpoint)) return;
      if (caller !== undefined && caller.staffRoles.length > 0) return;
      const retryHint = retryAfterUntil(active.expectedEnd, clock.now());
      throw new AppError('MAINTENANCE', retryHint ? { data: retryHint } : {});
    },
    startMaintenance(staffId, { version, text, expectedEnd, reason }) {
      const { fa, en, errors: problems } = validateTexts(text);
      const endTime = expectedEnd === null ? null : new Date(expectedEnd);
      if (endTime && !(endTime.getTime() > clock.now())) problems.push('expectedEnd');
      if (problems.length > 0) throw new AppError('BAD_REQUEST', { errors: problems });
      return changeMaintenance(staffId, { version, reason }, (before, now) => ({
        on: { beganAt: before?.on?.beganAt ?? now, fa, en, expectedEnd: endTime },
        action: before?.on ? 'maintenance changed' : 'maintenance begun',
        detail: { text: `${fa} / ${en}`, expectedEnd: endTime?.toISOString() ?? '' },
      }));
    },
    endMaintenance: (staffId, request) =>
      changeMaintenance(staffId, request, (before) => {
        if (!before?.on) throw new AppError('CONFLICT');
        return { on: null, action: 'maintenance ended', detail: {} };
      }),
  };
}

/** Returns the seconds until then. An end in the past says nothing about when to retry. */
export function retryAfterUntil(end: Date | null, now: number): { retryAfter: number } | undefined {
  const secondsLeft = end === null ? 0 : Math.ceil((end.getTime() - now) / 1000);
  return secondsLeft > 0 ? { retryAfter: secondsLeft } : undefined;
}
