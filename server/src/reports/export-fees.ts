import type { feeFile, QueryOf } from '@sarraf/domain/contracts';
import enFile from '../../../messages/server/en/fee-file.json' with { type: 'json' };
import faFile from '../../../messages/server/fa/fee-file.json' with { type: 'json' };
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Db } from '../platform/database/database.ts';
import type { Cell } from '../platform/files/csv.ts';
import { MAX_ROWS, type TableFile } from '../platform/files/table-file.ts';
import { readStale } from '../platform/reads/reads.ts';
import { dayText } from '../rules/index.ts';
import type { ReportsDeps } from './deps.ts';
import type { Period } from './months.ts';
import { type DetailRow, marketOf, readDetail, readPeriod, shownSums } from './read-fees.ts';

type Query = QueryOf<typeof feeFile>;

const CHUNK = 1_000;
const TEXTS: Record<Query['lang'], typeof faFile> = { fa: faFile, en: enFile };

/** Exports the table, and logs the export. BAD_REQUEST: those of `readPeriod`. */
export async function feeTable(
  { db, clock }: Pick<ReportsDeps, 'db' | 'clock'>,
  staffId: string,
  { format, lang, ...query }: Query,
): Promise<TableFile> {
  const period = readPeriod(query);
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
    rows: rowsOf(db, period, lang),
  };
}

async function* rowsOf(db: Db, period: Period, lang: Query['lang']): AsyncGenerator<Cell[][]> {
  for (let last: DetailRow | null = null, written = 0; ; ) {
    const rows: DetailRow[] = await readStale(db, (on) =>
      readDetail(on, period, { after: last, limit: CHUNK }),
    );
    yield rows.map((row) => asCells(row, lang));
    written += rows.length;
    last = rows.at(-1) ?? null;
    if (last === null || rows.length < CHUNK) return;
    if (written >= MAX_ROWS) return yield [[TEXTS[lang].cut]];
  }
}

function asCells(row: DetailRow, lang: Query['lang']): Cell[] {
  const { entries, fee, returned, referral, net, netToman } = shownSums(row);
  const toman = row.asset === 'TOMAN';
  return [
    dayText(row.day, lang),
    TEXTS[lang].source[row.source],
    marketOf(row) ?? '',
    row.asset,
    { number: String(entries) },
    ...[fee, returned, referral, net].map((number) => ({ number, toman })),
    { number: netToman, toman: true },
  ];
}
