// The methods that ccxt derives from the API in describe(), in the format of its generator.
import { Exchange as _Exchange } from 'ccxt';

type Answer = Promise<any>;

interface Exchange {
  publicGetTime(params?: {}): Answer;
  publicGetMarkets(params?: {}): Answer;
  publicGetTickers(params?: {}): Answer;
  publicGetCoinsDetails(params?: {}): Answer;
  publicGetOrderbook(params?: {}): Answer;
  publicGetOrderbookMarketType(params?: {}): Answer;
  publicGetTradesPublicMarketType(params?: {}): Answer;
  publicGetCandlesMarketType(params?: {}): Answer;
  privateGetOrders(params?: {}): Answer;
  privateGetOrdersId(params?: {}): Answer;
  privateGetOrdersByClientIdClientOrderId(params?: {}): Answer;
  privateGetFills(params?: {}): Answer;
  privateGetMovements(params?: {}): Answer;
  privateGetWalletsCustomerAddresses(params?: {}): Answer;
  privateGetWalletsCustomerWalletAddress(params?: {}): Answer;
  privateGetUsersApiKeysSelf(params?: {}): Answer;
  privatePostOrders(params?: {}): Answer;
  privatePostOrdersBatch(params?: {}): Answer;
  privatePostOrdersOco(params?: {}): Answer;
  privatePostOrdersBracket(params?: {}): Answer;
  privatePostOrdersCancelAfter(params?: {}): Answer;
  privatePutOrdersId(params?: {}): Answer;
  privateDeleteOrders(params?: {}): Answer;
  privateDeleteOrdersId(params?: {}): Answer;
  privateDeleteOrdersByClientIdClientOrderId(params?: {}): Answer;
}
class Exchange extends _Exchange {}

export default Exchange;
