import {
  AppError,
  type AssertNotPaused,
  isPausable,
  type Pausable,
  pausablesForFeature,
} from '@sarraf/domain';
import type { BodyOf, Endpoint, savePause } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { ServiceRestrictions } from './closures.ts';
import type { OperationsDeps } from './deps.ts';
import { retryAfterUntil } from './maintenance.ts';
import { lockPauses, type PauseRow, readPause, writePause } from './store.ts';
import { validateTexts } from './texts.ts';

/** Checks each need in turn, and names the first that is paused. */
export const createRefusePaused =
  (closures: ServiceRestrictions): AssertNotPaused =>
  (needs, now) => {
    for (const need of needs) {
      const pause = closures.findPause(need, now);
      if (pause === null) continue;
      const { scope, name, endsAt } = pause;
      throw new AppError('PAUSED', {
        data: { scope, name, until: endsAt?.toISOString() ?? null, ...retryAfterUntil(endsAt, now) },
      });
    }
  };

export interface FeaturePauses {
  /**
   * PAUSED: the contract's feature is paused. It also applies to the customer accounts of staff, but not to their
   * actions as staff.
   */
  assertFeatureNotPaused(endpoint: Endpoint): void;
  /**
   * Starts or changes a pause. NOT_FOUND: there is no such thing; BAD_REQUEST: blank texts, an end in the past or
   * before the start; CONFLICT.
   */
  savePause(staffId: string, one: Pausable, request: BodyOf<typeof savePause>): Promise<PauseRow>;
  /** Ends a pause. NOT_FOUND; CONFLICT: changed since `version`, or over. */
  endPause(staffId: string, one: Pausable, request: { version: number; reason: string }): Promise<void>;
}

export function createFeaturePauses({
  clock,
  ledger,
  closures,
  refusePaused,
}: OperationsDeps): FeaturePauses {
  return {
    assertFeatureNotPaused({ feature }) {
      if (typeof feature === 'string') refusePaused(pausablesForFeature(feature), clock.now());
    },
    async savePause(staffId, pausable, { version, text, beginsAt, endsAt, reason }) {
      if (!isPausable(pausable)) throw new AppError('NOT_FOUND');
      const { fa, en, errors: problems } = validateTexts(text);
      const [beginTime, endTime] = [parseTime(beginsAt), parseTime(endsAt)];
      if (beginTime && Number.isNaN(beginTime.getTime())) problems.push('beginsAt');
      const earliestEnd = Math.max(beginTime?.getTime() ?? 0, clock.now());
      if (endTime && !(endTime.getTime() > earliestEnd)) problems.push('endsAt');
      if (problems.length > 0) throw new AppError('BAD_REQUEST', { errors: problems });
      return closures.runChange(ledger, async (tx, now) => {
        await lockPauses(tx);
        const before = await readPause(tx, pausable);
        const current = isPauseOver(before, now) ? null : before;
        if ((current?.version ?? 0) !== version) throw new AppError('CONFLICT');
        const row: PauseRow = {
          ...pausable,
          version: (before?.version ?? 0) + 1,
          fa,
          en,
          beginsAt: determineStart(current, beginTime, now),
          endsAt: endTime,
          changedBy: staffId,
        };
        await writePause(tx, row, now);
        const detail = {
          what: `${pausable.scope} ${pausable.name}`,
          text: `${fa} / ${en}`,
          beginsAt: row.beginsAt.toISOString(),
          endsAt: endTime?.toISOString() ?? '',
          reason,
        };
        const action = current ? 'pause changed' : 'pause begun';
        await appendAudit(tx, { actorId: staffId, action, subjectId: null, detail }, now);
        return row;
      });
    },
    async endPause(staffId, pausable, { version, reason }) {
      if (!isPausable(pausable)) throw new AppError('NOT_FOUND');
      await closures.runChange(ledger, async (tx, now) => {
        await lockPauses(tx);
        const row = await readPause(tx, pausable);
        if (row === null || isPauseOver(row, now) || row.version !== version) throw new AppError('CONFLICT');
        const beginsAt = new Date(Math.min(row.beginsAt.getTime(), now.getTime()));
        const endedRow = { ...row, version: version + 1, beginsAt, endsAt: now, changedBy: staffId };
        await writePause(tx, endedRow, now);
        const detail = { what: `${pausable.scope} ${pausable.name}`, reason };
        await appendAudit(tx, { actorId: staffId, action: 'pause ended', subjectId: null, detail }, now);
      });
    },
  };
}

const parseTime = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Returns the start: never in the past; a pause that has started continues, unless it is moved to a later time. */
function determineStart(current: PauseRow | null, requested: Date | null, now: Date): Date {
  if (requested !== null && requested > now) return requested;
  return current !== null && current.beginsAt < now ? current.beginsAt : now;
}

const isPauseOver = (row: PauseRow | null, now: Date): boolean =>
  row !== null && row.endsAt !== null && row.endsAt <= now;
