import type { feeFile, QueryOf } from '@sarraf/domain/contracts';
import enFile from '../../../messages/server/en/fee-file.json' with { type: 'json' };
import faFile from '../../../messages/server/fa/fee-file.json' with { type: 'json' };
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Db } from '../platform/database/database.ts';
import type { Cell } from '../platform/files/csv.ts';
import { MAX_ROWS, type TableFile } from '../platform/files/table-file.ts';
import { readStale } from '../platform/reads/reads.ts';
import { formatTehranDay } from '../rules/index.ts';
import type { ReportsDeps } from './deps.ts';
import type { Period } from './months.ts';
import { type DetailRow, feeSumsDto, marketOf, parsePeriod, readDetailRows } from './read-fees.ts';

type Query = QueryOf<typeof feeFile>;

const CHUNK = 1_000;
const TEXTS: Record<Query['lang'], typeof faFile> = { fa: faFile, en: enFile };

/** Exports the table, and logs the export. BAD_REQUEST: those of `parsePeriod`. */
export async function buildFeeTable(
  { db, clock }: Pick<ReportsDeps, 'db' | 'clock'>,
  staffId: string,
  { format, lang, ...query }: Query,
): Promise<TableFile> {
  const period = parsePeriod(query);
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
  return {
    name: `fees-${period.from}-${period.to}`,
    head: Object.values(TEXTS[lang].columns),
    exact: true,
    rows: readRows(db, period, lang),
  };
}

async function* readRows(db: Db, period: Period, lang: Query['lang']): AsyncGenerator<Cell[][]> {
  for (let lastRow: DetailRow | null = null, writtenCount = 0; ; ) {
    const rows: DetailRow[] = await readStale(db, (connection) =>
      readDetailRows(connection, period, { after: lastRow, limit: CHUNK }),
    );
    yield rows.map((row) => toCells(row, lang));
    writtenCount += rows.length;
    lastRow = rows.at(-1) ?? null;
    if (lastRow === null || rows.length < CHUNK) return;
    if (writtenCount >= MAX_ROWS) return yield [[TEXTS[lang].cut]];
  }
}

function toCells(row: DetailRow, lang: Query['lang']): Cell[] {
  const { entries, fee, returned, referral, net, netToman } = feeSumsDto(row);
  const toman = row.asset === 'TOMAN';
  return [
    formatTehranDay(row.day, lang),
    TEXTS[lang].source[row.source],
    marketOf(row) ?? '',
    row.asset,
    { number: String(entries) },
    ...[fee, returned, referral, net].map((number) => ({ number, toman })),
    { number: netToman, toman: true },
  ];
}
