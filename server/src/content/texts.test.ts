/** The texts that come with the product (content/): whole, in both languages, leading somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTextIndex, searchTexts } from '@sarraf/domain';
import { ARTICLE_KINDS, FAQ_SUBJECTS, PAGE_NAMES } from '@sarraf/domain/contracts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readContentFiles, readPrivacyPolicy } from './content-files.ts';
import { inspectHtml, sanitise } from './sanitise.ts';

interface Text {
  kind: string;
  slug: string;
  language: string;
  coin: string | null;
  subject: string | null;
  title: string;
  summary: string;
  body: string;
  picture: string | null;
  place: number;
}

const WEB = join(import.meta.dirname, '../../../web');
const texts: readonly Text[] = [
  ...readContentFiles().map(({ kind, slug, language, text }) => ({ kind, slug, language, ...text })),
  ...(['fa', 'en'] as const).map((language) => ({
    ...{
      kind: 'PRIVACY',
      slug: 'privacy',
      language,
      coin: null,
      subject: null,
      title: '',
      summary: '',
      picture: null,
      place: 0,
    },
    body: readPrivacyPolicy(language),
  })),
];

const nameOf = ({ kind, slug, language }: Text) => `${kind} ${slug} ${language}`;
const ofKind = (kind: string, language: string) =>
  texts.filter((text) => text.kind === kind && text.language === language);
/** Returns the invalid texts, with their problems. */
const findProblems = (find: (text: Text) => readonly string[]) =>
  texts.flatMap((text) => find(text).map((problem) => `${nameOf(text)}: ${problem}`));
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match);

it('the texts cover what a visitor needs', () => {
  for (const language of ['fa', 'en']) {
    const counts = Object.fromEntries(ARTICLE_KINDS.map((kind) => [kind, ofKind(kind, language).length]));
    expect(counts.FAQ).toBeGreaterThanOrEqual(20);
    expect(counts.MANUAL).toBeGreaterThanOrEqual(10);
    expect(counts.ANNOUNCEMENT).toBeGreaterThanOrEqual(3);
    expect(ofKind('BLOG', language).filter(({ coin }) => coin === null).length).toBeGreaterThanOrEqual(6);
    const pages = ofKind('PAGE', language).map(({ slug }) => slug);
    expect(pages.sort()).toEqual([...PAGE_NAMES].sort());
  }
});

it('the texts have the same parts in both languages', () => {
  const shapeOf = ({ body, place, coin, subject, picture }: Text) => ({
    place,
    coin,
    subject,
    picture: picture?.replace(/\/(fa|en)\//, '/'),
    tags: matches(body, /<(?:h[2-4]|p|li|tr|th|td|img)(?=[ >])/g),
  });
  const [fa, en] = (['fa', 'en'] as const).map((language) =>
    Object.fromEntries(
      texts
        .filter((text) => text.language === language)
        .map((text) => [`${text.kind} ${text.slug}`, shapeOf(text)]),
    ),
  );
  expect(en).toEqual(fa);
});

it('the texts have content wherever pages show them', () => {
  const lacking = findProblems(({ kind, summary, body, picture, coin }) => [
    ...(['BLOG', 'PAGE', 'ANNOUNCEMENT'].includes(kind) && summary === '' ? ['no summary'] : []),
    ...(kind === 'BLOG' && coin === null && picture === null ? ['no picture'] : []),
    ...(body.replace(/<[^>]*>/g, '').trim().length < 150 ? ['hardly a word'] : []),
  ]);
  expect(lacking).toEqual([]);
});

/** Returns unclosed tags, unopened ones, and text outside every block. */
function findNestingErrors(body: string): string[] {
  const open: string[] = [];
  for (const [tag, end, name = '', rest = ''] of body.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/g)) {
    if (name === 'br' || name === 'img') continue;
    if (!end) open.push(name);
    else if (open.pop() !== name) return [`${tag}${rest} closes nothing`];
  }
  const loose = body.replace(/<(p|ul|ol|table|h[2-4])[ >][\s\S]*?<\/\1>/g, '').trim();
  return [...open.map((name) => `<${name}> stays open`), ...(loose ? [`loose: ${loose.slice(0, 40)}`] : [])];
}

it('the texts are unchanged by the sanitiser', () => {
  expect(findProblems(({ body }) => (sanitise(body) === body ? [] : ['is changed']))).toEqual([]);
});

it('the texts are well-formed, with known tags', () => {
  expect(findProblems(({ body }) => [...findNestingErrors(body), ...inspectHtml(body).leftOut])).toEqual([]);
  expect(findNestingErrors('<p>a <strong>b</p>')).not.toEqual([]);
  expect(inspectHtml('<p onclick="a()">a</p><video></video>').leftOut).not.toEqual([]);
});

/** Returns each path of the web's route records as a pattern, except the catch-all. */
function routes(): RegExp[] {
  const source = ['src/routes.tsx', 'src/personal-routes.ts']
    .map((file) => readFileSync(join(WEB, file), 'utf8'))
    .join('\n');
  const auth = /AUTH: readonly RouteRecord\[\] = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  return [...matches(source, /(?<=path: ')\/(?!\*)[^']*/g), ...matches(auth, /(?<=')[^']+(?=')/g)].map(
    patternOf,
  );
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').filter(Boolean);
  const patterns = parts.map((part) => {
    if (part === '*') return '(?:/.*)?';
    if (!part.startsWith(':')) return `/${part}`;
    return part.endsWith('?') ? '(?:/[\\w-]+)?' : '/[\\w-]+';
  });
  return new RegExp(`^${patterns.join('')}/?$`);
}

describe('the questions', () => {
  const questions = (language: string) => [...ofKind('FAQ', language)].sort((a, b) => a.place - b.place);

  it('start with the most frequent ones, which the home page shows', () => {
    expect(
      questions('fa')
        .slice(0, 6)
        .map(({ slug }) => slug),
    ).toEqual([
      'how-to-start',
      'toman-deposit-ways',
      'toman-withdrawal-time',
      'verification-time',
      'fees-and-levels',
      'how-money-is-kept',
    ]);
    const places = questions('fa').map(({ place }) => place);
    expect(new Set(places).size).toBe(places.length);
  });

  it('have a subject each, except those about the account and the exchange itself', () => {
    const all = questions('fa');
    expect(new Set(all.flatMap(({ subject }) => subject ?? []))).toEqual(new Set(FAQ_SUBJECTS));
    expect(all.filter(({ subject }) => subject === null).map(({ slug }) => slug)).toEqual([
      'how-to-start',
      'referral',
      'tax-statement',
      'company-page',
      'close-account',
      'language-and-theme',
    ]);
  });

  it.each([
    ['fa', 'کارت به کارت', 'toman-deposit-ways'],
    ['fa', 'واریز نشد', 'card-deposit-failed'],
    ['fa', '2FA', 'which-two-step'],
    ['fa', 'رمز دوم', 'which-two-step'],
    ['fa', 'هک', 'suspected-breach'],
    ['fa', 'لیمیت برداشت', 'withdrawal-limits'],
    ['fa', 'پسورد', 'forgot-password'],
    ['fa', 'پیامک نمیاد', 'code-not-arriving'],
    ['fa', 'BEP20', 'wrong-network'],
    ['fa', 'احرازهویت', 'verification-time'],
    ['fa', 'كارمزد', 'fees-and-levels'],
    ['fa', 'برداشط تومان', 'toman-withdrawal-time'],
    ['en', 'hacked', 'suspected-breach'],
    ['en', 'withdrawel limit', 'withdrawal-limits'],
    ['en', 'KYC', 'verification-time'],
    ['en', 'tax', 'tax-statement'],
  ])('in %s are found by “%s”: %s', (language, typed, slug) => {
    const index = buildTextIndex(questions(language), ({ title, body }) => ({ title, body }));
    const slugs = searchTexts(index, typed).map((text) => text.slug);
    expect(slugs.slice(0, 6)).toContain(slug);
    expect(slugs.length).toBeLessThan(questions(language).length / 2);
  });
});

describe('links in texts', () => {
  it('lead to pages of the web, and to existing texts', () => {
    const knownRoutes = routes();
    expect(knownRoutes.some((route) => route.test('/profile/settings'))).toBe(true);
    expect(knownRoutes.some((route) => route.test('/profile/no-such-page'))).toBe(false);
    const slugs = new Set(ofKind('BLOG', 'fa').map(({ slug }) => `/blog/${slug}`));
    const lost = findProblems(({ body }) =>
      [...body.matchAll(/href="([^"]*)"/g)]
        .map(([, href = '']) => href.replace(/[?#].*$/, ''))
        .filter(
          (path) =>
            !knownRoutes.some((route) => route.test(path)) || (/^\/blog\/./.test(path) && !slugs.has(path)),
        )
        .map((path) => `leads to ${path}`),
    );
    expect(lost).toEqual([]);
  });
});

describe('pictures in texts', () => {
  const shownIn = ({ body, picture }: Text) => [
    ...(picture === null ? [] : [{ src: picture, tag: '' }]),
    ...[...body.matchAll(/<img [^>]*src="([^"]*)"[^>]*>/g)].map(([tag, src = '']) => ({ src, tag })),
  ];

  it('exist, in the language of the text', () => {
    const isHere = (src: string, language: string) =>
      (src.startsWith('/content/') || src.startsWith(`/guide/${language}/`)) &&
      existsSync(join(WEB, 'public', src));
    const missing = findProblems((text) =>
      shownIn(text)
        .map(({ src }) => src)
        .filter((src) => !isHere(src, text.language)),
    );
    expect(missing).toEqual([]);
  });

  it('have a description and their size', async () => {
    const wrong: string[] = [];
    for (const text of texts) {
      for (const { src, tag } of shownIn(text)) {
        if (tag === '') continue;
        const [alt = '', width = '', height = ''] = ['alt', 'width', 'height'].map(
          (name) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '',
        );
        const file = await sharp(join(WEB, 'public', src)).metadata();
        const scale = file.width / Number.parseInt(width, 10);
        if (alt.length < 10 || file.height !== Math.round(scale * Number.parseInt(height, 10)))
          wrong.push(`${nameOf(text)}: ${tag}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

const words = ({ title, summary, body }: Text) => `${title}\n${summary}\n${body.replace(/<[^>]*>/g, ' ')}`;

it('the texts are right about what needs two staff members, and about how an order ends', () => {
  const body = (slug: string, language: string) =>
    texts.find((text) => text.slug === slug && text.language === language)?.body;
  expect(body('about', 'fa')).toMatch(/برداشت خیلی بزرگ، [^.]* را هیچ‌کس تنها تأیید نمی‌کند/);
  expect(body('about', 'en')).toContain('No one person alone can approve a very large withdrawal');
  expect(body('order-statuses', 'fa')).toContain('یا باقی با سفارش دیگری از خودتان معامله می‌شد.');
  expect(body('order-statuses', 'en')).toContain(
    'or the rest would have traded with another order of your own.',
  );
  const slips = /بی‌گرد کردن|چه چیزی قول|سود قول|دریافت و به حساب شرکت/g;
  expect(findProblems((text) => matches(text.body, slips))).toEqual([]);
});

describe('characters in texts', () => {
  it('of the Persian texts are Persian: no Arabic ye, kaf or digits, no hamza over he, no other script', () => {
    const foreign = (text: Text) =>
      text.language === 'fa' ? matches(words(text), /[يكىةۀ\u0654٠-٩"',;?]/g) : [];
    expect(findProblems(foreign)).toEqual([]);
  });

  it('of the Persian figures are Persian except in names and codes', () => {
    // Addresses of coins start with bare digits (1, 3, 7), and their texts say so.
    const latin = (text: Text) =>
      text.language === 'fa' && text.coin === null
        ? matches(words(text), /(?<![A-Za-z0-9])[0-9][0-9.,]*(?![A-Za-z0-9])/g)
        : [];
    expect(findProblems(latin)).toEqual([]);
  });

  it('include half-spaces where Persian needs them', () => {
    const apart =
      /(?<=^|[\s(«])ن?می (?=[آ-ی])|[آ-ی] (?:ها|های|هایی|تر|ترین|ام|اید|اند)(?=[\s.،؛:)»]|$)|\u200c(?=\s)|(?<=\s)\u200c/gm;
    expect('می شود'.match(apart)).not.toBeNull();
    expect(findProblems((text) => (text.language === 'fa' ? matches(words(text), apart) : []))).toEqual([]);
  });

  it('of the English texts are English, with typographic quotation marks', () => {
    const foreign = (text: Text) =>
      text.language === 'en' && text.coin === null ? matches(words(text), /[؀-ۿ"']/g) : [];
    expect(findProblems(foreign)).toEqual([]);
  });

  it('have no double spaces and no space before a full stop', () => {
    const body = ({ body }: Text) => matches(body, / {2,}| +(?=[.,،؛:](?:\s|<))/g);
    expect(findProblems(body)).toEqual([]);
  });
});

/** Quotations that are not labels of ours, with the reason. */
const NO_LABELS: Readonly<Record<'fa' | 'en', Readonly<Record<string, string>>>> = {
  fa: {
    'آزاد کردن برداشت': 'said by those who deceive',
    استیبل: 'a word that is explained',
    اسپرد: 'a word that is explained',
    شارد: 'a word that is explained',
    مسترنود: 'a word that is explained',
    ممو: 'a word that is explained',
    'پول نقد دیجیتال': 'a word that is explained',
    'تگ مقصد': 'a word that is explained',
    'بستن حساب': 'written by the reader as the subject of a ticket',
    'ورود ناشناس': 'written by the reader as the subject of a message',
    'شناسه پرداخت': 'a field of the bank’s app',
    ما: 'a party of the terms',
  },
  en: {
    'Close my account': 'written by the reader as the subject of a ticket',
    'Unknown login': 'written by the reader as the subject of a message',
    'market price': 'a word that is explained',
    'payment identifier': 'a field of the bank’s app',
    profit: 'said by those who deceive',
    'release your withdrawal': 'said by those who deceive',
    stable: 'a word that is explained',
    we: 'a party of the terms',
  },
};

const MESSAGES = join(import.meta.dirname, '../../../messages/web');

function labelsOf(language: string): ReadonlySet<string> {
  const labels = new Set<string>();
  const collect = (part: unknown): void => {
    // A label that marks some of its words reads without the marks.
    if (typeof part === 'string') labels.add(part.replace(/<[^>]*>/g, '').trim());
    else for (const value of Object.values(part as object)) collect(value);
  };
  for (const name of readdirSync(join(MESSAGES, language)))
    collect(JSON.parse(readFileSync(join(MESSAGES, language, name), 'utf8')));
  return labels;
}

describe.each([
  ['fa', /«([^»]*)»/g],
  ['en', /“([^”]*)”/g],
] as const)('a label that is quoted (%s)', (language, quotation) => {
  const labels = labelsOf(language);
  const exceptions = NO_LABELS[language];
  const own = texts.filter((text) => text.language === language);
  const titles = new Set(own.map(({ title }) => title));
  const quoted = own.flatMap((text) =>
    [...`${text.summary} ${text.body}`.matchAll(quotation)].map(([, words = '']) => ({
      text,
      words: words.replace(/<[^>]*>/g, '').trim(),
    })),
  );

  it('stands on a page as it is written, is the title of a text, or is an exception with its reason', () => {
    expect(quoted.length).toBeGreaterThan(100);
    const unknown = quoted.filter(
      ({ words }) => !labels.has(words) && !titles.has(words) && !(words in exceptions),
    );
    expect(unknown.map(({ text, words }) => `${nameOf(text)}: ${words}`)).toEqual([]);
  });

  it('no exception is left without a use', () => {
    const used = new Set(quoted.map(({ words }) => words));
    expect(Object.keys(exceptions).filter((words) => !used.has(words) || labels.has(words))).toEqual([]);
  });
});
