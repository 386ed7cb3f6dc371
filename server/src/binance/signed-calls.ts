import { account, allOrders, commission, myTrades, openOrders } from './account-calls.ts';
import { orderLimit } from './limits.ts';
import { amendOrder, cancelAll, cancelAndReplace, cancelByForm, placeByForm } from './order-calls.ts';
import { readNewOrder } from './order-form.ts';
import {
  allLists,
  cancelList,
  openLists,
  placeOcoByForm,
  placeOldOcoByForm,
  readList,
} from './order-lists/list-calls.ts';
import { orderShape } from './order-shape.ts';
import { namedOrder, type SignedCall } from './signed-context.ts';

const read = (run: SignedCall['run']): SignedCall => ({ permission: 'READ', rate: 'read', run });
const trade = (run: SignedCall['run']): SignedCall => ({ permission: 'TRADE', rate: 'order', run });

/** The calls below `/api/v3` that take a signature, by method and path. */
export const SIGNED_CALLS: Readonly<Record<string, SignedCall>> = {
  'POST order': trade(placeByForm),
  'POST order/test': trade(async ({ parameters }) => {
    parameters.flag('computeCommissionRates');
    readNewOrder(parameters);
    parameters.end();
    return {};
  }),
  'GET order': read(async (context) => orderShape(await namedOrder(context, 'READ'))),
  'DELETE order': trade(cancelByForm),
  'POST order/cancelReplace': trade(cancelAndReplace),
  'GET openOrders': read(openOrders),
  'DELETE openOrders': trade(cancelAll),
  'GET allOrders': read(allOrders),
  'GET myTrades': read(myTrades),
  'GET account': read(account),
  'GET account/commission': read(commission),
  'POST orderList/oco': trade(placeOcoByForm),
  'POST order/oco': trade(placeOldOcoByForm),
  'GET orderList': read(readList),
  'DELETE orderList': trade(cancelList),
  'GET openOrderList': read(openLists),
  'GET allOrderList': read(allLists),
  'GET rateLimit/order': read(async ({ parameters, orderUse }) => {
    parameters.end();
    return [orderLimit(orderUse())];
  }),
  'PUT order/amend/keepPriority': trade(amendOrder),
};
