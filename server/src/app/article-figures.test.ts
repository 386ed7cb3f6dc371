/** Every figure named in the texts of content/ is known, and no figure that the product has is written out in them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { readContentFiles, readPrivacyPolicy } from '../content/content-files.ts';
import { fillFiguresInHtml, listFigureNames, type TextFigures } from '../content/figures.ts';
import { createMarketRowTables } from '../market/business-rows.ts';
import type { CoinRow } from '../market/coins.ts';
import { loadCoins } from '../market/store.ts';
import { manualClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { createLevelRows } from '../referral/business-rows.ts';
import { createRuleBook } from '../rules/index.ts';
import { createArticleFigures } from './article-figures.ts';
import { listRowTables } from './row-tables.ts';

const LANGUAGES = ['fa', 'en'] as const;
type Language = (typeof LANGUAGES)[number];
let test: TestDatabase;
let database: Database;
let figures: (language: Language) => Promise<TextFigures>;
const figuresByLanguage = {} as Record<Language, TextFigures>;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
  const { db } = database;
  const rules = await createRuleBook({
    db,
    clock: manualClock(Date.now()),
    log: createLog('silent'),
    emailsOf: async () => new Map(),
  });
  const reread = async () => {};
  figures = async (language) => {
    const { coins } = await loadCoins(db);
    return createArticleFigures({
      db,
      rules,
      market: { coin: (asset) => coins.get(asset) as CoinRow },
      tables: listRowTables(
        { businessRows: createMarketRowTables(reread, []) },
        { businessRows: createLevelRows(reread) },
      ),
      operator: async () => ({
        name: 'Sarraf & Co',
        registrationNumber: '',
        nationalId: '',
        address: 'Tehran',
        email: 'a@sarraf.test',
        number: '021',
      }),
    })(language);
  };
  for (const language of LANGUAGES) figuresByLanguage[language] = await figures(language);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const texts = [
  ...readContentFiles().map(({ kind, slug, language, text: { title, summary, body } }) => ({
    name: `${kind.toLowerCase()}/${slug}`,
    language: language as Language,
    text: `${title}\n${summary}\n${body}`,
  })),
  ...LANGUAGES.map((language) => ({
    name: 'privacy-policy',
    language,
    text: readPrivacyPolicy(language),
  })),
];

it('every figure named in a text exists, in both languages, under the same names', () => {
  const unknown = texts.flatMap(({ name, language, text }) =>
    listFigureNames(text)
      .filter((figure) => !figuresByLanguage[language].has(figure))
      .map((figure) => `${name}.${language}: {${figure}}`),
  );
  expect(unknown).toEqual([]);
  const describeFigures = (language: Language) =>
    Object.fromEntries(
      texts
        .filter((one) => one.language === language)
        .map(({ name, text }) => [name, [...new Set(listFigureNames(text))].sort()]),
    );
  expect(describeFigures('en')).toEqual(describeFigures('fa'));
  expect([...figuresByLanguage.en.keys()]).toEqual([...figuresByLanguage.fa.keys()]);
});

/** Texts with figures that are no setting. */
const OWN_FIGURES: Readonly<Record<string, string>> = {
  'blog/what-a-fee-costs': 'a sum with made-up figures',
  'blog/reading-a-receipt': 'a sum with made-up figures',
  'blog/order-book': 'a made-up order book',
};
const UNITS: Readonly<Record<Language, RegExp>> = {
  fa: /[۰-۹][۰-۹٬٫:]*(?: (?:هزار|میلیون|میلیارد))? ?(?:درصد|٪|ثانیه|دقیقه|ساعت|روز|تومان|تتر|تأیید|بلاک|مگابایت|کد |سفارش|گذرکلید|آدرس|هشدار)|ساعت [۰-۹]+|[۰-۹]+ صبح/g,
  en: /\d(?:[\d,.:]*\d)?(?: (?:thousand|million|billion))?(?:[- ]?%|[- ](?:percent|seconds?|minutes?|hours?|days?|Toman|USDT|Tether|confirmations?|blocks?|MB|codes?|open orders?|passkeys?|addresses|alerts?)\b)|\b\d+(?::\d\d)? in the morning/g,
};

it('no figure of the product is written out in a text', () => {
  expect('تا ۲۵ میلیون تومان'.match(UNITS.fa)).not.toBeNull();
  expect('up to 25 million Toman, 0.2%'.match(UNITS.en)).toHaveLength(2);
  const literal = texts.flatMap(({ name, language, text }) =>
    OWN_FIGURES[name] === undefined
      ? [...text.replace(/<[^>]*>/g, ' ').matchAll(UNITS[language])].map(
          ([match]) => `${name}.${language}: ${match}`,
        )
      : [],
  );
  expect(literal).toEqual([]);
});

it('figures are formatted for reading', () => {
  const value = (name: string) => LANGUAGES.map((language) => figuresByLanguage[language].get(name));
  expect(value('bank.withdrawalFee')).toEqual(['۴٬۰۰۰ تومان', '4,000 Toman']);
  expect(value('bank.maxDepositPerPayment')).toEqual(['۲۵ میلیون تومان', '25 million Toman']);
  expect(value('thresholds.fourEyes')).toEqual(['۱ میلیارد تومان', '1 billion Toman']);
  expect(value('network.TETHER.TRC20.withdrawalFee')).toEqual(['۱٫۵ تتر', '1.5 USDT']);
  expect(value('network.CLASSIC_ETHEREUM.CLASSIC_ETHEREUM.confirmations')).toEqual(['۲۰٬۰۰۰', '20,000']);
  expect(value('network.CLASSIC_ETHEREUM.CLASSIC_ETHEREUM.wait')).toEqual(['حدود ۳ روز', 'about 3 days']);
  expect(value('level.PLATINUM.wageTether')).toEqual(['۰٫۱۸ درصد', '0.18%']);
  expect(value('hold.contact')).toEqual(['۷۲ ساعت', '72 hours']);
  expect(value('freeze.link')).toEqual(['۷ روز', '7 days']);
  expect(value('payout.cutOff')).toEqual(['۱۰', '10:00']);
  expect(value('price.move')).toEqual(['۰٫۲ درصد', '0.2%']);
  expect(value('rule.depositHold')).toEqual([null, null]);
  expect(value('level.SUPERVISOR.wage')).toEqual([undefined, undefined]);
});

it('figures use the values set by staff, and leave out the row of a closed network', async () => {
  const row = '<table><tbody><tr><td>{network.TETHER.TRC20.confirmations}</td></tr></tbody></table>';
  expect(fillFiguresInHtml(row, figuresByLanguage.en)).toContain('<td>20</td>');
  await sql`update coin_networks set deposit_enabled = false where token_type = 'TRC20'`.execute(database.db);
  await sql`update coins set withdrawal_fee = withdrawal_fee * 2 where asset = 'TOMAN'`.execute(database.db);
  const changed = await figures('en');
  expect(fillFiguresInHtml(row, changed)).toBe('<table><tbody></tbody></table>');
  expect(changed.get('bank.withdrawalFee')).toBe('8,000 Toman');
});
