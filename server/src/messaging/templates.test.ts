import { REFUSAL_REASONS } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import type { CodePurpose } from '../identity/index.ts';
import type { Letter } from './letter.ts';
import { NOTICES as NOTICE_MESSAGES } from './messages.ts';
import type { Notice } from './notice.ts';
import { valuesOf } from './notice-values.ts';
import {
  buildAccountExistsMail,
  buildCodeMail,
  buildCodeText,
  buildInboxNote,
  buildNoticeMail,
  buildNoticeText,
} from './templates.ts';

// Ordibehesht has the longest month name.
const heldUntil = '2027-05-19T20:29:00.000Z';
/** One of each kind: a missing kind doesn't compile. */
const NOTICES: { [K in Notice['kind']]: Extract<Notice, { kind: K }> } = {
  PASSWORD_CHANGED: { kind: 'PASSWORD_CHANGED', heldUntil },
  TWO_STEP_CHANGED: { kind: 'TWO_STEP_CHANGED', method: 'GOOGLE_AUTHENTICATOR', heldUntil },
  RECOVERY_CODES_MADE: { kind: 'RECOVERY_CODES_MADE' },
  API_LEVEL_CHANGED: { kind: 'API_LEVEL_CHANGED', level: 'MARKET_MAKER' },
  API_KEY_ADDED: { kind: 'API_KEY_ADDED', label: 'L'.repeat(60), permissions: ['READ', 'TRADE', 'WITHDRAW'] },
  API_KEY_USED: {
    kind: 'API_KEY_USED',
    label: 'L'.repeat(60),
    address: '2001:db8:ffff:ffff::/64',
    country: 'DE',
    at: heldUntil,
  },
  PASSKEY_ADDED: { kind: 'PASSKEY_ADDED', heldUntil },
  PASSKEY_REMOVED: { kind: 'PASSKEY_REMOVED', heldUntil },
  RECOVERY_CODE_USED: { kind: 'RECOVERY_CODE_USED', remaining: 9, heldUntil },
  EMAIL_CHANGED: { kind: 'EMAIL_CHANGED', masked: 'd***@sarraf.test', heldUntil },
  MOBILE_CHANGED: { kind: 'MOBILE_CHANGED', masked: '+98912***4567', heldUntil },
  GOOGLE_LINKED: { kind: 'GOOGLE_LINKED' },
  ADDRESS_TAKEN: { kind: 'ADDRESS_TAKEN' },
  BOOKS_BROKEN: { kind: 'BOOKS_BROKEN', law: 'each asset sums to zero' },
  ALARMS: {
    kind: 'ALARMS',
    alarms: [
      { kind: 'RESERVE_SHORT', subject: 'CLASSIC_ETHEREUM CLASSIC_ETHEREUM', figure: null },
      { kind: 'DISK_FULL', subject: 'DATA_DIR', figure: 81 },
    ],
  },
  PASSWORD_LOGIN_CLOSED: { kind: 'PASSWORD_LOGIN_CLOSED' },
  NEW_DEVICE: { kind: 'NEW_DEVICE', device: 'Samsung Internet · Android', country: 'DE', at: heldUntil },
  VERIFICATION_APPROVED: { kind: 'VERIFICATION_APPROVED' },
  VERIFICATION_REFUSED: { kind: 'VERIFICATION_REFUSED', reasons: ['NAME_MISMATCH'], note: '' },
  CHANGE_APPROVED: { kind: 'CHANGE_APPROVED' },
  COMPANY_APPROVED: { kind: 'COMPANY_APPROVED' },
  COMPANY_REFUSED: { kind: 'COMPANY_REFUSED', reasons: ['COMPANY_DATA_MISMATCH'], note: '' },
  CHANGE_REFUSED: { kind: 'CHANGE_REFUSED', reasons: ['BANK_ACCOUNT_NOT_OWN', 'OTHER'], note: '' },
  FROZEN: { kind: 'FROZEN', by: 'LINK' },
  THAWING: { kind: 'THAWING', at: heldUntil },
  THAWED: { kind: 'THAWED' },
  MAIL_PHRASE_CHANGED: { kind: 'MAIL_PHRASE_CHANGED' },
  SETTINGS_LOCKED: { kind: 'SETTINGS_LOCKED', at: heldUntil },
  BLOCKED: { kind: 'BLOCKED' },
  UNBLOCKED: { kind: 'UNBLOCKED' },
  RECOVERY_STARTED: { kind: 'RECOVERY_STARTED', recovery: 'LOST_SECOND_FACTOR' },
  RECOVERED: { kind: 'RECOVERED', heldUntil },
  DEPOSIT_SEEN: { kind: 'DEPOSIT_SEEN', asset: 'CLASSIC_ETHEREUM', amount: '123456.12' },
  ORDER_FILLED: {
    kind: 'ORDER_FILLED',
    side: 'sell',
    coin: 'CLASSIC_ETHEREUM',
    quote: 'TOMAN',
    amount: '123456.12',
    total: '499996000',
  },
  ORDER_TRIGGERED: {
    kind: 'ORDER_TRIGGERED',
    order: '019ab0c4-0000-7000-8000-000000000001',
    trigger: 'TRAILING_STOP',
    side: 'sell',
    coin: 'CLASSIC_ETHEREUM',
    quote: 'TOMAN',
    amount: '123456.12',
    executed: '123456.1',
    total: '499996000',
    outcome: 'WAITS',
    endedBy: null,
    linked: true,
  },
  ORDER_LINKED: {
    kind: 'ORDER_LINKED',
    order: '019ab0c4-0000-7000-8000-000000000001',
    trigger: 'TRAILING_STOP',
    side: 'sell',
    coin: 'CLASSIC_ETHEREUM',
    quote: 'TOMAN',
    amount: '123456.12',
  },
  RECURRING_BOUGHT: {
    kind: 'RECURRING_BOUGHT',
    coin: 'CLASSIC_ETHEREUM',
    amount: '123456.12',
    total: '499996000',
  },
  RECURRING_SKIPPED: {
    kind: 'RECURRING_SKIPPED',
    coin: 'CLASSIC_ETHEREUM',
    amount: '499996000',
    reason: 'NOT_ENOUGH_BALANCE',
  },
  FIRST_REWARD: { kind: 'FIRST_REWARD', asset: 'CLASSIC_ETHEREUM', amount: '123456.12' },
  DEPOSIT_CREDITED: { kind: 'DEPOSIT_CREDITED', asset: 'TETHER', amount: '1250.50' },
  DEPOSIT_NOT_CREDITED: { kind: 'DEPOSIT_NOT_CREDITED', amount: '25000000', why: 'CARD' },
  REFUND_RELEASED: { kind: 'REFUND_RELEASED', amount: '25000000', to: 'IR57...0101' },
  REFUND_PAID: { kind: 'REFUND_PAID', amount: '25000000', to: 'IR57...0101' },
  REFUND_RETURNED: { kind: 'REFUND_RETURNED', amount: '25000000', to: 'IR57...0101' },
  DEPOSIT_REVERSED: { kind: 'DEPOSIT_REVERSED', asset: 'CLASSIC_ETHEREUM', amount: '1234.5' },
  WITHDRAWAL_REQUESTED: {
    kind: 'WITHDRAWAL_REQUESTED',
    asset: 'CLASSIC_ETHEREUM',
    amount: '123456.12',
    to: '0x9d8A...5A4F',
  },
  WITHDRAWAL_SENT: {
    kind: 'WITHDRAWAL_SENT',
    asset: 'CLASSIC_ETHEREUM',
    amount: '123456.12',
    to: '0x9d8A...5A4F',
    txid: '0xab12cd34ef56ab78cd90ef12ab34cd56ef78ab90cd12ef34ab56cd78ef90ab12',
  },
  WITHDRAWAL_REFUSED: {
    kind: 'WITHDRAWAL_REFUSED',
    asset: 'CLASSIC_ETHEREUM',
    amount: '123456.12',
    reason: '',
  },
  WITHDRAWAL_FAILED: {
    kind: 'WITHDRAWAL_FAILED',
    asset: 'CLASSIC_ETHEREUM',
    amount: '123456.12',
    to: '0x9d8A...5A4F',
  },
  WITHDRAWAL_PAID: { kind: 'WITHDRAWAL_PAID', amount: '499996000', to: 'IR57...0101' },
  WITHDRAWAL_RETURNED: { kind: 'WITHDRAWAL_RETURNED', amount: '499996000', to: 'IR57...0101', reason: '' },
  ADDRESS_SAVED: { kind: 'ADDRESS_SAVED', asset: 'CLASSIC_ETHEREUM', label: 'Ledger', to: '0x9d8A...5A4F' },
  WHITELIST_CHANGED: { kind: 'WHITELIST_CHANGED', on: false, heldUntil },
  STORE_PLACE_SET: { kind: 'STORE_PLACE_SET', asset: 'CLASSIC_ETHEREUM', to: '0x9d8A...5A4F' },
  STORE_PLACE_CHANGED: {
    kind: 'STORE_PLACE_CHANGED',
    asset: 'CLASSIC_ETHEREUM',
    to: '0x9d8A...5A4F',
    from: heldUntil,
  },
  STORE_WAITS: { kind: 'STORE_WAITS', amount: '499996000' },
  STORE_CARRIED: { kind: 'STORE_CARRIED', amount: '499996000' },
  STORE_ASKED: { kind: 'STORE_ASKED', amount: '499996000' },
  LEVEL_CHANGED: { kind: 'LEVEL_CHANGED', level: 'SILVER', up: true, fee: '0.35', feeTether: '0.26' },
  PRICE_ALERT: {
    kind: 'PRICE_ALERT',
    coin: 'CLASSIC_ETHEREUM',
    quote: 'TOMAN',
    direction: 'ABOVE',
    threshold: '2100000',
    price: '2100500',
    at: heldUntil,
    repeat: 'HOURLY',
  },
  ANNOUNCEMENT: {
    kind: 'ANNOUNCEMENT',
    slug: 'new-market',
    words: {
      fa: { title: 'بازار تازه‌ای باز شد', summary: 'از امروز می‌توانید معامله کنید.' },
      en: { title: 'A new market is open', summary: 'You can trade there from today.' },
    },
  },
  TICKET_RECEIVED: { kind: 'TICKET_RECEIVED', number: '48120375' },
  TICKET_ANSWERED: { kind: 'TICKET_ANSWERED', number: '48120375', text: '✓', account: true },
};
const notices = Object.values(NOTICES) as Notice[];
/** Kinds that may result from an attack. */
const WARNING = [
  'PASSWORD_CHANGED',
  'TWO_STEP_CHANGED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'RECOVERY_CODES_MADE',
  'RECOVERY_CODE_USED',
  'EMAIL_CHANGED',
  'MOBILE_CHANGED',
  'API_KEY_ADDED',
  'API_KEY_USED',
  'THAWING',
  'MAIL_PHRASE_CHANGED',
  'GOOGLE_LINKED',
  'NEW_DEVICE',
  'ADDRESS_SAVED',
  'WHITELIST_CHANGED',
] as const satisfies Notice['kind'][];
const languages = ['fa', 'en'] as const;
const PURPOSES: CodePurpose[] = [
  'SIGN_UP',
  'LOGIN',
  'STEP_UP',
  'TWO_STEP',
  'RESET',
  'EMAIL',
  'MOBILE',
  'WITHDRAWAL',
  'THAW',
];

/**
 * Checks an e-mail: nothing to load or click, the direction of the language, an equivalent plain text, and a
 * single-line subject.
 */
function expectSound({ subject, text, html }: Letter, language: 'fa' | 'en'): void {
  expect(html).toContain(`lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}"`);
  expect(html).not.toMatch(/<script|<img|<link|<a |href|src=|url\(|https?:|@import/i);
  expect(subject).toMatch(/^[^\r\n]{5,70}$/);
  expect(html).toContain(`<title>${subject.replaceAll("'", '&#39;')}</title>`);
  const foreign = language === 'fa' ? /\b(?!d\b)[a-z]{2,}(?!\.)\b/i : /[\u0600-\u06ff]/;
  // Isolated addresses and names are exempt.
  expect(text.replace(/\S+@\S+|[\u2066\u2068][^\u2069]*\u2069/g, '')).not.toMatch(foreign);
  const plain = html.replace(/<style>.*<\/style>/, '').replace(/<br>/g, '\n');
  for (const line of text.split('\n').filter((one) => one !== '' && one !== '-- '))
    expect(plain.replaceAll('&#39;', "'").replaceAll('&#34;', '"')).toContain(line.replace(/^• /, ''));
}

/** Checks an SMS: at most two parts, 67 characters each in Persian, 153 each in English within GSM 03.38. */
function expectShort(sms: string, language: 'fa' | 'en'): void {
  expect(sms.length).toBeLessThanOrEqual(language === 'fa' ? 2 * 67 : 2 * 153);
  if (language === 'en') expect(sms).toMatch(/^[A-Za-z0-9 \n.,:;'?!"()*+@-]+$/);
}

describe('codes', () => {
  it.each(PURPOSES.flatMap((purpose) => languages.map((language) => [purpose, language] as const)))(
    '%s in %s contains the code, its validity and instructions',
    (purpose, language) => {
      const letter = buildCodeMail(purpose, language, '012345', 300);
      expectSound(letter, language);
      expect(letter.text).toContain('\n\n012345\n\n');
      expect(letter.html).toContain('>012345</p>');
      expect(letter.subject).not.toContain('012345');
      const life = language === 'fa' ? '۵ دقیقه' : '5 minutes';
      expect(letter.text).toContain(life);
      expect(letter.text).toMatch(language === 'fa' ? /اگر شما/ : /If (it wasn't you|you didn't)/);
      const sms = buildCodeText(purpose, language, '012345', 300);
      expectShort(sms, language);
      expect(sms.split('\n')[0]).toMatch(/: 012345$/);
      expect(sms).toContain(life);
    },
  );

  it('has a text of its own for each purpose', () => {
    for (const language of languages) {
      const all = PURPOSES.map((purpose) => buildCodeMail(purpose, language, '012345', 120));
      expect(new Set(all.map(({ subject }) => subject)).size).toBe(PURPOSES.length);
      expect(new Set(PURPOSES.map((purpose) => buildCodeText(purpose, language, '012345', 120))).size).toBe(
        PURPOSES.length,
      );
    }
  });

  it('notifies the owner of an existing address without a code', () => {
    for (const language of languages) {
      const letter = buildAccountExistsMail(language);
      expectSound(letter, language);
      expect(letter.text + letter.html).not.toMatch(/\d{6}<|letter-spacing/);
    }
  });
});

describe('the code of a withdrawal', () => {
  const address = 'bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv';
  const withdrawal = { asset: 'BITCOIN', amount: '1234.50000001', to: address, tag: null } as const;

  it.each(languages)(
    'contains amount and destination in %s, the e-mail with the full address',
    (language) => {
      const letter = buildCodeMail('WITHDRAWAL', language, '012345', 120, withdrawal);
      expectSound(letter, language);
      expect(letter.text).toContain(address);
      expect(letter.text).toContain(language === 'fa' ? '۱٬۲۳۴٫۵۰۰۰۰۰۰۱ بیت‌کوین' : '1,234.50000001 Bitcoin');
      const sms = buildCodeText('WITHDRAWAL', language, '012345', 120, withdrawal);
      expectShort(sms, language);
      expect(sms.split('\n')[0]).toMatch(/: 012345$/);
      expect(sms).toContain('bc1qhk...pggv');
      expect(sms).toContain(language === 'fa' ? '۱٬۲۳۴٫۵۰۰۰۰۰۰۱ بیت‌کوین' : '1,234.50000001 Bitcoin');
    },
  );

  it.each(languages)('contains the tag and a masked Sheba in %s', (language) => {
    const tagged = {
      asset: 'RIPPLE',
      amount: '5',
      to: 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ',
      tag: '42',
    } as const;
    expect(buildCodeMail('WITHDRAWAL', language, '012345', 120, tagged).text).toMatch(/: \u2066?42\u2069?/);
    const toman = { asset: 'TOMAN', amount: '25000', to: `IR57${'*'.repeat(20)}0101`, tag: null } as const;
    expect(buildCodeText('WITHDRAWAL', language, '012345', 120, toman)).toContain('IR57...0101');
  });
});

describe('notices', () => {
  it('spells an IBAN as pages do and names its bank in a mail, and spells it plainly in an SMS', () => {
    const notice = { kind: 'WITHDRAWAL_PAID', amount: '5000', to: 'IR55057...0101' } as const;
    expect(buildNoticeMail(notice, 'en').text).toContain('Pasargad IR55 •••• 0101');
    expect(buildNoticeMail(notice, 'fa').text).toContain('بانک پاسارگاد \u2066IR55 •••• 0101\u2069');
    expect(buildNoticeText(notice, 'en')).toContain('account IR55...0101.');
  });

  it('says Toman whole', () => {
    for (const notice of notices) {
      const parts = (
        'amount' in notice ? { ...notice, asset: 'TOMAN', amount: '25000.75' } : notice
      ) as Notice;
      const texts = [buildNoticeMail(parts, 'en').text, buildNoticeText(parts, 'en')].join(' ');
      expect(texts, notice.kind).not.toMatch(/\d\.\d+ Toman/);
      if ('amount' in notice && 'asset' in notice) expect(texts, notice.kind).toContain('25,000 Toman');
    }
  });

  it.each(notices.flatMap((notice) => languages.map((language) => [notice.kind, language, notice] as const)))(
    'S10: %s in %s, as e-mail and SMS, contains no link or code',
    (_kind, language, notice) => {
      const letter = buildNoticeMail(notice, language);
      expectSound(letter, language);
      const sms = buildNoticeText(notice, language);
      expectShort(sms, language);
      expect(sms).toMatch(language === 'fa' ? /^صرّاف: [^\n]+$/ : /^Sarraf: [^\n]+$/);
      expect(letter.text + sms).not.toMatch(/(?<!\d)\d{5,6}(?!\d|\*)/);
    },
  );

  it.each(languages)(
    'in %s, a warning has one link, which freezes, and its SMS refers to the e-mail',
    (language) => {
      const freeze = `https://sarraf.example/freeze#${'A'.repeat(48)}`;
      for (const kind of WARNING) {
        const changed = { ...NOTICES[kind], freeze } as Notice;
        const { html, text } = buildNoticeMail(changed, language);
        expect(html.match(/<a |href=|https?:/g), kind).toEqual(['<a ', 'href=', 'https:']);
        expect(html).toContain(`href="${freeze}"`);
        // The link comes right after what happened, and nothing advises otherwise.
        const paragraphs = text.split('\n\n');
        const { lines, next = [], notYou } = NOTICE_MESSAGES[language][kind];
        const linkAt = paragraphs.findIndex((paragraph) => paragraph.endsWith(`: ${freeze}`));
        expect(linkAt, kind).toBeLessThanOrEqual(lines.length + ('heldUntil' in changed ? 2 : 1));
        expect(paragraphs.slice(linkAt + 1), kind).toHaveLength(next.length + 1);
        expect(text, kind).not.toContain(notYou);
        expect(buildNoticeMail(NOTICES[kind], language).text, kind).toContain(notYou);
        const sms = buildNoticeText(changed, language);
        expect(sms).toMatch(
          language === 'fa' ? /لینک مسدودسازی در ایمیل شماست\.$/ : /freeze link is in your email\.$/,
        );
        expect(sms).not.toMatch(/https?:|freeze#/);
        expect(sms.length, kind).toBeLessThanOrEqual(language === 'fa' ? 3 * 67 : 2 * 153);
        expect(buildInboxNote(changed, language, 'x')).toEqual(buildInboxNote(NOTICES[kind], language, 'x'));
      }
    },
  );

  it('have values for all placeholders, in every variant', () => {
    for (const language of languages) {
      for (const notice of notices) {
        const messages = JSON.stringify(NOTICE_MESSAGES[language][notice.kind]);
        const names = [...messages.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name);
        expect(Object.keys(valuesOf(notice, language)), notice.kind).toEqual(expect.arrayContaining(names));
      }
    }
  });

  it('contain the end of a withdrawal hold: in the Jalali calendar in Tehran time, or in UTC', () => {
    for (const notice of notices.filter((one) => 'heldUntil' in one)) {
      expect(buildNoticeMail(notice, 'fa').text).toContain('تا ۲۹ اردیبهشت ۱۴۰۶ ساعت ۲۳:۵۹ به وقت تهران');
      expect(buildNoticeText(notice, 'fa')).toContain('برداشت تا ۲۹ اردیبهشت ساعت ۲۳:۵۹ بسته است');
      expect(buildNoticeMail(notice, 'en').text).toContain('until 19 May 2027, 20:29 UTC');
      expect(buildNoticeText(notice, 'en')).toContain('until 19 May, 20:29 UTC');
    }
  });

  it('contain the new address of the account, masked', () => {
    for (const language of languages) {
      expect(buildNoticeMail(NOTICES.EMAIL_CHANGED, language).text).toContain('d***@sarraf.test');
      expect(buildNoticeMail(NOTICES.MOBILE_CHANGED, language).text).toContain('+98912***4567');
    }
    expect(buildNoticeMail({ kind: 'RECOVERY_CODE_USED', remaining: 0, heldUntil }, 'en').text).toContain(
      'You have no recovery codes left',
    );
  });

  it('contain why a withdrawal was refused or returned, and the full transaction id of a sent one', () => {
    for (const language of languages) {
      for (const kind of ['WITHDRAWAL_REFUSED', 'WITHDRAWAL_RETURNED'] as const)
        expect(buildNoticeMail({ ...NOTICES[kind], reason: 'حساب مسدود است' }, language).text).toContain(
          'حساب مسدود است',
        );
      expect(buildNoticeMail(NOTICES.WITHDRAWAL_SENT, language).text).toContain(NOTICES.WITHDRAWAL_SENT.txid);
      expect(buildNoticeText({ ...NOTICES.WITHDRAWAL_REFUSED, reason: 'x' }, language)).not.toContain('x');
    }
  });

  it('contain the outcome of each triggered order, within the length of an e-mail and an SMS', () => {
    const { ORDER_TRIGGERED: one, ORDER_LINKED: other } = NOTICES;
    for (const language of languages) {
      const texts = new Set<string>();
      for (const trigger of ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP', 'ENTRY', 'NONE'] as const)
        for (const side of ['buy', 'sell'] as const)
          for (const notice of [
            ...(['FILLED', 'PARTLY', 'WAITS', 'NOTHING'] as const).flatMap((outcome) =>
              (['NO_LIQUIDITY', 'SELF_TRADE'] as const).flatMap((endedBy) =>
                [true, false].map((linked) => ({ ...one, trigger, side, outcome, endedBy, linked })),
              ),
            ),
            { ...one, trigger, side, executed: '0.00', outcome: 'WAITS' as const },
            { ...other, trigger, side },
          ]) {
            const letter = buildNoticeMail(notice, language);
            expectSound(letter, language);
            expectShort(buildNoticeText(notice, language), language);
            // Codes must be translated to text.
            expect(letter.text).not.toMatch(/[A-Z]{3,}_|null|true|false/);
            if (trigger !== 'NONE' || notice.kind === 'ORDER_LINKED') texts.add(`${trigger} ${letter.text}`);
          }
      // PARTLY and NOTHING include the reason; for the others it makes no difference.
      expect(texts.size).toBe(4 * 2 * (2 * (1 + 2 + 1 + 2) + 1) + 5 * 2);
    }
  });

  it('contain in words why a recurring purchase was skipped', () => {
    for (const language of languages)
      expect(buildNoticeMail(NOTICES.RECURRING_SKIPPED, language).text).not.toContain('NOT_ENOUGH_BALANCE');
  });

  it('contain no time if there is no hold', () => {
    for (const language of languages) {
      const on = { kind: 'WHITELIST_CHANGED', on: true, heldUntil: null } as const;
      expectSound(buildNoticeMail(on, language), language);
      expectShort(buildNoticeText(on, language), language);
      expect(buildNoticeText(on, language)).not.toMatch(/UTC|ساعت/);
    }
  });

  it('contain each reason of a refusal in words, once', () => {
    for (const language of languages) {
      const reasons = [...REFUSAL_REASONS];
      const { text } = buildNoticeMail({ kind: 'VERIFICATION_REFUSED', reasons, note: '' }, language);
      const items = text.split('\n').filter((line) => line.startsWith('• '));
      expect(new Set(items).size).toBe(REFUSAL_REASONS.length);
    }
  });

  it('escape markup in a note by staff, and leave it unchanged in plain text', () => {
    const note = '<img src=x onerror="alert(1)">\n</p></td><a href="https://evil.test">&amp; \'go\'</a>';
    const letter = buildNoticeMail({ kind: 'CHANGE_REFUSED', reasons: ['OTHER'], note }, 'en');
    expect(letter.html).not.toMatch(/<img|<a |href="|onerror="/);
    expect(letter.html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;<br>&#60;/p&#62;');
    expect(letter.html).toContain('&#38;amp;');
    expect(letter.text).toContain(note);
    expect(letter.subject).not.toContain('img');
    expect(buildNoticeText({ kind: 'CHANGE_REFUSED', reasons: ['OTHER'], note }, 'en')).not.toContain('img');
  });
});
