import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import { asPage, readPage } from '../platform/database/rows.ts';
import type { Http } from '../platform/http/http.ts';
import { isId } from '../platform/ids.ts';
import { closePayout } from './close-payout.ts';
import type { PayoutContext } from './deps.ts';
import { makeBatchNow } from './make-batch.ts';
import { payLine } from './pay-line.ts';
import { payoutFile } from './payout-file.ts';
import { returnLine } from './return-line.ts';
import { findPayout, listLines, listPayouts, type PayoutRow } from './store.ts';
import { batchViews, lineViews } from './views.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: PayoutContext): void {
  http.route(contract.payouts, async ({ query }) => {
    const page = readPage(query);
    const { rows, nextCursor } = asPage(await listPayouts(context.db, page), page);
    return { ...OK, content: await batchViews(context, rows), nextCursor };
  });
  http.route(contract.makePayout, async ({ caller }) =>
    view(context, await makeBatchNow(context, caller.userId)),
  );
  http.route(contract.payoutLines, async ({ caller, params, query }) => {
    const { day } = await existing(context, params.id);
    const page = readPage(query);
    const lines = await listLines(context.db, params.id, { after: page.before, limit: page.limit });
    const shown = lines.slice(0, page.size);
    const nextCursor = lines.length > page.size ? (shown.at(-1)?.withdrawalId ?? null) : null;
    const detail = { payout: params.id, day, shown: shown.length };
    const accessed = { actorId: caller.userId, action: 'payout lines listed', subjectId: null, detail };
    await context.db.transaction().execute((tx) => appendAudit(tx, accessed, context.now()));
    return { ...OK, content: await lineViews(context, shown), nextCursor };
  });
  http.route(contract.payoutFile, async ({ caller, params, reply }) => {
    const { name, text } = await payoutFile(context, caller.userId, params.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(text);
  });
  http.route(contract.closePayout, async ({ caller, params }) => {
    await closePayout(context, caller.userId, params.id);
    return view(context, params.id);
  });
  http.route(contract.payPayoutLine, async ({ caller, params }) => {
    const [baseDTO] = await lineViews(context, [await payLine(context, caller.userId, params)]);
    if (!baseDTO) throw new AppError('NOT_FOUND');
    return { ...OK, baseDTO };
  });
  http.route(contract.returnPayoutLine, async ({ caller, params, body }) => {
    const line = await returnLine(context, caller.userId, params, body.reason);
    const [baseDTO] = await lineViews(context, [line]);
    if (!baseDTO) throw new AppError('NOT_FOUND');
    return { ...OK, baseDTO };
  });
}

async function existing(context: PayoutContext, id: string): Promise<PayoutRow> {
  const payout = isId(id) ? await findPayout(context.db, id) : null;
  if (payout === null) throw new AppError('NOT_FOUND');
  return payout;
}

async function view(context: PayoutContext, id: string) {
  const [baseDTO] = await batchViews(context, [await existing(context, id)]);
  if (!baseDTO) throw new AppError('NOT_FOUND');
  return { ...OK, baseDTO };
}
