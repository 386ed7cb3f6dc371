import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { isId } from '../platform/ids.ts';
import { armAlert } from './arm-alert.ts';
import { createAlert } from './create-alert.ts';
import type { AlertsContext } from './deps.ts';
import { deleteAlert, listAlerts } from './store.ts';
import { alertDto } from './views.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: AlertsContext): void {
  http.route(contract.alerts, async ({ caller }) => ({
    ...OK,
    content: (await listAlerts(context.db, caller.userId)).map(alertDto),
  }));
  http.route(contract.createAlert, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await createAlert(context, caller.userId, body),
  }));
  http.route(contract.armAlert, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await armAlert(context, caller.userId, params.id),
  }));
  http.route(contract.deleteAlert, async ({ caller, params }) => {
    if (!isId(params.id) || !(await deleteAlert(context.db, caller.userId, params.id)))
      throw new AppError('NOT_FOUND');
    return OK;
  });
}
