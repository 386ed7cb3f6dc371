import { searchKey, slipsOf, slipsToBegin, wordsOf } from './search.ts';

/** Synonyms: a query with one of them finds texts with any other. */
const SAME_MEANING: readonly (readonly string[])[] = [
  ['واریز', 'کارت به کارت', 'شارژ', 'شارژ حساب', 'شارژ کیف پول', 'deposit', 'top up', 'add money'],
  ['برداشت', 'نقد کردن', 'درآوردن پول', 'withdraw', 'withdrawal', 'cash out'],
  [
    'نشد',
    'نیامد',
    'نیومد',
    'نرسید',
    'نمیاد',
    'نمی‌آید',
    'ناموفق',
    'missing',
    'failed',
    'not arrived',
    'didn’t arrive',
  ],
  [
    'ورود دومرحله‌ای',
    'رمز دوم',
    'تأیید دو مرحله‌ای',
    'دو مرحله‌ای',
    'دو عاملی',
    'رمزساز',
    'گوگل اتنتیکیتور',
    '2fa',
    'otp',
    'two-step',
    'two factor',
    'authenticator',
  ],
  ['گذرکلید', 'پسکی', 'پس کی', 'اثر انگشت', 'passkey', 'fingerprint', 'face id'],
  ['رمز عبور', 'پسورد', 'پس ورد', 'گذرواژه', 'کلمه عبور', 'password'],
  ['احراز هویت', 'تأیید هویت', 'احراز', 'مدارک', 'kyc', 'verification', 'verify', 'documents'],
  ['کارمزد', 'کمیسیون', 'هزینه', 'fee', 'fees', 'commission', 'cost'],
  ['سقف', 'محدودیت', 'لیمیت', 'حداکثر', 'limit', 'maximum'],
  ['حداقل', 'کف', 'minimum', 'smallest'],
  ['کد', 'پیامک', 'اس ام اس', 'sms', 'text message', 'code'],
  ['ایمیل', 'جیمیل', 'email', 'e-mail', 'gmail', 'mail'],
  ['موبایل', 'گوشی', 'تلفن', 'شماره', 'mobile', 'phone'],
  ['هک', 'هک شده', 'دزدی', 'سرقت', 'نفوذ', 'کلاهبرداری', 'hack', 'hacked', 'stolen', 'scam'],
  ['مسدود', 'بلاک شده', 'فریز', 'بسته', 'freeze', 'frozen', 'blocked', 'paused', 'on hold'],
  ['تتر', 'usdt', 'tether', 'دلار دیجیتال'],
  ['trc20', 'ترون', 'trx', 'tron'],
  ['شبا', 'شماره حساب', 'کارت بانکی', 'حساب بانکی', 'iban', 'sheba', 'bank account', 'bank card'],
  ['پایا', 'ساتنا', 'حواله', 'paya', 'satna', 'bank transfer'],
  ['درگاه', 'پرداخت اینترنتی', 'gateway'],
  ['مالیات', 'صورت‌حساب', 'tax', 'statement'],
  ['دعوت', 'معرفی', 'رفرال', 'زیرمجموعه', 'referral', 'invite', 'affiliate'],
  ['تگ', 'ممو', 'tag', 'memo'],
  ['شناسه تراکنش', 'هش', 'تی ایکس', 'txid', 'tx hash', 'hash', 'transaction id'],
  [
    'بستن حساب',
    'حذف حساب',
    'حذف اکانت',
    'دیلیت اکانت',
    'close my account',
    'close account',
    'delete account',
  ],
  ['شبکه', 'بلاک‌چین', 'network', 'chain'],
  ['فروشگاه', 'لینک پرداخت', 'پذیرنده', 'merchant', 'shop', 'store', 'payment link'],
  ['زمان', 'چقدر طول', 'کی میاد', 'مدت', 'how long', 'when', 'time'],
];

/** Stop words, which occur in every question. */
const EMPTY_WORDS =
  'من را رو از در به با که و یا یک این آن است هست شد شده کنم کنیم میشه چرا چطور چگونه چه چی برای my the a an is are was do does did i to in of on it for and or how why what can';

/** Limits for the cost of a search, whatever the query and the length of the texts. */
const MAX_TYPED = 80;
const MAX_WORDS = 8;
const MAX_TEXT = 20_000;
const MAX_VOCABULARY = 5_000;
/** Maximum letters of an ending in another form of a word: «واریزها», "deposits". */
const ENDING = 3;

interface IndexedText<T> {
  entry: T;
  title: string;
  /** Words of the title, and of the whole text. */
  words: { title: readonly string[]; all: readonly string[] };
  /** All words concatenated, for finding phrases. */
  keys: { title: string; all: string };
}

export interface TextIndex<T> {
  texts: readonly IndexedText<T>[];
  vocabulary: readonly string[];
}

const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z#0-9]+;/gi, ' ')
    .slice(0, MAX_TEXT);

/** Builds the index of a page's texts once; titles are plain, bodies HTML. */
export function indexTexts<T>(
  entries: readonly T[],
  partsOf: (entry: T) => { title: string; body: string },
): TextIndex<T> {
  const texts = entries.map((entry) => {
    const { title, body } = partsOf(entry);
    const words = { title: wordsOf(title), all: [...new Set(wordsOf(`${title} ${plainText(body)}`))] };
    const keys = { title: searchKey(title), all: searchKey(`${title} ${plainText(body)}`) };
    return { entry, title, words, keys };
  });
  const vocabulary = [...new Set(texts.flatMap(({ words }) => words.all))].slice(0, MAX_VOCABULARY);
  return { texts, vocabulary };
}

/** Alternative spellings of a query term: a text matches if it has one of them. */
type Term = readonly string[];

/**
 * Returns the texts that match all terms or their synonyms; if there are none, those that match most. Matches in
 * the title come first, otherwise the order is kept.
 */
export function findTexts<T>({ texts, vocabulary }: TextIndex<T>, typed: string): T[] {
  const short = typed.slice(0, MAX_TYPED);
  const whole = searchKey(short);
  if (whole === '') return texts.map(({ entry }) => entry);
  const terms = termsOf(wordsOf(short).slice(0, MAX_WORDS), vocabulary);
  const scored = texts.map((text) => {
    const inTitle = terms.filter((term) => has(term, text.words.title, text.keys.title)).length;
    const inAll = terms.filter((term) => has(term, text.words.all, text.keys.all)).length;
    const named = text.keys.title.includes(whole);
    return { entry: text.entry, found: named ? MAX_WORDS : inAll, named: named ? MAX_WORDS : inTitle };
  });
  const most = Math.max(0, ...scored.map(({ found }) => Math.min(found, terms.length)));
  if (most === 0 || most * 2 < terms.length) return [];
  return scored
    .filter(({ found }) => found >= most)
    .sort((a, b) => b.named - a.named)
    .map(({ entry }) => entry);
}

function termsOf(words: readonly string[], vocabulary: readonly string[]): Term[] {
  readOnce ??= readWords();
  const { groups, empty } = readOnce;
  const terms: Term[] = [];
  const left = [...words];
  for (const group of groups)
    for (const phrase of group.phrases) {
      const at = startOf(phrase, left);
      if (at === -1) continue;
      left.splice(at, phrase.length);
      if (!terms.includes(group.keys)) terms.push(group.keys);
    }
  const meant = left.filter((word) => !empty.has(word));
  // A query of stop words only searches for them.
  for (const word of terms.length + meant.length === 0 ? left : meant)
    terms.push(
      vocabulary.some((known) => known.startsWith(word)) ? [word] : [word, ...nearest(word, vocabulary)],
    );
  return terms;
}

/**
 * Built by the first search, so that pages without one don't pay for it. Longer phrases first, so that «کارت به
 * کارت» isn't split.
 */
function readWords() {
  const groups = SAME_MEANING.map((group) => ({
    keys: group.map(searchKey),
    phrases: group.map(wordsOf).sort((a, b) => b.length - a.length),
  }));
  return { groups, empty: new Set(wordsOf(EMPTY_WORDS)) };
}
let readOnce: ReturnType<typeof readWords> | undefined;

const startOf = (phrase: readonly string[], words: readonly string[]): number =>
  words.findIndex((_, at) => phrase.every((word, i) => isForm(words[at + i] ?? '', word)));

/** Whether a word is another one, its plural, or has an ending like the Persian «واریزم». */
const isForm = (word: string, of: string): boolean =>
  word === of || (of.length > 2 && word.startsWith(of) && word.length - of.length < ENDING);

const has = (term: Term, words: readonly string[], key: string): boolean =>
  term.some((one) => words.some((word) => word.startsWith(one)) || (one.length > 3 && key.includes(one)));

/** Returns words of the texts that a misspelt one may be. */
function nearest(word: string, vocabulary: readonly string[]): string[] {
  const slips = slipsOf(word);
  return slips === 0
    ? []
    : vocabulary.filter((known) => known.length >= word.length - slips && slipsToBegin(word, known) <= slips);
}
