import { MINUTE_MS } from '@sarraf/domain';
import type { AlarmKind, AlarmSeverity } from '@sarraf/domain/contracts';

interface KindRecord {
  severity: AlarmSeverity;
  /** How long, and at least over two checks, a condition must hold before an alarm is raised. */
  holdMs: number;
}

const page = (holdMs = 0): KindRecord => ({ severity: 'PAGE', holdMs });
const ticket = (holdMs = 0): KindRecord => ({ severity: 'TICKET', holdMs });

/** The same as in deploy/prometheus/alerts.yaml, whose comments give the reasons. */
export const KINDS: Readonly<Record<AlarmKind, KindRecord>> = {
  NO_WRITER: page(30_000),
  LAW_BROKEN: page(),
  AUDIT_BLIND: page(MINUTE_MS),
  RESERVE_SHORT: page(3 * MINUTE_MS),
  HOT_LOW: ticket(15 * MINUTE_MS),
  HOT_HIGH: ticket(60 * MINUTE_MS),
  CHAIN_UNREAD: page(5 * MINUTE_MS),
  CHAIN_SILENT: page(5 * MINUTE_MS),
  CHAIN_BEHIND: ticket(30 * MINUTE_MS),
  CHAIN_HALTED: page(),
  SIGNER_AWAY: page(2 * MINUTE_MS),
  SIGNER_LATCHED: page(),
  PRICE_HALTED: ticket(10 * MINUTE_MS),
  PRICES_HALTED: page(2 * MINUTE_MS),
  FOLLOWER_BEHIND: ticket(5 * MINUTE_MS),
  JOBS_LATE: ticket(5 * MINUTE_MS),
  JOBS_GIVEN_UP: ticket(),
  MESSAGES_FAIL: page(10 * MINUTE_MS),
  WEBHOOKS_FAIL: ticket(30 * MINUTE_MS),
  DISK_FULL: ticket(10 * MINUTE_MS),
  BACKUP_FAILED: page(5 * MINUTE_MS),
  BACKUP_LATE: page(5 * MINUTE_MS),
  DRILL_FAILED: ticket(),
  DRILL_MISSING: ticket(),
  CERTIFICATE_ENDS: ticket(),
  KEY_ENDS: ticket(),
  BANK_DIFFERS: ticket(),
  BANK_UNEXPLAINED: ticket(),
  SETTLEMENTS_OPEN: ticket(),
  SUSPENSE_OLD: ticket(),
  FIGURES_MISSING: ticket(10 * MINUTE_MS),
};
