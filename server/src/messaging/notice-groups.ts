import type { NoticeGroup, NoticeSettings, NoticeWay } from '@sarraf/domain/contracts';
import { NOTICE_GROUPS } from '@sarraf/domain/contracts';
import type { Notice } from './notice.ts';

/** A kind without a group doesn't compile. Everything that gives access to money belongs to security. */
const GROUPS: Record<Notice['kind'], NoticeGroup> = {
  PASSWORD_CHANGED: 'SECURITY',
  TWO_STEP_CHANGED: 'SECURITY',
  PASSKEY_ADDED: 'SECURITY',
  PASSKEY_REMOVED: 'SECURITY',
  API_KEY_ADDED: 'SECURITY',
  API_KEY_USED: 'SECURITY',
  RECOVERY_CODES_MADE: 'SECURITY',
  RECOVERY_CODE_USED: 'SECURITY',
  EMAIL_CHANGED: 'SECURITY',
  MOBILE_CHANGED: 'SECURITY',
  GOOGLE_LINKED: 'SECURITY',
  ADDRESS_TAKEN: 'SECURITY',
  PASSWORD_LOGIN_CLOSED: 'SECURITY',
  NEW_DEVICE: 'SECURITY',
  FROZEN: 'SECURITY',
  THAWING: 'SECURITY',
  THAWED: 'SECURITY',
  SETTINGS_LOCKED: 'SECURITY',
  MAIL_PHRASE_CHANGED: 'SECURITY',
  BLOCKED: 'SECURITY',
  UNBLOCKED: 'SECURITY',
  RECOVERY_STARTED: 'SECURITY',
  RECOVERED: 'SECURITY',
  ADDRESS_SAVED: 'SECURITY',
  WHITELIST_CHANGED: 'SECURITY',
  BOOKS_BROKEN: 'SECURITY',
  ALARMS: 'SECURITY',
  STORE_PLACE_SET: 'SECURITY',
  STORE_PLACE_CHANGED: 'SECURITY',
  DEPOSIT_SEEN: 'DEPOSITS',
  DEPOSIT_CREDITED: 'DEPOSITS',
  DEPOSIT_REVERSED: 'DEPOSITS',
  DEPOSIT_NOT_CREDITED: 'DEPOSITS',
  REFUND_RELEASED: 'DEPOSITS',
  REFUND_PAID: 'DEPOSITS',
  REFUND_RETURNED: 'DEPOSITS',
  WITHDRAWAL_REQUESTED: 'WITHDRAWALS',
  WITHDRAWAL_SENT: 'WITHDRAWALS',
  WITHDRAWAL_REFUSED: 'WITHDRAWALS',
  WITHDRAWAL_FAILED: 'WITHDRAWALS',
  WITHDRAWAL_PAID: 'WITHDRAWALS',
  WITHDRAWAL_RETURNED: 'WITHDRAWALS',
  ORDER_FILLED: 'ORDERS',
  ORDER_TRIGGERED: 'ORDERS',
  ORDER_LINKED: 'ORDERS',
  RECURRING_BOUGHT: 'ORDERS',
  RECURRING_SKIPPED: 'ORDERS',
  VERIFICATION_APPROVED: 'ACCOUNT',
  VERIFICATION_REFUSED: 'ACCOUNT',
  CHANGE_APPROVED: 'ACCOUNT',
  CHANGE_REFUSED: 'ACCOUNT',
  COMPANY_APPROVED: 'ACCOUNT',
  COMPANY_REFUSED: 'ACCOUNT',
  LEVEL_CHANGED: 'ACCOUNT',
  API_LEVEL_CHANGED: 'ACCOUNT',
  FIRST_REWARD: 'ACCOUNT',
  PRICE_ALERT: 'PRICES',
  STORE_WAITS: 'STORE',
  STORE_CARRIED: 'STORE',
  STORE_ASKED: 'STORE',
  ANNOUNCEMENT: 'NEWS',
  TICKET_RECEIVED: 'SUPPORT',
  TICKET_ANSWERED: 'SUPPORT',
};

export const groupOf = ({ kind }: Notice): NoticeGroup => GROUPS[kind];
const WARNINGS: readonly NoticeGroup[] = ['SECURITY', 'WITHDRAWALS'];
/** Notices that may be sent to many users together; warnings never queue behind them. */
export const isLowPriority = (notice: Notice): boolean => !WARNINGS.includes(groupOf(notice));
/** Kinds that warn of an attack. */
export const WARNING_KINDS: readonly string[] = Object.entries(GROUPS).flatMap(([kind, group]) =>
  WARNINGS.includes(group) ? [kind] : [],
);

/** Default of a group's channel; `fixed`: it can't be changed. */
type ChannelDefaults = Readonly<Record<NoticeWay, { on: boolean; fixed: boolean }>>;

const createDefaults = (
  on: Partial<Record<NoticeWay, boolean>>,
  fixed: readonly NoticeWay[] = [],
): ChannelDefaults => {
  const createChannelDefault = (name: NoticeWay) => ({ on: on[name] ?? false, fixed: fixed.includes(name) });
  return {
    PRODUCT: createChannelDefault('PRODUCT'),
    EMAIL: createChannelDefault('EMAIL'),
    SMS: createChannelDefault('SMS'),
    BROWSER: createChannelDefault('BROWSER'),
  };
};

const INBOX_ONLY = createDefaults({ PRODUCT: true });
const INBOX_AND_MAIL = createDefaults({ PRODUCT: true, EMAIL: true });
const ALL_CHANNELS = { PRODUCT: true, EMAIL: true, SMS: true };

/** An attacker in a session can't turn off revealing notices: security, and e-mails about withdrawals. */
const GROUP_DEFAULTS: Record<NoticeGroup, ChannelDefaults> = {
  SECURITY: createDefaults(ALL_CHANNELS, ['PRODUCT', 'EMAIL', 'SMS']),
  DEPOSITS: createDefaults({ PRODUCT: true, EMAIL: true }, ['PRODUCT']),
  WITHDRAWALS: createDefaults(ALL_CHANNELS, ['PRODUCT', 'EMAIL']),
  ORDERS: INBOX_ONLY,
  ACCOUNT: INBOX_AND_MAIL,
  STORE: INBOX_AND_MAIL,
  SUPPORT: INBOX_AND_MAIL,
  PRICES: INBOX_AND_MAIL,
  NEWS: INBOX_ONLY,
};

/** Deviations from the defaults. */
export type ChosenChannels = ReadonlyMap<string, boolean>;
export const settingKeyOf = (group: NoticeGroup, way: NoticeWay): string => `${group} ${way}`;

export const isFixed = (group: NoticeGroup, way: NoticeWay): boolean => GROUP_DEFAULTS[group][way].fixed;

export function isChannelOn(chosen: ChosenChannels | undefined, group: NoticeGroup, way: NoticeWay): boolean {
  const { on, fixed } = GROUP_DEFAULTS[group][way];
  return fixed ? on : (chosen?.get(settingKeyOf(group, way)) ?? on);
}

/** The user can't act on it yet: it is only listed in the inbox. */
export const isInAppOnly = ({ kind }: Notice): boolean => kind === 'DEPOSIT_SEEN';

export function buildSettings(chosen: ChosenChannels): NoticeSettings[] {
  return NOTICE_GROUPS.map((group) => {
    const buildChannelSetting = (name: NoticeWay) => ({
      on: isChannelOn(chosen, group, name),
      fixed: isFixed(group, name),
    });
    return {
      group,
      ways: {
        PRODUCT: buildChannelSetting('PRODUCT'),
        EMAIL: buildChannelSetting('EMAIL'),
        SMS: buildChannelSetting('SMS'),
        BROWSER: buildChannelSetting('BROWSER'),
      },
    };
  });
}
