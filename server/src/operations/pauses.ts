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
import { readTexts } from './texts.ts';

/** Checks each need in turn, and names the first that is paused. */
export const createRefusePaused =
  (closures: ServiceRestrictions): AssertNotPaused =>
  (needs, now) => {
    for (const need of needs) {
      const pause = closures.pauseOf(need, now);
      if (pause === null) continue;
      const { scope, name, endsAt } = pause;
      throw new AppError('PAUSED', {
        data: { scope, name, until: endsAt?.toISOString() ?? null, ...retryAfterUntil(endsAt, now) },
      });
    }
  };

export interface Pauses {
  /**
   * PAUSED: the contract's feature is paused. It also applies to the customer accounts of staff, but not to their
   * actions as staff.
   */
  judge(endpoint: Endpoint): void;
  /**
   * Starts or changes a pause. NOT_FOUND: there is no such thing; BAD_REQUEST: blank texts, an end in the past or
   * before the start; CONFLICT.
   */
  save(staffId: string, one: Pausable, asked: BodyOf<typeof savePause>): Promise<PauseRow>;
  /** Ends a pause. NOT_FOUND; CONFLICT: changed since `version`, or over. */
  end(staffId: string, one: Pausable, asked: { version: number; reason: string }): Promise<void>;
}

export function createPauses({ clock, ledger, closures, refusePaused }: OperationsDeps): Pauses {
  return {
    judge({ feature }) {
      if (typeof feature === 'string') refusePaused(pausablesForFeature(feature), clock.now());
    },
    async save(staffId, one, { version, text, beginsAt, endsAt, reason }) {
      if (!isPausable(one)) throw new AppError('NOT_FOUND');
      const { fa, en, faults } = readTexts(text);
      const [begin, end] = [readTime(beginsAt), readTime(endsAt)];
      if (begin && Number.isNaN(begin.getTime())) faults.push('beginsAt');
      const first = Math.max(begin?.getTime() ?? 0, clock.now());
      if (end && !(end.getTime() > first)) faults.push('endsAt');
      if (faults.length > 0) throw new AppError('BAD_REQUEST', { errors: faults });
      return closures.change(ledger, async (tx, now) => {
        await lockPauses(tx);
        const before = await readPause(tx, one);
        const current = isOver(before, now) ? null : before;
        if ((current?.version ?? 0) !== version) throw new AppError('CONFLICT');
        const row: PauseRow = {
          ...one,
          version: (before?.version ?? 0) + 1,
          fa,
          en,
          beginsAt: begunOf(current, begin, now),
          endsAt: end,
          changedBy: staffId,
        };
        await writePause(tx, row, now);
        const detail = {
          what: `${one.scope} ${one.name}`,
          text: `${fa} / ${en}`,
          beginsAt: row.beginsAt.toISOString(),
          endsAt: end?.toISOString() ?? '',
          reason,
        };
        const action = current ? 'pause changed' : 'pause begun';
        await appendAudit(tx, { actorId: staffId, action, subjectId: null, detail }, now);
        return row;
      });
    },
    async end(staffId, one, { version, reason }) {
      if (!isPausable(one)) throw new AppError('NOT_FOUND');
      await closures.change(ledger, async (tx, now) => {
        await lockPauses(tx);
        const row = await readPause(tx, one);
        if (row === null || isOver(row, now) || row.version !== version) throw new AppError('CONFLICT');
        const beginsAt = new Date(Math.min(row.beginsAt.getTime(), now.getTime()));
        const ended = { ...row, version: version + 1, beginsAt, endsAt: now, changedBy: staffId };
        await writePause(tx, ended, now);
        const detail = { what: `${one.scope} ${one.name}`, reason };
        await appendAudit(tx, { actorId: staffId, action: 'pause ended', subjectId: null, detail }, now);
      });
    },
  };
}

const readTime = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Returns the start: never in the past; a pause that has started continues, unless it is moved to a later time. */
function begunOf(current: PauseRow | null, asked: Date | null, now: Date): Date {
  if (asked !== null && asked > now) return asked;
  return current !== null && current.beginsAt < now ? current.beginsAt : now;
}

const isOver = (row: PauseRow | null, now: Date): boolean =>
  row !== null && row.endsAt !== null && row.endsAt <= now;
