import { Readable } from 'node:stream';
import { Refusal } from '@sarraf/domain';
import type { StatementPaper } from '@sarraf/domain/contracts';
import { isId } from '../platform/ids.ts';
import type { StatementsContext } from './deps.ts';
import { findStatement, type Made, type StatementRow } from './store.ts';
import { paperDto } from './view.ts';

/** One's own that is there. NOT_FOUND: no such statement, another person's, or not made yet. */
async function findMade(kit: StatementsContext, userId: string, id: string): Promise<StatementRow & { made: Made }> {
  const row = isId(id) ? await findStatement(kit.db, id) : null;
  if (row === null || row.userId !== userId || row.made === null) throw new Refusal('NOT_FOUND');
  return { ...row, made: row.made };
}

export const readPaper = async (kit: StatementsContext, userId: string, id: string): Promise<StatementPaper> =>
  paperDto(kit, await findMade(kit, userId, id));

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Its file, read as it goes out. NOT_FOUND also where the file is gone, after a restored backup: it can be made again. */
export async function readFile(
  kit: StatementsContext,
  userId: string,
  { id, format }: { id: string; format: keyof typeof TYPES },
): Promise<{ name: string; type: string; content: Readable }> {
  const { calendar, year, made } = await findMade(kit, userId, id);
  const file = format === 'csv' ? made.csvFile : made.xlsxFile;
  if (!(await kit.files.exists(file))) throw new Refusal('NOT_FOUND');
  return {
    name: `statement-${calendar.toLowerCase()}-${year}.${format}`,
    type: TYPES[format],
    content: Readable.from(kit.files.read(file)),
  };
}
