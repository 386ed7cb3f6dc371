import { exchangeInfo } from '@sarraf/domain/contracts';
import type { Db } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import { listExchangeInfo } from './store.ts';

export function addRoutes(http: Http, db: Db): void {
  http.route(exchangeInfo, async () => ({
    status: 'OK' as const,
    message: 'exchange info',
    content: await listExchangeInfo(db),
  }));
}
