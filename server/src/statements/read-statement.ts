import { Readable } from 'node:stream';
import { AppError } from '@sarraf/domain';
import type { StatementDocument } from '@sarraf/domain/contracts';
import { isId } from '../platform/ids.ts';
import { toOwnedRowKey } from '../platform/secrets/secrets.ts';
import type { StatementsContext } from './deps.ts';
import { type FinishedStatement, findStatement, type StatementRow } from './store.ts';
import { paperDto } from './view.ts';

/** Finds one's own finished statement. NOT_FOUND: no such statement, another person's, or not made yet. */
async function getFinishedStatement(
  context: StatementsContext,
  userId: string,
  id: string,
): Promise<StatementRow & { made: FinishedStatement }> {
  const row = isId(id) ? await findStatement(context.db, id) : null;
  if (row === null || row.userId !== userId || row.made === null) throw new AppError('NOT_FOUND');
  return { ...row, made: row.made };
}

export const readStatementPaper = async (
  context: StatementsContext,
  userId: string,
  id: string,
): Promise<StatementDocument> => paperDto(context, await getFinishedStatement(context, userId, id));

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Streams its file. NOT_FOUND also when the file is gone, after a restored backup: it can be made again. */
export async function readStatementFile(
  context: StatementsContext,
  userId: string,
  { id, format }: { id: string; format: keyof typeof TYPES },
): Promise<{ name: string; type: string; content: Readable }> {
  const { calendar, year, made } = await getFinishedStatement(context, userId, id);
  const file = format === 'csv' ? made.csvFile : made.xlsxFile;
  if (!(await context.files.exists(file))) throw new AppError('NOT_FOUND');
  return {
    name: `statement-${calendar.toLowerCase()}-${year}.${format}`,
    type: TYPES[format],
    content: Readable.from(context.files.read(file, toOwnedRowKey(id, userId))),
  };
}
