import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import { parsePage, toPage } from '../platform/database/rows.ts';
import type { Http } from '../platform/http/http.ts';
import { isId } from '../platform/ids.ts';
import { closePayout } from './close-payout.ts';
import type { PayoutContext } from './deps.ts';
import { createBatchNow } from './make-batch.ts';
import { recordLinePaid } from './pay-line.ts';
import { createPayoutFile } from './payout-file.ts';
import { recordLineReturned } from './return-line.ts';
import { findPayout, listPayoutLines, listPayouts, type PayoutRow } from './store.ts';
import { payoutDtos, payoutLineDtos } from './views.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: PayoutContext): void {
  http.route(contract.payouts, async ({ query }) => {
    const page = parsePage(query);
    const { rows, nextCursor } = toPage(await listPayouts(context.db, page), page);
    return { ...OK, content: await payoutDtos(context, rows), nextCursor };
  });
  http.route(contract.createPayoutBatch, async ({ caller }) =>
    readPayoutDto(context, await createBatchNow(context, caller.userId)),
  );
  http.route(contract.payoutLines, async ({ caller, params, query }) => {
    const { day } = await requirePayout(context, params.id);
    const page = parsePage(query);
    const lines = await listPayoutLines(context.db, params.id, { after: page.before, limit: page.limit });
    const visible = lines.slice(0, page.size);
    const nextCursor = lines.length > page.size ? (visible.at(-1)?.withdrawalId ?? null) : null;
    const detail = { payout: params.id, day, shown: visible.length };
    const accessed = { actorId: caller.userId, action: 'payout lines listed', subjectId: null, detail };
    await context.db.transaction().execute((tx) => appendAudit(tx, accessed, context.now()));
    return { ...OK, content: await payoutLineDtos(context, visible), nextCursor };
  });
  http.route(contract.payoutFile, async ({ caller, params, reply }) => {
    const { name, text } = await createPayoutFile(context, caller.userId, params.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(text);
  });
  http.route(contract.closePayout, async ({ caller, params }) => {
    await closePayout(context, caller.userId, params.id);
    return readPayoutDto(context, params.id);
  });
  http.route(contract.payPayoutLine, async ({ caller, params }) => {
    const [baseDTO] = await payoutLineDtos(context, [await recordLinePaid(context, caller.userId, params)]);
    if (!baseDTO) throw new AppError('NOT_FOUND');
    return { ...OK, baseDTO };
  });
  http.route(contract.returnPayoutLine, async ({ caller, params, body }) => {
    const line = await recordLineReturned(context, caller.userId, params, body.reason);
    const [baseDTO] = await payoutLineDtos(context, [line]);
    if (!baseDTO) throw new AppError('NOT_FOUND');
    return { ...OK, baseDTO };
  });
}

async function requirePayout(context: PayoutContext, id: string): Promise<PayoutRow> {
  const payout = isId(id) ? await findPayout(context.db, id) : null;
  if (payout === null) throw new AppError('NOT_FOUND');
  return payout;
}

async function readPayoutDto(context: PayoutContext, id: string) {
  const [baseDTO] = await payoutDtos(context, [await requirePayout(context, id)]);
  if (!baseDTO) throw new AppError('NOT_FOUND');
  return { ...OK, baseDTO };
}
