import type { Pausable } from '@sarraf/domain';
import type { Maintenance } from '@sarraf/domain/contracts';
import type { Ledger } from '../ledger/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { type MaintenanceRow, type PauseRow, readMaintenance, readPauses } from './store.ts';

/** Reread interval, for bus messages that were lost and changes made directly in the database. */
const REREAD_MS = 5_000;
/**
 * How soon listeners are notified of a pause that started or ended by time; requests are checked at the exact
 * moment.
 */
const TIME_CHECK_MS = 1_000;

/** Features closed to customers, in memory of each process: everything (maintenance) or parts (pauses). */
export interface ServiceRestrictions {
  currentMaintenance(): MaintenanceRow | null;
  /** Returns the pause of exactly this, if it is in force at this moment, milliseconds since 1970. */
  findPause(one: Pausable, at: number): PauseRow | null;
  /** Returns the public state. */
  now(): Maintenance;
  /**
   * Changes it in a transaction. This process is the ledger writer, and from now on also refuses forwarded
   * requests; what it accepted before is durable when this resolves. The other processes refuse as soon as they get
   * the message.
   */
  runChange<T>(ledger: Pick<Ledger, 'submit'>, work: (tx: Tx, now: Date) => Promise<T>): Promise<T>;
  /** Calls the listener for each change of the public state, wherever it was made, or caused by time alone. */
  subscribeToChanges(listener: (now: Maintenance) => void): void;
  start(): void;
  stop(): void;
}

interface ServiceRestrictionsOptions {
  db: Db;
  clock: Clock;
  bus: Bus;
  log: Log;
}

/** Reads the database, so that restrictions hold from the first request after a start. */
export async function createServiceRestrictions({
  db,
  clock,
  bus,
  log,
}: ServiceRestrictionsOptions): Promise<ServiceRestrictions> {
  const listeners: ((now: Maintenance) => void)[] = [];
  const readState = async () => {
    const [maintenance, rows] = await Promise.all([
      readMaintenance(db),
      readPauses(db, new Date(clock.now())),
    ]);
    return { maintenance, pauses: new Map(rows.map((row) => [pausableKey(row), row])) };
  };
  let restrictions = await readState();
  let publishedText = '';
  let lastRead: Promise<void> = Promise.resolve();
  const timers: NodeJS.Timeout[] = [];

  const now = (): Maintenance => {
    const at = clock.now();
    const { maintenance, pauses } = restrictions;
    const paused = [...pauses.values()].filter((row) => isInForce(row, at)).map(pauseDto);
    const on = maintenance?.on;
    return {
      isOn: on != null,
      text: on ? { fa: on.fa, en: on.en } : null,
      expectedEnd: on?.expectedEnd?.toISOString() ?? null,
      paused,
    };
  };

  function publishIfChanged(): void {
    const state = now();
    const text = JSON.stringify(state);
    if (text === publishedText) return;
    publishedText = text;
    for (const listener of listeners) listener(state);
  }
  publishIfChanged();

  /** Sequential, so that the last read wins. While it can't be read, the known state remains. */
  const rereadState = (): Promise<void> => {
    lastRead = lastRead
      .catch(() => {})
      .then(async () => {
        restrictions = await readState();
        publishIfChanged();
      });
    return lastRead;
  };
  const handleChangeMessage = () => {
    rereadState().catch((err: unknown) =>
      log.warn({ area: 'maintenance', err }, 'maintenance and pauses could not be reread'),
    );
  };
  const unsubscribers = [
    bus.subscribe('maintenance', handleChangeMessage),
    bus.subscribe('missed', handleChangeMessage),
  ];

  return {
    currentMaintenance: () => restrictions.maintenance,
    findPause(pausable, at) {
      const row = restrictions.pauses.size === 0 ? undefined : restrictions.pauses.get(pausableKey(pausable));
      return row && isInForce(row, at) ? row : null;
    },
    now,
    async runChange(ledger, work) {
      const changed = await db.transaction().execute((tx) => work(tx, new Date(clock.now())));
      await rereadState();
      bus.publish('maintenance', { at: clock.now() });
      await ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });
      return changed;
    },
    subscribeToChanges(listener) {
      listeners.push(listener);
    },
    start() {
      timers.push(
        setInterval(handleChangeMessage, REREAD_MS).unref(),
        setInterval(publishIfChanged, TIME_CHECK_MS).unref(),
      );
    },
    stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const unsubscribe of unsubscribers) unsubscribe();
    },
  };
}

const pausableKey = ({ scope, name }: Pausable): string => `${scope} ${name}`;

const isInForce = ({ beginsAt, endsAt }: PauseRow, at: number): boolean =>
  beginsAt.getTime() <= at && (endsAt === null || at < endsAt.getTime());

const pauseDto = ({ scope, name, fa, en, endsAt }: PauseRow) => ({
  scope,
  name,
  text: { fa, en },
  endsAt: endsAt?.toISOString() ?? null,
});
