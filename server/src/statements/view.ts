import { DAY_MS } from '@sarraf/domain';
import type { Statement, StatementDocument } from '@sarraf/domain/contracts';
import { toOwnedRowKey } from '../platform/secrets/secrets.ts';
import { addDays } from '../rules/index.ts';
import type { StatementsContext } from './deps.ts';
import type { StatementRow } from './store.ts';
import type { IssuedSummary } from './summary.ts';
import { yearSpanOf } from './years.ts';

/** Counted from its last request. */
export const RETENTION_MS = 7 * DAY_MS;

export function statementDto({
  id,
  calendar,
  year,
  lang,
  state,
  percent,
  askedAt,
  made,
}: StatementRow): Statement {
  const { from, to } = yearSpanOf(calendar, year);
  return {
    id,
    calendar,
    year,
    lang,
    state,
    percent,
    fromDay: from,
    toDay: addDays(to, -1),
    made: made && {
      at: made.at.toISOString(),
      complete: made.complete,
      trades: made.trades,
      keptUntil: new Date(askedAt.getTime() + RETENTION_MS).toISOString(),
    },
  };
}

export async function paperDto(
  { secrets, issuedDocuments }: StatementsContext,
  row: StatementRow & { made: { summary: Buffer } },
): Promise<StatementDocument> {
  const { code, ...summary }: IssuedSummary = JSON.parse(
    secrets.decrypt(row.made.summary, 'statements.summary_encrypted', toOwnedRowKey(row.id, row.userId)),
  );
  return {
    ...statementDto(row as StatementRow),
    ...summary,
    verification: await issuedDocuments.shownCode(code),
  };
}
