import { Refusal } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/audit-log.ts';
import type { Http } from '../platform/http.ts';
import { isId } from '../platform/ids.ts';
import { asPage, readPage } from '../platform/rows.ts';
import { closePayout } from './close-payout.ts';
import type { PayoutContext } from './deps.ts';
import { makeBatchNow } from './make-batch.ts';
import { payLine } from './pay-line.ts';
import { payoutFile } from './payout-file.ts';
import { returnLine } from './return-line.ts';
import { findPayout, listLines, listPayouts, type PayoutRow } from './store.ts';
import { batchViews, lineViews } from './views.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, kit: PayoutContext): void {
  http.route(contract.payouts, async ({ query }) => {
    const page = readPage(query);
    const { rows, nextCursor } = asPage(await listPayouts(kit.db, page), page);
    return { ...OK, content: await batchViews(kit, rows), nextCursor };
  });
  http.route(contract.makePayout, async ({ caller }) => view(kit, await makeBatchNow(kit, caller.userId)));
  http.route(contract.payoutLines, async ({ caller, params, query }) => {
    const { day } = await existing(kit, params.id);
    const page = readPage(query);
    const lines = await listLines(kit.db, params.id, { after: page.before, limit: page.limit });
    const shown = lines.slice(0, page.size);
    const nextCursor = lines.length > page.size ? (shown.at(-1)?.withdrawalId ?? null) : null;
    const detail = { payout: params.id, day, shown: shown.length };
    const looked = { actorId: caller.userId, action: 'payout lines listed', subjectId: null, detail };
    await kit.db.transaction().execute((tx) => appendAudit(tx, looked, kit.now()));
    return { ...OK, content: await lineViews(kit, shown), nextCursor };
  });
  http.route(contract.payoutFile, async ({ caller, params, reply }) => {
    const { name, text } = await payoutFile(kit, caller.userId, params.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(text);
  });
  http.route(contract.closePayout, async ({ caller, params }) => {
    await closePayout(kit, caller.userId, params.id);
    return view(kit, params.id);
  });
  http.route(contract.payPayoutLine, async ({ caller, params }) => {
    const [baseDTO] = await lineViews(kit, [await payLine(kit, caller.userId, params)]);
    if (!baseDTO) throw new Refusal('NOT_FOUND');
    return { ...OK, baseDTO };
  });
  http.route(contract.returnPayoutLine, async ({ caller, params, body }) => {
    const line = await returnLine(kit, caller.userId, params, body.reason);
    const [baseDTO] = await lineViews(kit, [line]);
    if (!baseDTO) throw new Refusal('NOT_FOUND');
    return { ...OK, baseDTO };
  });
}

async function existing(kit: PayoutContext, id: string): Promise<PayoutRow> {
  const payout = isId(id) ? await findPayout(kit.db, id) : null;
  if (payout === null) throw new Refusal('NOT_FOUND');
  return payout;
}

async function view(kit: PayoutContext, id: string) {
  const [baseDTO] = await batchViews(kit, [await existing(kit, id)]);
  if (!baseDTO) throw new Refusal('NOT_FOUND');
  return { ...OK, baseDTO };
}
