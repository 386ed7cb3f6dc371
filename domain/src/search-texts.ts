import { countTyposToPrefix, maxTyposFor, normalizeSearchText, splitSearchWords } from './search.ts';

/** Synonyms: a query with one of them finds texts with any other. */
const SYNONYMS: readonly (readonly string[])[] = [
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
const STOP_WORDS =
  'من را رو از در به با که و یا یک این آن است هست شد شده کنم کنیم میشه چرا چطور چگونه چه چی برای my the a an is are was do does did i to in of on it for and or how why what can';

/** Limits for the cost of a search, whatever the query and the length of the texts. */
const MAX_QUERY_LENGTH = 80;
const MAX_WORDS = 8;
const MAX_TEXT_LENGTH = 20_000;
const MAX_VOCABULARY = 5_000;
/** Maximum letters of an ending in another form of a word: «واریزها», "deposits". */
const MAX_ENDING_LENGTH = 3;

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

const stripMarkup = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z#0-9]+;/gi, ' ')
    .slice(0, MAX_TEXT_LENGTH);

/** Builds the index of a page's texts once; titles are plain, bodies HTML. */
export function buildTextIndex<T>(
  entries: readonly T[],
  partsOf: (entry: T) => { title: string; body: string },
): TextIndex<T> {
  const texts = entries.map((entry) => {
    const { title, body } = partsOf(entry);
    const words = {
      title: splitSearchWords(title),
      all: [...new Set(splitSearchWords(`${title} ${stripMarkup(body)}`))],
    };
    const keys = {
      title: normalizeSearchText(title),
      all: normalizeSearchText(`${title} ${stripMarkup(body)}`),
    };
    return { entry, title, words, keys };
  });
  const vocabulary = [...new Set(texts.flatMap(({ words }) => words.all))].slice(0, MAX_VOCABULARY);
  return { texts, vocabulary };
}

/** Alternative spellings of a query term: a text matches if it has one of them. */
type TermSpellings = readonly string[];

/**
 * Returns the texts that match all terms or their synonyms; if there are none, those that match most. Matches in
 * the title come first, otherwise the order is kept.
 */
export function searchTexts<T>({ texts, vocabulary }: TextIndex<T>, typed: string): T[] {
  const query = typed.slice(0, MAX_QUERY_LENGTH);
  const queryKey = normalizeSearchText(query);
  if (queryKey === '') return texts.map(({ entry }) => entry);
  const terms = buildTerms(splitSearchWords(query).slice(0, MAX_WORDS), vocabulary);
  const scored = texts.map((text) => {
    const inTitle = terms.filter((term) => matchesTerm(term, text.words.title, text.keys.title)).length;
    const inAll = terms.filter((term) => matchesTerm(term, text.words.all, text.keys.all)).length;
    const isInTitle = text.keys.title.includes(queryKey);
    return {
      entry: text.entry,
      found: isInTitle ? MAX_WORDS : inAll,
      named: isInTitle ? MAX_WORDS : inTitle,
    };
  });
  const maxFound = Math.max(0, ...scored.map(({ found }) => Math.min(found, terms.length)));
  if (maxFound === 0 || maxFound * 2 < terms.length) return [];
  return scored
    .filter(({ found }) => found >= maxFound)
    .sort((a, b) => b.named - a.named)
    .map(({ entry }) => entry);
}

function buildTerms(words: readonly string[], vocabulary: readonly string[]): TermSpellings[] {
  synonyms ??= buildSynonyms();
  const { groups, empty } = synonyms;
  const terms: TermSpellings[] = [];
  const remainingWords = [...words];
  for (const group of groups)
    for (const phrase of group.phrases) {
      const at = findPhraseIndex(phrase, remainingWords);
      if (at === -1) continue;
      remainingWords.splice(at, phrase.length);
      if (!terms.includes(group.keys)) terms.push(group.keys);
    }
  const searchedWords = remainingWords.filter((word) => !empty.has(word));
  // A query of stop words only searches for them.
  for (const word of terms.length + searchedWords.length === 0 ? remainingWords : searchedWords)
    terms.push(
      vocabulary.some((vocabularyWord) => vocabularyWord.startsWith(word))
        ? [word]
        : [word, ...findSimilarWords(word, vocabulary)],
    );
  return terms;
}

/**
 * Built by the first search, so that pages without one don't pay for it. Longer phrases first, so that «کارت به
 * کارت» isn't split.
 */
function buildSynonyms() {
  const groups = SYNONYMS.map((group) => ({
    keys: group.map(normalizeSearchText),
    phrases: group.map(splitSearchWords).sort((a, b) => b.length - a.length),
  }));
  return { groups, empty: new Set(splitSearchWords(STOP_WORDS)) };
}
let synonyms: ReturnType<typeof buildSynonyms> | undefined;

const findPhraseIndex = (phrase: readonly string[], words: readonly string[]): number =>
  words.findIndex((_, at) => phrase.every((word, i) => isInflectionOf(words[at + i] ?? '', word)));

/** Whether a word is another one, its plural, or has an ending like the Persian «واریزم». */
const isInflectionOf = (word: string, base: string): boolean =>
  word === base ||
  (base.length > 2 && word.startsWith(base) && word.length - base.length < MAX_ENDING_LENGTH);

const matchesTerm = (term: TermSpellings, words: readonly string[], key: string): boolean =>
  term.some(
    (spelling) =>
      words.some((word) => word.startsWith(spelling)) || (spelling.length > 3 && key.includes(spelling)),
  );

/** Returns words of the texts that a misspelt one may be. */
function findSimilarWords(word: string, vocabulary: readonly string[]): string[] {
  const maxTypos = maxTyposFor(word);
  return maxTypos === 0
    ? []
    : vocabulary.filter(
        (searchWord) =>
          searchWord.length >= word.length - maxTypos && countTyposToPrefix(word, searchWord) <= maxTypos,
      );
}
