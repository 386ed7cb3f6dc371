import { MINUTE_MS } from '@sarraf/domain';
import type { AlarmKind, AlarmSeverity } from '@sarraf/domain/contracts';

interface AlarmKindSettings {
  severity: AlarmSeverity;
  /** How long, and at least over two checks, a condition must hold before an alarm is raised. */
  holdMs: number;
}

const pageAlarm = (holdMs = 0): AlarmKindSettings => ({ severity: 'PAGE', holdMs });
const ticketAlarm = (holdMs = 0): AlarmKindSettings => ({ severity: 'TICKET', holdMs });

/** The same as in deploy/prometheus/alerts.yaml, whose comments give the reasons. */
export const ALARM_KIND_SETTINGS: Readonly<Record<AlarmKind, AlarmKindSettings>> = {
  NO_WRITER: pageAlarm(30_000),
  LAW_BROKEN: pageAlarm(),
  AUDIT_BLIND: pageAlarm(MINUTE_MS),
  RESERVE_SHORT: pageAlarm(3 * MINUTE_MS),
  HOT_LOW: ticketAlarm(15 * MINUTE_MS),
  HOT_HIGH: ticketAlarm(60 * MINUTE_MS),
  CHAIN_UNREAD: pageAlarm(5 * MINUTE_MS),
  CHAIN_SILENT: pageAlarm(5 * MINUTE_MS),
  CHAIN_BEHIND: ticketAlarm(30 * MINUTE_MS),
  CHAIN_HALTED: pageAlarm(),
  SIGNER_AWAY: pageAlarm(2 * MINUTE_MS),
  SIGNER_LATCHED: pageAlarm(),
  PRICE_HALTED: ticketAlarm(10 * MINUTE_MS),
  PRICES_HALTED: pageAlarm(2 * MINUTE_MS),
  FOLLOWER_BEHIND: ticketAlarm(5 * MINUTE_MS),
  JOBS_LATE: ticketAlarm(5 * MINUTE_MS),
  JOBS_GIVEN_UP: ticketAlarm(),
  MESSAGES_FAIL: pageAlarm(10 * MINUTE_MS),
  WEBHOOKS_FAIL: ticketAlarm(30 * MINUTE_MS),
  DISK_FULL: ticketAlarm(10 * MINUTE_MS),
  BACKUP_FAILED: pageAlarm(5 * MINUTE_MS),
  BACKUP_LATE: pageAlarm(5 * MINUTE_MS),
  DRILL_FAILED: ticketAlarm(),
  DRILL_MISSING: ticketAlarm(),
  CERTIFICATE_ENDS: ticketAlarm(),
  KEY_ENDS: ticketAlarm(),
  BANK_DIFFERS: ticketAlarm(),
  BANK_UNEXPLAINED: ticketAlarm(),
  SETTLEMENTS_OPEN: ticketAlarm(),
  SUSPENSE_OLD: ticketAlarm(),
  FIGURES_MISSING: ticketAlarm(10 * MINUTE_MS),
};
