import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { askStatement, yearsOf } from './ask-statement.ts';
import type { StatementsContext } from './deps.ts';
import { readFile, readPaper } from './read-statement.ts';
import { listStatements } from './store.ts';
import { statementDto } from './view.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: StatementsContext): void {
  http.route(contract.statements, async ({ caller }) => ({
    ...OK,
    content: (await listStatements(context.db, caller.userId)).map(statementDto),
    years: await yearsOf(context, caller.userId),
  }));
  http.route(contract.askStatement, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await askStatement(context, caller.userId, body),
  }));
  http.route(contract.readStatement, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await readPaper(context, caller.userId, params.id),
  }));
  http.route(contract.statementFile, async ({ caller, params, query, reply }) => {
    const { name, type, content } = await readFile(context, caller.userId, { ...params, ...query });
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);
  });
}
