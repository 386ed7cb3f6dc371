/** Alarms with conditions set by a test, and channels that record their messages. */
import type { AlarmFinding, AlarmRecipient, AlarmsDeps } from '../src/alarms/index.ts';
import { type Clock, manualClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';

export const ALARM_SETTINGS = {
  ALARM_ESCALATE_MINUTES: 10,
  ALARM_REMIND_HOURS: 4,
  ALARM_LANGUAGE: 'en',
} as const;

export interface AlarmFixture {
  deps: AlarmsDeps;
  clock: ReturnType<typeof manualClock>;
  /** Sent messages: `EMAIL a@sarraf.test NO_WRITER`. */
  sentLines: string[];
  /** Failing channels, with their errors. */
  failing: Map<string, Error>;
}

export function createAlarmFixture(
  db: Db,
  readers: readonly AlarmRecipient[],
  clock: Clock & { advance(ms: number): void } = manualClock(),
): AlarmFixture {
  const sentLines: string[] = [];
  const failing = new Map<string, Error>();
  const recordMessage = async (way: string, to: string, kinds: readonly { kind: string }[]) => {
    const error = failing.get(way);
    if (error) throw error;
    sentLines.push(`${way} ${to} ${kinds.map(({ kind }) => kind).join('+')}`);
  };
  return {
    clock,
    sentLines,
    failing,
    deps: {
      config: ALARM_SETTINGS,
      db,
      clock,
      log: createLog('silent'),
      readers: async () => [...readers],
      emailsOf: async () => new Map(readers.map(({ to }) => [to.userId, to.email])),
      messaging: {
        sendNow: (way, { email, mobile }, notice) =>
          recordMessage(
            way,
            `${way === 'EMAIL' ? email : mobile}`,
            notice.kind === 'ALARMS' ? notice.alarms : [],
          ),
        canText: () => true,
        formatAlarms: (alarms) => alarms.map(({ kind }) => kind).join('\n'),
      },
      callers: {
        WEBHOOK: { atOnce: 1, send: (alarms) => recordMessage('WEBHOOK', '-', alarms) },
        TELEGRAM: { atOnce: 20, send: (alarms) => recordMessage('TELEGRAM', '-', alarms) },
      },
    },
  };
}

/** A check every five seconds, which finds the items of the list; null: the check itself fails. */
export const createCheck = (findFindings: () => AlarmFinding[] | null) => ({
  name: 'test',
  everyMs: 5_000,
  async look() {
    const findings = findFindings();
    if (findings === null) throw new Error('the database is away');
    return { findings };
  },
});
