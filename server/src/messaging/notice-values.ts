import type { Asset } from '@sarraf/domain';
import type { Language } from '../identity/index.ts';
import { alarmLine } from './alarm-words.ts';
import {
  amountOf,
  coinName,
  destinationText,
  digitsOf,
  heldShort,
  isolated,
  latin,
  momentOf,
  shortDestinationText,
  truncated,
  visitText,
} from './format.ts';
import { LETTERS, type Values } from './messages.ts';
import type { LevelNotice, NewsNotice, Notice } from './notice.ts';

type ValuesOf<K extends Notice['kind']> = (
  notice: Extract<Notice, { kind: K }>,
  language: Language,
) => Values;

const none = (): Values => ({});
const held = ({ heldUntil }: { heldUntil: string }, language: Language): Values => ({
  held: heldShort(heldUntil, language),
});
const moved = ({ asset, amount }: { asset: Asset; amount: string }, language: Language): Values => ({
  amount: amountOf(asset, amount, language),
});
const sent = (notice: { asset: Asset; amount: string; to: string }, language: Language): Values => ({
  ...moved(notice, language),
  to: destinationText(notice.to, language),
  shortTo: shortDestinationText(notice.to, language),
});
const paid = ({ amount, to }: { amount: string; to: string }, language: Language): Values =>
  sent({ asset: 'TOMAN', amount, to }, language);
const received = ({ amount }: { amount: string }, language: Language): Values =>
  moved({ asset: 'TOMAN', amount }, language);
const toPlace = ({ asset, to }: { asset: Asset; to: string }, language: Language): Values => ({
  coin: coinName(asset, language),
  to: latin(to, language),
});
const masked = (notice: { masked: string; heldUntil: string }, language: Language): Values => ({
  ...held(notice, language),
  masked: latin(notice.masked, language),
});

const waited = (
  { trigger, side, coin, quote, amount }: Extract<Notice, { kind: 'ORDER_TRIGGERED' | 'ORDER_LINKED' }>,
  language: Language,
): Values => ({ trigger, side, amount: amountOf(coin, amount, language), quote: coinName(quote, language) });

/** Values of the placeholders by kind; a missing kind doesn't compile. */
const VALUES: { [K in Notice['kind']]: ValuesOf<K> } = {
  PASSWORD_CHANGED: held,
  TWO_STEP_CHANGED: (notice, language) => ({ ...held(notice, language), method: notice.method }),
  PASSKEY_ADDED: held,
  PASSKEY_REMOVED: held,
  API_KEY_ADDED: ({ label, permissions }) => ({
    label: isolated(label),
    withdraws: permissions.includes('WITHDRAW').toString(),
    trades: permissions.includes('TRADE').toString(),
  }),
  API_KEY_USED: ({ label, address, country, at }, language) => ({
    label: isolated(label),
    visit: visitText(address, country, at, language),
  }),
  RECOVERY_CODES_MADE: none,
  RECOVERY_CODE_USED: (notice, language) => ({
    ...held(notice, language),
    count: notice.remaining,
    remaining: digitsOf(notice.remaining.toString(), language),
  }),
  EMAIL_CHANGED: masked,
  MOBILE_CHANGED: masked,
  GOOGLE_LINKED: none,
  ADDRESS_TAKEN: none,
  PASSWORD_LOGIN_CLOSED: none,
  ALARMS: ({ alarms }, language) => ({
    title: truncated(alarmLine(alarms[0], language), MAX_SMS),
    first: truncated(alarmLine(alarms[0], language), MAX_ALARM[language]),
    more: alarms.length - 1,
    moreText: digitsOf(`${alarms.length - 1}`, language),
  }),
  BOOKS_BROKEN: ({ law }) => ({ law: isolated(law) }),
  NEW_DEVICE: ({ device, country, at }, language) => ({ visit: visitText(device, country, at, language) }),
  FROZEN: ({ by }) => ({ by }),
  THAWING: ({ at }, language) => ({ moment: momentOf(at, language) }),
  THAWED: none,
  MAIL_PHRASE_CHANGED: none,
  SETTINGS_LOCKED: ({ at }, language) => ({ moment: momentOf(at, language) }),
  VERIFICATION_APPROVED: none,
  VERIFICATION_REFUSED: none,
  CHANGE_APPROVED: none,
  CHANGE_REFUSED: none,
  COMPANY_APPROVED: none,
  COMPANY_REFUSED: none,
  BLOCKED: none,
  UNBLOCKED: none,
  RECOVERY_STARTED: ({ recovery }) => ({ recovery }),
  RECOVERED: held,
  DEPOSIT_SEEN: moved,
  DEPOSIT_CREDITED: moved,
  DEPOSIT_REVERSED: moved,
  DEPOSIT_NOT_CREDITED: (notice, language) => ({ ...received(notice, language), why: notice.why }),
  REFUND_RELEASED: paid,
  REFUND_PAID: paid,
  REFUND_RETURNED: paid,
  WITHDRAWAL_REQUESTED: sent,
  WITHDRAWAL_SENT: sent,
  WITHDRAWAL_REFUSED: moved,
  WITHDRAWAL_FAILED: sent,
  WITHDRAWAL_PAID: paid,
  WITHDRAWAL_RETURNED: paid,
  ADDRESS_SAVED: (notice, language) => ({ ...toPlace(notice, language), label: isolated(notice.label) }),
  WHITELIST_CHANGED: ({ on, heldUntil }, language) => ({
    change: on ? 'on' : heldUntil === null ? 'off' : 'held',
    held: heldUntil === null ? '' : heldShort(heldUntil, language),
  }),
  STORE_PLACE_SET: toPlace,
  STORE_PLACE_CHANGED: (notice, language) => ({
    ...toPlace(notice, language),
    moment: momentOf(notice.from, language),
  }),
  STORE_WAITS: received,
  STORE_CARRIED: received,
  STORE_ASKED: received,
  ORDER_FILLED: ({ side, coin, quote, amount, total }, language) => ({
    side,
    amount: amountOf(coin, amount, language),
    quote: coinName(quote, language),
    total: amountOf(quote, total, language),
  }),
  ORDER_TRIGGERED: (notice, language) => ({
    ...waited(notice, language),
    executed: amountOf(notice.coin, notice.executed, language),
    total: amountOf(notice.quote, notice.total, language),
    outcome: notice.outcome === 'WAITS' && /[1-9]/.test(notice.executed) ? 'PARTLY_WAITS' : notice.outcome,
    own: (notice.endedBy === 'SELF_TRADE').toString(),
    linked: notice.linked.toString(),
  }),
  ORDER_LINKED: waited,
  RECURRING_BOUGHT: ({ coin, amount, total }, language) => ({
    amount: amountOf(coin, amount, language),
    total: amountOf('TOMAN', total, language),
  }),
  RECURRING_SKIPPED: ({ coin, amount, reason }, language) => ({
    coin: coinName(coin, language),
    amount: amountOf('TOMAN', amount, language),
    reason,
  }),
  FIRST_REWARD: moved,
  API_LEVEL_CHANGED: ({ level }) => ({ level }),
  LEVEL_CHANGED: (notice, language) => ({
    change: levelChange(notice),
    level: LETTERS[language].level[notice.level],
    fee: digitsOf(notice.fee, language),
    feeTether: digitsOf(notice.feeTether, language),
  }),
  PRICE_ALERT: ({ coin, quote, direction, threshold, price, at, repeat }, language) => ({
    coin: coinName(coin, language),
    direction,
    threshold: amountOf(quote, threshold, language),
    price: amountOf(quote, price, language),
    moment: momentOf(at, language),
    repeat,
  }),
  TICKET_RECEIVED: ({ number }, language) => ({ number: digitsOf(number, language) }),
  TICKET_ANSWERED: ({ number, account }, language) => ({
    number: digitsOf(number, language),
    account: account.toString(),
  }),
  ANNOUNCEMENT: announced,
};

/** The compiler can't infer that the function was selected by this notice's kind. */
export const valuesOf = (notice: Notice, language: Language): Values =>
  (VALUES[notice.kind] as (notice: Notice, language: Language) => Values)(notice, language);

function levelChange({ byStaff, up }: LevelNotice): string {
  if (byStaff) return up ? 'madeMarketMaker' : 'noMarketMaker';
  return up ? 'up' : 'down';
}

/** Length that fits a line of a mailbox, and leaves room in an SMS. */
const MAX_SUBJECT = 70;
const MAX_SMS = 60;
const MAX_ALARM = { fa: 66, en: 120 };

/** In the reader's language, or in the one it was written in. */
function announced({ words }: NewsNotice, language: Language): Values {
  const { title, summary } = words[language] ?? words.fa ?? words.en ?? { title: '', summary: '' };
  return { title: truncated(title, MAX_SUBJECT), shortTitle: truncated(title, MAX_SMS), summary };
}
