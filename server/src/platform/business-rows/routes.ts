import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../http/http.ts';
import {
  type BusinessRowDeps,
  cancelChange,
  changeRow,
  confirmChange,
  listBusinessRows,
  listChangePage,
} from './business-rows.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addBusinessRowRoutes(http: Http, deps: BusinessRowDeps): void {
  http.route(contract.businessRows, async ({ caller, params }) => ({
    ...OK,
    content: await listBusinessRows(deps, caller.userId, params.kind),
  }));
  http.route(contract.changeBusinessRow, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await changeRow(deps, caller, params.kind, params.key, body),
  }));
  http.route(contract.rowChanges, async ({ caller, query }) => ({
    ...OK,
    ...(await listChangePage(deps, caller.userId, query)),
  }));
  http.route(contract.confirmRowChange, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await confirmChange(deps, caller, params.id),
  }));
  http.route(contract.cancelRowChange, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await cancelChange(deps, caller, params.id),
  }));
}
