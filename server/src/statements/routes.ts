import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { StatementsContext } from './deps.ts';
import { readStatementFile, readStatementPaper } from './read-statement.ts';
import { readStatementYears, requestYearlyStatement } from './request-statement.ts';
import { listStatements } from './store.ts';
import { statementDto } from './view.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: StatementsContext): void {
  http.route(contract.statements, async ({ caller }) => ({
    ...OK,
    content: (await listStatements(context.db, caller.userId)).map(statementDto),
    years: await readStatementYears(context, caller.userId),
  }));
  http.route(contract.requestYearlyStatement, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await requestYearlyStatement(context, caller.userId, body),
  }));
  http.route(contract.readStatement, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await readStatementPaper(context, caller.userId, params.id),
  }));
  http.route(contract.statementFile, async ({ caller, params, query, reply }) => {
    const { name, type, content } = await readStatementFile(context, caller.userId, { ...params, ...query });
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);
  });
}
