import { Refusal } from '@sarraf/domain';
import type { feeFile, QueryOf } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/audit-log.ts';
import type { Cell } from '../platform/csv.ts';
import { tableFile } from '../platform/table-file.ts';
import { dayText } from '../rules/index.ts';
import type { ReportsDeps } from './deps.ts';
import { type DetailRow, marketOf, readDetail, readPeriod, shownSums } from './read-fees.ts';

type Query = QueryOf<typeof feeFile>;

const MOST_ROWS = 20_000;

const HEADS = {
  fa: ['روز', 'منبع', 'بازار', 'ارز', 'تعداد', 'کارمزد', 'برگشت‌خورده', 'سهم معرف', 'خالص', 'خالص به تومان'],
  en: [
    'Day (Tehran)',
    'Source',
    'Market',
    'Currency',
    'Entries',
    'Fee',
    'Returned',
    'Referral',
    'Net',
    'Net in Toman',
  ],
} as const;
const SOURCES = {
  OTC: { fa: 'معامله سریع', en: 'Quick trade' },
  P2P: { fa: 'سفارش‌های بازار', en: 'Order book' },
  WITHDRAWAL: { fa: 'برداشت', en: 'Withdrawal' },
} as const;

/**
 * The file; that it was taken is written down. BAD_REQUEST: what `readPeriod` refuses, and (to) more than 20,000 rows;
 * EXCEL_NOT_GENERATED: it could not be made.
 */
export async function exportFees(
  { db, clock, log }: Pick<ReportsDeps, 'db' | 'clock' | 'log'>,
  staffId: string,
  { format, lang, ...query }: Query,
): Promise<{ name: string; type: string; bytes: Buffer }> {
  const period = readPeriod(query);
  const rows = await readDetail(db, period, MOST_ROWS + 1);
  if (rows.length > MOST_ROWS) throw new Refusal('BAD_REQUEST', { errors: ['to'] });
  const detail = { ...period, format };
  await db
    .transaction()
    .execute((tx) =>
      appendAudit(
        tx,
        { actorId: staffId, action: 'fees exported', subjectId: null, detail },
        new Date(clock.now()),
      ),
    );
  const name = `fees-${period.from}-${period.to}.${format}`;
  const table = [[...HEADS[lang]], ...rows.map((row) => asCells(row, lang))];
  try {
    return await tableFile(name, table, { format, lang, hasHead: true });
  } catch (err) {
    log.error({ area: 'reports', format, err }, 'export failed');
    throw new Refusal('EXCEL_NOT_GENERATED');
  }
}

function asCells(row: DetailRow, lang: Query['lang']): Cell[] {
  const { entries, fee, returned, referral, net, netToman } = shownSums(row);
  return [
    dayText(row.day, lang),
    SOURCES[row.source][lang],
    marketOf(row) ?? '',
    row.asset,
    ...[String(entries), fee, returned, referral, net, netToman].map((number) => ({ number })),
  ];
}
