import {
  handleAccount,
  handleAllOrders,
  handleCommission,
  handleMyTrades,
  handleOpenOrders,
} from './account-calls.ts';
import { buildOrderLimit } from './limits.ts';
import { amendOrder, cancelAll, cancelAndReplace, cancelByForm, placeByForm } from './order-calls.ts';
import { parseNewOrder } from './order-form.ts';
import {
  cancelList,
  listAllLists,
  listOpenLists,
  placeOcoByForm,
  placeOldOcoByForm,
  readList,
} from './order-lists/list-calls.ts';
import { orderShape } from './order-shape.ts';
import { readNamedOrder, type SignedCall } from './signed-context.ts';

const readCall = (run: SignedCall['run']): SignedCall => ({ permission: 'READ', rate: 'read', run });
const tradeCall = (run: SignedCall['run']): SignedCall => ({ permission: 'TRADE', rate: 'order', run });

/** The calls below `/api/v3` that take a signature, by method and path. */
export const SIGNED_CALLS: Readonly<Record<string, SignedCall>> = {
  'POST order': tradeCall(placeByForm),
  'POST order/test': tradeCall(async ({ parameters }) => {
    parameters.flag('computeCommissionRates');
    parseNewOrder(parameters);
    parameters.assertAllRead();
    return {};
  }),
  'GET order': readCall(async (context) => orderShape(await readNamedOrder(context, 'READ'))),
  'DELETE order': tradeCall(cancelByForm),
  'POST order/cancelReplace': tradeCall(cancelAndReplace),
  'GET openOrders': readCall(handleOpenOrders),
  'DELETE openOrders': tradeCall(cancelAll),
  'GET allOrders': readCall(handleAllOrders),
  'GET myTrades': readCall(handleMyTrades),
  'GET account': readCall(handleAccount),
  'GET account/commission': readCall(handleCommission),
  'POST orderList/oco': tradeCall(placeOcoByForm),
  'POST order/oco': tradeCall(placeOldOcoByForm),
  'GET orderList': readCall(readList),
  'DELETE orderList': tradeCall(cancelList),
  'GET openOrderList': readCall(listOpenLists),
  'GET allOrderList': readCall(listAllLists),
  'GET rateLimit/order': readCall(async ({ parameters, readOrderUse }) => {
    parameters.assertAllRead();
    return [buildOrderLimit(readOrderUse())];
  }),
  'PUT order/amend/keepPriority': tradeCall(amendOrder),
};
