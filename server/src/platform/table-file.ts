import writeExcelFile from 'write-excel-file/node';
import { type Cell, csv } from './csv.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * A short table to take home; `hasHead`: its first row stays in sight. In Excel every cell is text: a number would be cut
 * to what a double holds, and text is never read as a formula.
 */
export async function tableFile(
  name: string,
  rows: readonly (readonly Cell[])[],
  { format, lang, hasHead }: { format: 'csv' | 'xlsx'; lang: 'fa' | 'en'; hasHead: boolean },
): Promise<{ name: string; type: string; bytes: Buffer }> {
  if (format === 'csv') return { name, type: 'text/csv; charset=utf-8', bytes: Buffer.from(csv(rows)) };
  const bytes = await writeExcelFile(
    rows.map((row, at) =>
      row.map((cell) => ({
        value: typeof cell === 'string' ? cell : cell.number,
        type: String,
        ...(hasHead && at === 0 && { fontWeight: 'bold' as const }),
      })),
    ),
    { rightToLeft: lang === 'fa', ...(hasHead && { stickyRowsCount: 1 }) },
  ).toBuffer();
  return { name, type: XLSX, bytes };
}
