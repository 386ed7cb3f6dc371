import { Refusal } from '@sarraf/domain';
import type { feeFile, QueryOf } from '@sarraf/domain/contracts';
import writeExcelFile from 'write-excel-file/node';
import { appendAudit } from '../platform/audit-log.ts';
import { csv } from '../platform/csv.ts';
import type { ReportsDeps } from './deps.ts';
import { type DetailRow, marketOf, readDetail, readPeriod, shownSums } from './read-fees.ts';

type Query = QueryOf<typeof feeFile>;

const MOST_ROWS = 20_000;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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
/** Latin digits, since a table is sorted and counted with. */
const JALALI = new Intl.DateTimeFormat('fa-IR-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

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
    if (format === 'csv') return { name, type: 'text/csv; charset=utf-8', bytes: Buffer.from(csv(table)) };
    return { name, type: XLSX, bytes: await workbook(table, lang) };
  } catch (err) {
    log.error({ area: 'reports', format, err }, 'export failed');
    throw new Refusal('EXCEL_NOT_GENERATED');
  }
}

function asCells(row: DetailRow, lang: Query['lang']): string[] {
  const { entries, fee, returned, referral, net, netToman } = shownSums(row);
  return [
    lang === 'fa' ? JALALI.format(new Date(`${row.day}T00:00:00Z`)) : row.day,
    SOURCES[row.source][lang],
    marketOf(row) ?? '',
    row.asset,
    String(entries),
    fee,
    returned,
    referral,
    net,
    netToman,
  ];
}

/** Every cell is text: a number would be cut to what a double holds. */
const workbook = (rows: readonly string[][], lang: Query['lang']): Promise<Buffer> =>
  writeExcelFile(
    rows.map((row, at) =>
      row.map((value) => ({ value, type: String, ...(at === 0 && { fontWeight: 'bold' as const }) })),
    ),
    { rightToLeft: lang === 'fa', stickyRowsCount: 1 },
  ).toBuffer();
