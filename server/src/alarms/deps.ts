import type { AlarmWay } from '@sarraf/domain/contracts';
import type { Recipient } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { AlarmChannel } from './ports.ts';

/** A staff member who can be notified. */
export interface AlarmRecipient {
  to: Recipient & { userId: string; email: string };
  admin: boolean;
}

export interface AlarmsDeps {
  config: Pick<
    Config,
    'ALARM_ESCALATE_MINUTES' | 'ALARM_REMIND_HOURS' | 'ALARM_RUNBOOK_URL' | 'ALARM_LANGUAGE'
  >;
  db: Db;
  clock: Clock;
  log: Log;
  /** Returns treasury staff and admins. */
  readers(): Promise<AlarmRecipient[]>;
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Sends to staff members; rejects when a message was not accepted. */
  messaging: Pick<Messaging, 'sendNow' | 'canText' | 'formatAlarms'>;
  /** Channels to configured addresses; those that aren't configured are absent. */
  callers: Readonly<Partial<Record<Extract<AlarmWay, 'WEBHOOK' | 'TELEGRAM'>, AlarmChannel>>>;
}
