import type { Asset } from '@sarraf/domain';
import type { Language } from '../identity/index.ts';
import { formatAlarm } from './alarm-words.ts';
import {
  coinNameOf,
  formatAmountText,
  formatDestination,
  formatLoginOrigin,
  formatMoment,
  formatShortDestination,
  formatShortHold,
  isolateLatin,
  isolateName,
  localizeDigits,
  truncateText,
} from './format.ts';
import { MAIL_TEXTS, type Values } from './messages.ts';
import type { LevelNotice, NewsNotice, Notice } from './notice.ts';

type ValuesFunction<K extends Notice['kind']> = (
  notice: Extract<Notice, { kind: K }>,
  language: Language,
) => Values;

const noValues = (): Values => ({});
const holdValues = ({ heldUntil }: { heldUntil: string }, language: Language): Values => ({
  held: formatShortHold(heldUntil, language),
});
const amountValues = ({ asset, amount }: { asset: Asset; amount: string }, language: Language): Values => ({
  amount: formatAmountText(asset, amount, language),
});
const sentValues = (notice: { asset: Asset; amount: string; to: string }, language: Language): Values => ({
  ...amountValues(notice, language),
  to: formatDestination(notice.to, language),
  shortTo: formatShortDestination(notice.to, language),
});
const paidValues = ({ amount, to }: { amount: string; to: string }, language: Language): Values =>
  sentValues({ asset: 'TOMAN', amount, to }, language);
const receivedValues = ({ amount }: { amount: string }, language: Language): Values =>
  amountValues({ asset: 'TOMAN', amount }, language);
const destinationValues = ({ asset, to }: { asset: Asset; to: string }, language: Language): Values => ({
  coin: coinNameOf(asset, language),
  to: isolateLatin(to, language),
});
const maskedContactValues = (notice: { masked: string; heldUntil: string }, language: Language): Values => ({
  ...holdValues(notice, language),
  masked: isolateLatin(notice.masked, language),
});

const triggeredOrderValues = (
  { trigger, side, coin, quote, amount }: Extract<Notice, { kind: 'ORDER_TRIGGERED' | 'ORDER_LINKED' }>,
  language: Language,
): Values => ({
  trigger,
  side,
  amount: formatAmountText(coin, amount, language),
  quote: coinNameOf(quote, language),
});

/** Values of the placeholders by kind; a missing kind doesn't compile. */
const VALUES: { [K in Notice['kind']]: ValuesFunction<K> } = {
  PASSWORD_CHANGED: holdValues,
  TWO_STEP_CHANGED: (notice, language) => ({ ...holdValues(notice, language), method: notice.method }),
  PASSKEY_ADDED: holdValues,
  PASSKEY_REMOVED: holdValues,
  API_KEY_ADDED: ({ label, permissions }) => ({
    label: isolateName(label),
    withdraws: permissions.includes('WITHDRAW').toString(),
    trades: permissions.includes('TRADE').toString(),
  }),
  API_KEY_USED: ({ label, address, country, at }, language) => ({
    label: isolateName(label),
    visit: formatLoginOrigin(address, country, at, language),
  }),
  RECOVERY_CODES_MADE: noValues,
  RECOVERY_CODE_USED: (notice, language) => ({
    ...holdValues(notice, language),
    count: notice.remaining,
    remaining: localizeDigits(notice.remaining.toString(), language),
  }),
  EMAIL_CHANGED: maskedContactValues,
  MOBILE_CHANGED: maskedContactValues,
  GOOGLE_LINKED: noValues,
  ADDRESS_TAKEN: noValues,
  PASSWORD_LOGIN_CLOSED: noValues,
  ALARMS: ({ alarms }, language) => ({
    title: truncateText(formatAlarm(alarms[0], language), MAX_SMS),
    first: truncateText(formatAlarm(alarms[0], language), MAX_ALARM[language]),
    more: alarms.length - 1,
    moreText: localizeDigits(`${alarms.length - 1}`, language),
  }),
  BOOKS_BROKEN: ({ law }) => ({ law: isolateName(law) }),
  NEW_DEVICE: ({ device, country, at }, language) => ({
    visit: formatLoginOrigin(device, country, at, language),
  }),
  FROZEN: ({ by }) => ({ by }),
  THAWING: ({ at }, language) => ({ moment: formatMoment(at, language) }),
  THAWED: noValues,
  MAIL_PHRASE_CHANGED: noValues,
  SETTINGS_LOCKED: ({ at }, language) => ({ moment: formatMoment(at, language) }),
  VERIFICATION_APPROVED: noValues,
  VERIFICATION_REFUSED: noValues,
  CHANGE_APPROVED: noValues,
  CHANGE_REFUSED: noValues,
  COMPANY_APPROVED: noValues,
  COMPANY_REFUSED: noValues,
  BLOCKED: noValues,
  UNBLOCKED: noValues,
  RECOVERY_STARTED: ({ recovery }) => ({ recovery }),
  RECOVERED: holdValues,
  DEPOSIT_SEEN: amountValues,
  DEPOSIT_CREDITED: amountValues,
  DEPOSIT_REVERSED: amountValues,
  DEPOSIT_NOT_CREDITED: (notice, language) => ({ ...receivedValues(notice, language), why: notice.why }),
  REFUND_RELEASED: paidValues,
  REFUND_PAID: paidValues,
  REFUND_RETURNED: paidValues,
  WITHDRAWAL_REQUESTED: sentValues,
  WITHDRAWAL_SENT: sentValues,
  WITHDRAWAL_REFUSED: amountValues,
  WITHDRAWAL_FAILED: sentValues,
  WITHDRAWAL_PAID: paidValues,
  WITHDRAWAL_RETURNED: paidValues,
  ADDRESS_SAVED: (notice, language) => ({
    ...destinationValues(notice, language),
    label: isolateName(notice.label),
  }),
  WHITELIST_CHANGED: ({ on, heldUntil }, language) => ({
    change: on ? 'on' : heldUntil === null ? 'off' : 'held',
    held: heldUntil === null ? '' : formatShortHold(heldUntil, language),
  }),
  STORE_PLACE_SET: destinationValues,
  STORE_PLACE_CHANGED: (notice, language) => ({
    ...destinationValues(notice, language),
    moment: formatMoment(notice.from, language),
  }),
  STORE_WAITS: receivedValues,
  STORE_CARRIED: receivedValues,
  STORE_ASKED: receivedValues,
  ORDER_FILLED: ({ side, coin, quote, amount, total }, language) => ({
    side,
    amount: formatAmountText(coin, amount, language),
    quote: coinNameOf(quote, language),
    total: formatAmountText(quote, total, language),
  }),
  ORDER_TRIGGERED: (notice, language) => ({
    ...triggeredOrderValues(notice, language),
    executed: formatAmountText(notice.coin, notice.executed, language),
    total: formatAmountText(notice.quote, notice.total, language),
    outcome: notice.outcome === 'WAITS' && /[1-9]/.test(notice.executed) ? 'PARTLY_WAITS' : notice.outcome,
    own: (notice.endedBy === 'SELF_TRADE').toString(),
    linked: notice.linked.toString(),
  }),
  ORDER_LINKED: triggeredOrderValues,
  RECURRING_BOUGHT: ({ coin, amount, total }, language) => ({
    amount: formatAmountText(coin, amount, language),
    total: formatAmountText('TOMAN', total, language),
  }),
  RECURRING_SKIPPED: ({ coin, amount, reason }, language) => ({
    coin: coinNameOf(coin, language),
    amount: formatAmountText('TOMAN', amount, language),
    reason,
  }),
  FIRST_REWARD: amountValues,
  API_LEVEL_CHANGED: ({ level }) => ({ level }),
  LEVEL_CHANGED: (notice, language) => ({
    change: levelChangeKeyOf(notice),
    level: MAIL_TEXTS[language].level[notice.level],
    fee: localizeDigits(notice.fee, language),
    feeTether: localizeDigits(notice.feeTether, language),
  }),
  PRICE_ALERT: ({ coin, quote, direction, threshold, price, at, repeat }, language) => ({
    coin: coinNameOf(coin, language),
    direction,
    threshold: formatAmountText(quote, threshold, language),
    price: formatAmountText(quote, price, language),
    moment: formatMoment(at, language),
    repeat,
  }),
  TICKET_RECEIVED: ({ number }, language) => ({ number: localizeDigits(number, language) }),
  TICKET_ANSWERED: ({ number, account }, language) => ({
    number: localizeDigits(number, language),
    account: account.toString(),
  }),
  ANNOUNCEMENT: newsValues,
};

/** The compiler can't infer that the function was selected by this notice's kind. */
export const valuesOf = (notice: Notice, language: Language): Values =>
  (VALUES[notice.kind] as (notice: Notice, language: Language) => Values)(notice, language);

function levelChangeKeyOf({ byStaff, up }: LevelNotice): string {
  if (byStaff) return up ? 'madeMarketMaker' : 'noMarketMaker';
  return up ? 'up' : 'down';
}

/** Length that fits a line of a mailbox, and leaves room in an SMS. */
const MAX_SUBJECT = 70;
const MAX_SMS = 60;
const MAX_ALARM = { fa: 66, en: 120 };

/** In the reader's language, or in the one it was written in. */
function newsValues({ words }: NewsNotice, language: Language): Values {
  const { title, summary } = words[language] ?? words.fa ?? words.en ?? { title: '', summary: '' };
  return { title: truncateText(title, MAX_SUBJECT), shortTitle: truncateText(title, MAX_SMS), summary };
}
