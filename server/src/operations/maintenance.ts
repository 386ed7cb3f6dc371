import { Refusal } from '@sarraf/domain';
import { type Endpoint, type Maintenance, pausesInMaintenance } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/admit.ts';
import type { OperationsDeps } from './deps.ts';
import { lockMaintenance, type MaintenanceRow, readMaintenance, writeMaintenance } from './store.ts';

/** Where a message of the bus was lost, or a change was made past all processes, it holds after so long. */
const REREAD_MS = 5_000;

export interface MaintenanceMode {
  /** From memory. */
  now(): Maintenance;
  /** MAINTENANCE (`retryAfter`): this may not be begun now. Staff may do all that they may. */
  judge(endpoint: Endpoint, caller: Caller | undefined): void;
  /** BAD_REQUEST: a text of blanks, or an end that is past; CONFLICT: changed since `version`. */
  begin(staffId: string, asked: MaintenanceAsked): Promise<MaintenanceRow>;
  /** CONFLICT: changed since `version`, or it is not on. */
  end(staffId: string, asked: { version: number; reason: string }): Promise<MaintenanceRow>;
  /** Told of each change, wherever it was made. */
  onChange(listener: (now: Maintenance) => void): void;
  start(): void;
  stop(): void;
}

export interface MaintenanceAsked {
  version: number;
  text: { fa: string; en: string };
  expectedEnd: string | null;
  reason: string;
}

/** Reads the database, so that it holds from the first request after a start. */
export async function createMaintenance(deps: OperationsDeps): Promise<MaintenanceMode> {
  const { db, clock, bus, log } = deps;
  const listeners: ((now: Maintenance) => void)[] = [];
  let row = await readMaintenance(db);
  let reading: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** One after another, so that what was read last is what counts. While it can't be read, what was known goes on. */
  const reread = (): Promise<void> => {
    reading = reading
      .catch(() => {})
      .then(async () => {
        const was = row?.version;
        row = await readMaintenance(db);
        if (row?.version !== was) for (const tell of listeners) tell(maintenanceOf(row));
      });
    return reading;
  };
  const onNews = () => {
    reread().catch((err: unknown) => log.warn({ area: 'maintenance', err }, 'maintenance not read anew'));
  };
  const stops = [bus.subscribe('maintenance', onNews), bus.subscribe('missed', onNews)];

  /**
   * This process settles the books, and refuses from now on what comes from any other; what it took before is durable when
   * this is answered. The others refuse by themselves as soon as they hear of it.
   */
  async function change(
    staffId: string,
    { version, reason }: { version: number; reason: string },
    decide: (
      row: MaintenanceRow | null,
      now: Date,
    ) => { on: MaintenanceRow['on']; action: string; detail: object },
  ): Promise<MaintenanceRow> {
    const changed = await db.transaction().execute(async (tx: Tx) => {
      const before = await lockMaintenance(tx);
      if ((before?.version ?? 0) !== version) throw new Refusal('CONFLICT');
      const now = new Date(clock.now());
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
    await reread();
    bus.publish('maintenance', { at: clock.now() });
    await deps.ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });
    return changed;
  }

  return {
    now: () => maintenanceOf(row),
    judge(endpoint, caller) {
      if (!row?.on || !pausesInMaintenance(endpoint)) return;
      if (caller !== undefined && caller.staffRoles.length > 0) return;
      throw refusalOf(row.on.expectedEnd, clock.now());
    },
    begin(staffId, { version, text, expectedEnd, reason }) {
      const [fa, en] = [text.fa.trim(), text.en.trim()];
      const faults = [...(fa === '' ? ['text.fa'] : []), ...(en === '' ? ['text.en'] : [])];
      const end = expectedEnd === null ? null : new Date(expectedEnd);
      if (end && !(end.getTime() > clock.now())) faults.push('expectedEnd');
      if (faults.length > 0) throw new Refusal('BAD_REQUEST', { errors: faults });
      return change(staffId, { version, reason }, (before, now) => ({
        on: { beganAt: before?.on?.beganAt ?? now, fa, en, expectedEnd: end },
        action: before?.on ? 'maintenance changed' : 'maintenance begun',
        detail: { text: `${fa} / ${en}`, expectedEnd: end?.toISOString() ?? '' },
      }));
    },
    end: (staffId, asked) =>
      change(staffId, asked, (before) => {
        if (!before?.on) throw new Refusal('CONFLICT');
        return { on: null, action: 'maintenance ended', detail: {} };
      }),
    onChange(listener) {
      listeners.push(listener);
    },
    start() {
      timer = setInterval(onNews, REREAD_MS).unref();
    },
    stop() {
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}

const maintenanceOf = (row: MaintenanceRow | null): Maintenance => ({
  isOn: row?.on != null,
  text: row?.on ? { fa: row.on.fa, en: row.on.en } : null,
  expectedEnd: row?.on?.expectedEnd?.toISOString() ?? null,
});

/** An end that has passed tells nobody when to come back. */
function refusalOf(expectedEnd: Date | null, now: number): Refusal {
  const left = expectedEnd === null ? 0 : Math.ceil((expectedEnd.getTime() - now) / 1000);
  return new Refusal('MAINTENANCE', left > 0 ? { data: { retryAfter: left } } : {});
}
