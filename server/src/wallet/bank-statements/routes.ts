import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { asPage, readPage } from '../../platform/database/rows.ts';
import type { Http } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { WalletDeps } from '../deps.ts';
import { listBankLines, listBankStatements, listHouseAccounts } from './bank-statement-store.ts';
import {
  bankCheckView,
  bankLineViews,
  bankStatementViews,
  houseAccountView,
} from './bank-statement-views.ts';
import { CHECK_BANK, CHECK_ONCE, lastBankCheck } from './count-bank.ts';
import { discardBankStatement, explainBankLine, nameHouseAccount } from './decide-bank-statement.ts';
import { importBankStatement } from './import-bank-statement.ts';

const OK = { status: 'OK', message: 'OK' } as const;

/** Adds the staff's endpoints for statements of our own bank accounts. */
export function addBankStatementRoutes(http: Http, deps: WalletDeps, secrets: Secrets): void {
  http.route(contract.houseBankAccounts, async () => ({
    ...OK,
    content: (await listHouseAccounts(deps.db)).map(houseAccountView),
    nextCursor: null,
  }));
  http.route(contract.addHouseBankAccount, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await nameHouseAccount(deps, caller.userId, body),
  }));
  http.route(contract.bankStatements, async ({ query }) => {
    const page = readPage(query);
    const { rows, nextCursor } = asPage(await listBankStatements(deps.db, page), page);
    return { ...OK, content: await bankStatementViews(deps, rows), nextCursor };
  });
  http.route(contract.importBankStatement, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await importBankStatement(deps, secrets, caller.userId, body),
  }));
  http.route(contract.discardBankStatement, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await discardBankStatement(deps, caller.userId, params.id, body.reason),
  }));
  http.route(contract.bankLines, async ({ caller, query }) => {
    const statement = query.statement ?? null;
    if (statement !== null && !isId(statement)) throw new AppError('NOT_FOUND');
    const page = readPage(query);
    const { rows, nextCursor } = asPage(await listBankLines(deps.db, statement, page), page);
    const detail = { statement, shown: rows.length };
    const entry = { actorId: caller.userId, action: 'bank lines read', subjectId: null, detail };
    await deps.db.transaction().execute((tx) => appendAudit(tx, entry, new Date(deps.clock.now())));
    return { ...OK, content: await bankLineViews(deps, rows), nextCursor };
  });
  http.route(contract.explainBankLine, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await explainBankLine(deps, caller.userId, params.id, body),
  }));
  http.route(contract.readBankCheck, async () => {
    const last = await lastBankCheck(deps.db);
    return { ...OK, baseDTO: last && bankCheckView(last) };
  });
  http.route(contract.askBankCheck, async () => {
    await enqueue(deps.db, CHECK_BANK, {}, CHECK_ONCE);
    return OK;
  });
}
