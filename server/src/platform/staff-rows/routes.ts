import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../http/http.ts';
import {
  cancelChange,
  changeRow,
  confirmChange,
  type DeskRowDeps,
  listDeskRows,
  pageOfChanges,
} from './staff-rows.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addDeskRowRoutes(http: Http, deps: DeskRowDeps): void {
  http.route(contract.deskRows, async ({ caller, params }) => ({
    ...OK,
    content: await listDeskRows(deps, caller.userId, params.kind),
  }));
  http.route(contract.changeDeskRow, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await changeRow(deps, caller, params.kind, params.key, body),
  }));
  http.route(contract.rowChanges, async ({ caller, query }) => ({
    ...OK,
    ...(await pageOfChanges(deps, caller.userId, query)),
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
