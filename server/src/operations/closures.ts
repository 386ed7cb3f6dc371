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
const LOOK_MS = 1_000;

/** Features closed to customers, in memory of each process: everything (maintenance) or parts (pauses). */
export interface ServiceRestrictions {
  maintenance(): MaintenanceRow | null;
  /** Returns the pause of exactly this, if it is in force at this moment, milliseconds since 1970. */
  pauseOf(one: Pausable, at: number): PauseRow | null;
  /** Returns the public state. */
  now(): Maintenance;
  /**
   * Changes it in a transaction. This process is the ledger writer, and from now on also refuses forwarded
   * requests; what it accepted before is durable when this resolves. The other processes refuse as soon as they get
   * the message.
   */
  change<T>(ledger: Pick<Ledger, 'submit'>, work: (tx: Tx, now: Date) => Promise<T>): Promise<T>;
  /** Calls the listener for each change of the public state, wherever it was made, or caused by time alone. */
  onChange(listener: (now: Maintenance) => void): void;
  start(): void;
  stop(): void;
}

interface ClosuresOptions {
  db: Db;
  clock: Clock;
  bus: Bus;
  log: Log;
}

/** Reads the database, so that restrictions hold from the first request after a start. */
export async function createClosures({ db, clock, bus, log }: ClosuresOptions): Promise<ServiceRestrictions> {
  const listeners: ((now: Maintenance) => void)[] = [];
  const read = async () => {
    const [maintenance, rows] = await Promise.all([
      readMaintenance(db),
      readPauses(db, new Date(clock.now())),
    ]);
    return { maintenance, pauses: new Map(rows.map((row) => [keyOf(row), row])) };
  };
  let known = await read();
  let told = '';
  let reading: Promise<void> = Promise.resolve();
  const timers: NodeJS.Timeout[] = [];

  const now = (): Maintenance => {
    const at = clock.now();
    const { maintenance, pauses } = known;
    const paused = [...pauses.values()].filter((row) => holds(row, at)).map(pauseDto);
    const on = maintenance?.on;
    return {
      isOn: on != null,
      text: on ? { fa: on.fa, en: on.en } : null,
      expectedEnd: on?.expectedEnd?.toISOString() ?? null,
      paused,
    };
  };

  function look(): void {
    const state = now();
    const text = JSON.stringify(state);
    if (text === told) return;
    told = text;
    for (const tell of listeners) tell(state);
  }
  look();

  /** Sequential, so that the last read wins. While it can't be read, the known state remains. */
  const reread = (): Promise<void> => {
    reading = reading
      .catch(() => {})
      .then(async () => {
        known = await read();
        look();
      });
    return reading;
  };
  const onNews = () => {
    reread().catch((err: unknown) =>
      log.warn({ area: 'maintenance', err }, 'maintenance and pauses could not be reread'),
    );
  };
  const stops = [bus.subscribe('maintenance', onNews), bus.subscribe('missed', onNews)];

  return {
    maintenance: () => known.maintenance,
    pauseOf(one, at) {
      const row = known.pauses.size === 0 ? undefined : known.pauses.get(keyOf(one));
      return row && holds(row, at) ? row : null;
    },
    now,
    async change(ledger, work) {
      const changed = await db.transaction().execute((tx) => work(tx, new Date(clock.now())));
      await reread();
      bus.publish('maintenance', { at: clock.now() });
      await ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });
      return changed;
    },
    onChange(listener) {
      listeners.push(listener);
    },
    start() {
      timers.push(setInterval(onNews, REREAD_MS).unref(), setInterval(look, LOOK_MS).unref());
    },
    stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}

const keyOf = ({ scope, name }: Pausable): string => `${scope} ${name}`;

const holds = ({ beginsAt, endsAt }: PauseRow, at: number): boolean =>
  beginsAt.getTime() <= at && (endsAt === null || at < endsAt.getTime());

const pauseDto = ({ scope, name, fa, en, endsAt }: PauseRow) => ({
  scope,
  name,
  text: { fa, en },
  endsAt: endsAt?.toISOString() ?? null,
});
