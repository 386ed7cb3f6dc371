import { DAY_MS } from '@sarraf/domain';
import type { Statement, StatementPaper } from '@sarraf/domain/contracts';
import { ownedRow } from '../platform/secrets/secrets.ts';
import { addDays } from '../rules/index.ts';
import type { StatementsContext } from './deps.ts';
import type { StatementRow } from './store.ts';
import type { IssuedSummary } from './summary.ts';
import { yearSpan } from './years.ts';

/** Counted from its last request. */
export const KEPT_MS = 7 * DAY_MS;

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
  const { from, to } = yearSpan(calendar, year);
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
      keptUntil: new Date(askedAt.getTime() + KEPT_MS).toISOString(),
    },
  };
}

export async function paperDto(
  { secrets, issuedDocuments }: StatementsContext,
  row: StatementRow & { made: { summary: Buffer } },
): Promise<StatementPaper> {
  const { code, ...summary }: IssuedSummary = JSON.parse(
    secrets.decrypt(row.made.summary, 'statements.summary_encrypted', ownedRow(row.id, row.userId)),
  );
  return {
    ...statementDto(row as StatementRow),
    ...summary,
    verification: await issuedDocuments.shownCode(code),
  };
}
