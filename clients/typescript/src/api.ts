// Written by `npm run clients` from the contracts of the server. A test fails when it is not what they say.


export interface AddressBookEntry {
  /** Identifier used in other calls. */
  id: string;
  /** Name given by the user. */
  label: string;
  /** Coin code; TOMAN for Toman. */
  relatedCoin: string;
  /** Network code, e.g. TRC20. */
  tokenType: string;
  /** Address that coins are sent to. */
  address: string;
  /** Tag or memo of the address; null if there is none. */
  tag: string | null;
  /** Time from which the address can be used while the whitelist is on. */
  usableFromDateTime: Timestamp;
  /** Time of creation. */
  createdAtDateTime: Timestamp;
}

export interface AddressBookResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** Saved addresses, sorted by label. */
  content: AddressBookEntry[];
  /** Whether coins can be withdrawn to saved addresses only. */
  whitelistOnly: boolean;
}

/** Rate limits of the caller. STANDARD: the default. MARKET_MAKER: ten times the default. */
export type ApiLevel = 'STANDARD' | 'MARKET_MAKER';

/** Balances of the user. Starts with a snapshot. `seq` is the number of the ledger batch, the same on every server; an update contains all changes after `prev` up to and including `seq`. If `prev` is higher than the last number received, messages were missed. */
export interface BalancesMessage {
  /** Name of the channel. */
  channel: 'balances';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  /** A snapshot contains every coin that the user has ever held. An update contains the coins that changed, with their current balances. */
  data: BalancesMessageDataEntry[];
}

export interface BalancesMessageDataEntry {
  /** Code of the coin; TOMAN for Toman. */
  relatedCoin: string;
  /** Spendable balance, in the coin. */
  credit: DecimalText;
  /** Blocked balance, in the coin. */
  blockedCredit: DecimalText;
  /** Total balance (spendable and blocked), in the coin. */
  totalBalance: DecimalText;
}

export interface BatchOrdersBodyPlaceEntry {
  /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Type and side of the order. LIMITED_…: at a limit price. MARKET_…: at the best available prices. */
  orderType: 'LIMITED_BUY' | 'LIMITED_SELL' | 'MARKET_BUY' | 'MARKET_SELL';
  /** Amount, in the coin. For a MARKET_BUY, `totalPrice` may be sent instead. */
  amount?: DecimalInput;
  /** Limit price, in the quote; for a market order, the worst acceptable price (unset: 5 % beyond the best price). */
  unitPrice?: DecimalInput;
  /** For a MARKET_BUY: maximum total to pay, in the quote, including the fee. Ignored for other types. */
  totalPrice?: DecimalInput;
  /** Time in force. GTC (default of limit orders): open until cancelled. IOC (default of market orders): filled immediately as far as possible; the remainder is cancelled. FOK: filled immediately in full, or refused (FOK_NOT_FILLED) without any effect. GTD: open until `validUntil`. Market orders must be IOC or FOK. */
  timeInForce?: TimesInForce;
  /** Expiry of a GTD order; required with GTD and not allowed otherwise. The order is not filled after this time and is closed shortly after. Must be in the future, at most one year ahead. */
  validUntil?: TimestampInput;
  /** If true, the order is refused (POST_ONLY_WOULD_TAKE) if it would match a resting order. For limit orders that are GTC or GTD only. */
  postOnly?: boolean;
  /** Amount of the coin shown in the order book at a time (iceberg order), less than `amount`. Once it is filled, the next part is shown, behind all resting orders at its price. For limit orders that are GTC or GTD only. Refused (DISPLAY_IS_LOW) if it is below the market's minimum or a hundredth of the order. Unset: the full amount is shown. */
  displayAmount?: DecimalInput;
  /** Id chosen by the client, unique among the account's open orders. */
  clientOrderId?: ClientOrderId;
  /** Self-trade prevention: which order is cancelled when this order would match one of the same account. NEWEST (default): this order is cancelled, or refused (SELF_TRADE) if that is its first match. OLDEST: the resting orders are cancelled and this order continues. BOTH: the first resting order matched and this order are cancelled. */
  selfTradePrevention?: SelfTradePrevention;
  /** Trigger that must be reached before the order enters the order book; the required funds are blocked meanwhile. A MARKET_BUY requires `totalPrice`, or `amount` and `unitPrice`; a trailing stop must be a market order. Not allowed with postOnly, GTD, or a limit order that is IOC or FOK. */
  trigger?: TriggerInput;
}

export interface BatchOrdersResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** Result of each item: cancellations first, then placed orders. */
  content: BatchOrdersResponseContentEntry[];
}

export interface BatchOrdersResponseContentEntry {
  /** OK, or the status of the refusal. */
  status: string;
  /** Description of the result, or the code of the refusal. */
  message: string;
  /** The order, if `status` is OK. */
  baseDTO?: Order;
  /** Names of the invalid fields, if the refusal has any. */
  errors?: string[];
  /** Further data of the refusal. */
  data?: Record<string, unknown>;
}

export interface BilingualText {
  /** Text in Persian. */
  fa: string;
  /** Text in English. */
  en: string;
}

/** Order book of a market; `seq` is the sequence number of the order book. */
export interface BookMessage {
  /** Name of the channel. */
  channel: string;
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  data: BookMessageData;
}

/** A snapshot contains the best 200 levels of both sides, best first. An update contains the levels that changed since the preceding message, in no particular order; amount "0": the level was removed or is no longer among the best 200. */
export interface BookMessageData {
  /** Buying side, in price levels. */
  bids: PriceLevel[];
  /** Selling side, in price levels. */
  asks: PriceLevel[];
  /** Checksum of the order book after this message, if requested: CRC32 (IEEE, unsigned) of a text made of the best 25 asks followed by the best 25 bids, best first. Price and amount of each level are appended without the decimal point and without leading zeros. Example: the asks 10.50 × 0.020 and 11.00 × 3.000 and the bid 9.75 × 1.500 make "105020" "11003000" "9751500", together "105020110030009751500", with the checksum 1611183864. */
  checksum?: number;
}

export interface BookTop {
  /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Best bid; null: there are no bids. */
  bid: PriceLevel | null;
  /** Best ask; null: there are no asks. */
  ask: PriceLevel | null;
}

/** The requested object. */
export interface CancelAfterDetails {
  /** Market of the timer; null: all markets. */
  marketType: string | null;
  /** Time at which the orders are cancelled; null: the timer is off. */
  cancelsAtDateTime: Timestamp | null;
}

export interface CancelAfterResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  baseDTO: CancelAfterDetails;
}

export interface CancelOrdersResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** Number of cancelled orders. */
  count: number;
}

export interface Candle {
  /** Start of the candle, in seconds since 1970. Hours and days start by Tehran time, and weeks on Saturday; with `bounds=UTC`, by UTC, and weeks on Monday. */
  time: number;
  /** Opening price, in the quote. */
  open: DecimalText;
  /** Highest price, in the quote. */
  high: DecimalText;
  /** Lowest price, in the quote. */
  low: DecimalText;
  /** Closing price, in the quote. */
  close: DecimalText;
  /** Volume on this exchange, in the coin; "0" if the candle shows the reference price. */
  volume: DecimalText;
}

export type CandleBound = 'TEHRAN' | 'UTC';

export type CandleInterval = '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d' | '1w';

/** Current candle of a market: of one minute, or of the length appended to the name (`candles:BITCOIN_TOMAN:4h`), by Tehran time or, with `:UTC` appended to that, by UTC. Candles with a length in the name are sent once per second. */
export interface CandlesMessage {
  /** Name of the channel. */
  channel: string;
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  /** The candle; null: there is none yet. */
  data: Candle | null;
}

export interface CandlesResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** Candles, oldest first. */
  content: Candle[];
  /** Start of the oldest candle of this length, in seconds since 1970; null: there is none. */
  historyFrom: number | null;
  /** Whether older candles are still being loaded; if true, repeat the request after a few seconds. */
  filling: boolean;
}

/** Id chosen by the client, unique among the account's open orders. */
export type ClientOrderId = string;

/** Code of the coin to buy. */
export type Coin = 'TETHER' | 'BITCOIN' | 'ETHEREUM' | 'BINANCE_COIN_BSC' | 'RIPPLE' | 'TRON' | 'DOGE_COIN' | 'LITE_COIN' | 'BITCOIN_CASH' | 'STELLAR' | 'MATIC' | 'CLASSIC_ETHEREUM' | 'DASH' | 'ELROND' | 'CELO' | 'EOS';

export interface CoinDetail {
  /** Code of the coin. */
  name: string;
  /** Ticker, e.g. BTC. */
  code: string;
  /** Path of the icon on this site. */
  image: string;
  /** Name of the coin in Persian. */
  persianName: string;
  /** Name of the coin in English. */
  englishName: string;
  /** Minimum amount of a quick trade, in the coin. */
  minAmountExchange: DecimalText;
  /** Maximum amount of a quick trade, in the coin. */
  maxAmountExchange: DecimalText;
  /** Withdrawal fee, in the coin. */
  withdrawalFee: DecimalText;
  /** Minimum amount of a withdrawal, in the coin. */
  minWithdrawAmount: DecimalText;
  /** Maximum amount of a withdrawal, in the coin. */
  maxWithdrawAmount: DecimalText;
  /** Same as `withdrawalFee`, in the coin. */
  transferFee: DecimalText;
  /** Minimum amount of a card deposit; Toman only. */
  minDepositAmount?: DecimalText;
  /** Maximum amount of a card deposit; Toman only. */
  maxDepositAmount?: DecimalText;
  /** Maximum number of decimal places of an amount. */
  decimals: number;
  /** Number of decimal places with which the price is displayed. */
  pricePrecision: number;
  /** Whether the coin can be traded at present. */
  isActive: boolean;
  /** Networks of the coin. */
  tokenTypeDetails: TokenTypeDetails[];
}

export interface CoinDetailList {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list. */
  content: CoinDetail[];
  /** Number of pages; only for requests with `page`. */
  totalPages?: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor?: string | null;
}

export interface CoinPrice {
  /** Code of the coin, e.g. BITCOIN. */
  destCoinSymbol: string;
  /** Currency of the prices, regardless of the path's name. */
  unit: 'TOMAN' | 'TETHER' | 'DOLLAR';
  /** Price at which a customer buys; null while the coin is halted. */
  buyPrice: DecimalText | null;
  /** Price at which a customer sells; null while the coin is halted. */
  sellPrice: DecimalText | null;
  /** Price displayed on this site, between the buy and sell price; null while the coin is halted. */
  referencePrice: DecimalText | null;
  /** Change of the reference price over 24 hours, in percent, signed, e.g. "-1.25". */
  price24hrChangePercent: string | null;
  /** Whether quick trades of the coin are available at present. */
  isActive: boolean;
  /** 20 mid prices over the last week, oldest first; only if requested. */
  lastWeekData?: DecimalText[];
}

export interface CoinProfit {
  /** Code of the asset; TOMAN for Toman. */
  asset: string;
  /** Remaining amount, in the asset. */
  amount: DecimalText;
  /** Figures calculated in Toman. */
  toman: ProfitFigures;
  /** Figures calculated in Tether. */
  tether: ProfitFigures;
}

/** Limits, steps or switches of coins, networks or markets have changed: fetch them again. */
export interface CoinsMessage {
  /** Name of the channel. */
  channel: 'coins';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  data: CoinsMessageData;
}

/** Time of the change. */
export interface CoinsMessageData {
  /** Time in milliseconds since 1970. */
  at: number;
}

export interface DailyWorth {
  /** Day in Tehran, e.g. 2026-11-22. The last one is today, with the current value. */
  day: string;
  /** Value in Toman. */
  toman: DecimalText;
  /** Value in Tether. */
  tether: DecimalText;
}

/** An amount, as decimal text or a number. */
export type DecimalInput = string | number;

/** An amount, as plain decimal text. */
export type DecimalText = string;

/** Toman or crypto deposit (requirements §3, history rows). */
export interface DepositRow {
  /** Identifier used in other calls. */
  id: string;
  /** Amount, in the deposit's coin. */
  amount: DecimalText;
  /** Coin code; TOMAN for Toman. */
  relatedCoin: string;
  /** Time of creation. */
  createdAtDateTime: Timestamp;
  /** Status of the deposit or reason for its failure, as a code of the dictionary. */
  message: string;
  /** Whether the deposit was credited. */
  isDone: boolean;
  /** State of the deposit. Toman: state of the payment. Crypto: PENDING until it has its confirmations, FAILED when the chain reverted it. */
  state: PaymentState;
  /** Masked card number or Sheba; null for crypto. */
  bankAccount: string | null;
  /** Stage of the refund of Toman that was paid and not credited: WAITING: awaits staff; RELEASED: the bank pays it to the card that paid, with its next batch; PAID_OUT: it was paid. Omitted for any other deposit. */
  refund?: RefundStage;
  /** Status of the transaction on the chain. This field and those below are set for crypto only. */
  transactionStatus?: 'CONFIRMED' | 'UNCONFIRMED' | 'RAISED_BY_USER';
  /** Network code, e.g. TRC20. */
  tokenType?: string;
  /** Identifier of the transaction on its chain. */
  txid?: string;
  /** Address that received the coins. */
  address?: string;
  /** Tag or memo of the address, if the network uses one. */
  tag?: string | null;
  /** URL of the transaction's page on a public explorer; null in the sandbox. */
  link?: string | null;
  /** Number of confirmations of the transaction. */
  confirmations?: number;
  /** Number of confirmations required before it is credited. */
  neededConfirmations?: number;
}

export interface DepositRowList {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list. */
  content: DepositRow[];
  /** Number of pages; only for requests with `page`. */
  totalPages?: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor?: string | null;
}

export interface DepositRowReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: DepositRow;
}

export interface ErrorReply {
  /** Type of the refusal. */
  status: string;
  /** Code of the refusal. */
  message: string;
  /** Names of the invalid fields, or details. */
  errors: string[];
  /** Further data of the refusal, e.g. the new price or the seconds to wait. */
  data?: Record<string, unknown>;
}

export interface Fill {
  /** Number of the fill; increases within its market. */
  number: string;
  /** Price per coin, in the quote. */
  unitPrice: DecimalText;
  /** Amount, in the coin. */
  amount: DecimalText;
  /** Value in the quote: amount × unitPrice. */
  wholePrice: DecimalText;
  /** Fee of this order, in the quote. */
  wage: DecimalText;
  /** Whether the order was the maker: it was resting in the order book. */
  maker: boolean;
  /** Time of the trade. */
  createdAtDateTime: Timestamp;
}

/** Fills of the user's orders, each sent once. Starts with a snapshot. `seq` is the number of the ledger batch, the same on every server; an update contains all changes after `prev` up to and including `seq`. If `prev` is higher than the last number received, messages were missed. */
export interface FillsMessage {
  /** Name of the channel. */
  channel: 'fills';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  /** Fills, newest first. A snapshot contains the last 50. */
  data: OwnFill[];
}

export interface FillsResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list, which may have fewer entries than requested. */
  content: OwnFill[];
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Time before which the list is complete; newer entries may appear with a short delay. */
  completeUntil: Timestamp;
}

export type KeyPermission = 'READ' | 'TRADE' | 'DEPOSIT' | 'WITHDRAW';

/** Public result of the continuous audit; all fields are null while it has findings for staff, or has not run for five minutes. */
export interface LedgerCheck {
  /** Time up to which every transfer was correct. */
  checkedAt: Timestamp | null;
  /** Number of transfers that were checked. */
  transfers: number | null;
  /** Number of laws that each transfer was checked against. */
  laws: number | null;
}

export interface LedgerCheckReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: LedgerCheck;
}

/** Current state, in snapshots and updates. */
export interface Maintenance {
  /** Whether changes by customers are refused. Reading continues to work. */
  isOn: boolean;
  /** Message shown to users. Null while maintenance is off. */
  text: BilingualText | null;
  /** Expected end of the maintenance. Null if unknown. */
  expectedEnd: Timestamp | null;
  /** Features, markets and coins that are paused now. Requests for them are refused with PAUSED. */
  paused: Pause[];
}

/** Maintenance or a pause has started or ended, or its text or end has changed. */
export interface MaintenanceMessage {
  /** Name of the channel. */
  channel: 'maintenance';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  /** Current state, in snapshots and updates. */
  data: Maintenance;
}

/** Everything a program needs to know about a market before it places an order. */
export interface MarketDetail {
  /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Code of the coin. */
  coin: string;
  /** Code of the quote: TOMAN or TETHER. */
  quote: string;
  /** Step of limit prices, in the quote. */
  tick: DecimalText;
  /** Step of amounts, in the coin. */
  lot: DecimalText;
  /** Minimum value of an order, in the quote. */
  minNotional: DecimalText;
  /** Maximum amount of an order, in the coin. */
  maxAmount: DecimalText;
  /** Maximum deviation of a limit price from the market price, in percent. */
  bandPercent: number;
  /** Ticker of the coin, e.g. BTC. */
  coinCode: string;
  /** Ticker of the quote: TMN or USDT. */
  quoteCode: string;
  /** Minimum amount of an order, in the coin: one lot. */
  minAmount: DecimalText;
  /** Maximum number of decimal places of a limit price. */
  pricePrecision: number;
  /** Maximum number of decimal places of an amount. */
  amountPrecision: number;
  /** Maximum number of decimal places of totals and fees. */
  quotePrecision: number;
  /** OPEN: orders are accepted. PAUSED: temporarily paused by staff. CLOSED: outside trading hours. INACTIVE: not offered. */
  state: MarketState;
  /** Time at which the market is expected to be OPEN again; null: it is open, or the time is unknown. */
  opensAtDateTime: Timestamp | null;
  /** Maker fee rate at the lowest level, in percent. */
  makerFeePercent: string;
  /** Taker fee rate at the lowest level, in percent. */
  takerFeePercent: string;
  /** Fee rates of each level, lowest level first; see `GET /users/account-levels` for the requirements of the levels. */
  fees: MarketDetailFeesEntry[];
}

export interface MarketDetailFeesEntry {
  /** Level to which the fee rates apply. */
  userAccountLevel: UserLevel;
  /** Maker fee rate, in percent. */
  makerFeePercent: string;
  /** Taker fee rate, in percent. */
  takerFeePercent: string;
}

export interface MarketDetailList {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list. */
  content: MarketDetail[];
  /** Number of pages; only for requests with `page`. */
  totalPages?: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor?: string | null;
}

export interface MarketInfo {
  /** Code of the coin; TOMAN for Toman. */
  relatedCoin: string;
  /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Whether the market accepts orders at present. */
  isActive: boolean;
  /** Price of the last trade on this exchange or, without trades in the last 24 hours, the reference price, in the quote; null: neither is known. */
  lastPrice: DecimalText | null;
  /** Source of `lastPrice` and `last24HoursChange`. TRADES: trades on this exchange in the last 24 hours. REFERENCE: the reference price. */
  priceOf: 'TRADES' | 'REFERENCE';
  /** Price change over the last 24 hours, in percent, signed, e.g. "-1.25". */
  last24HoursChange: string | null;
  /** Volume on this exchange in the last 24 hours, in the coin. */
  last24HoursVolume: DecimalText;
  /** Volume on this exchange in the last 24 hours, in the quote. */
  last24HoursValue: DecimalText;
  /** Highest price of the last 24 hours, in the quote; null: unknown. */
  last24HoursHigh: DecimalText | null;
  /** Lowest price of the last 24 hours, in the quote; null: unknown. */
  last24HoursLow: DecimalText | null;
  /** Best bid price, in the quote; null: there are no bids. */
  bestBid: DecimalText | null;
  /** Best ask price, in the quote; null: there are no asks. */
  bestAsk: DecimalText | null;
  /** 20 prices over the last week, oldest first; only if requested. */
  lastWeekData?: DecimalText[];
}

export interface MarketInfoList {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list. */
  content: MarketInfo[];
  /** Number of pages; only for requests with `page`. */
  totalPages?: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor?: string | null;
}

/** OPEN: orders are accepted. PAUSED: temporarily paused by staff. CLOSED: outside trading hours. INACTIVE: not offered. */
export type MarketState = 'OPEN' | 'PAUSED' | 'CLOSED' | 'INACTIVE';

/** Rules for orders in a market. */
export interface MarketTerms {
  /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Code of the coin. */
  coin: string;
  /** Code of the quote: TOMAN or TETHER. */
  quote: string;
  /** Step of limit prices, in the quote. */
  tick: DecimalText;
  /** Step of amounts, in the coin. */
  lot: DecimalText;
  /** Minimum value of an order, in the quote. */
  minNotional: DecimalText;
  /** Maximum amount of an order, in the coin. */
  maxAmount: DecimalText;
  /** Maximum deviation of a limit price from the market price, in percent. */
  bandPercent: number;
}

export interface MarketTermsReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: MarketTerms;
}

/** Markets of a quote with their 24-hour statistics. */
export interface MarketsMessage {
  /** Name of the channel. */
  channel: 'markets:TOMAN' | 'markets:TETHER';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  /** Markets that changed; a snapshot contains all. */
  data: MarketInfo[];
}

/** A ledger transfer that changed the caller's spendable or blocked balance. */
export interface Movement {
  /** Number of the transfer; increases across the whole ledger. */
  id: string;
  /** TRADE: coin or quote of a trade. FEE: a fee. REFERRAL: a share of an invited user's fees. DEPOSIT: a deposit. WITHDRAWAL: a withdrawal. HOLD: funds were blocked. RELEASE: blocked funds were released. COST: a cost. SEED: sandbox money. CORRECTION: an earlier entry was reversed. */
  kind: MovementKind;
  /** Cause of the movement. SETTLEMENT and STORE: of a company. INVITED: a trade of an invited user. */
  cause: MovementCaus;
  /** Id of the order, withdrawal, payment, deposit, freeze or settlement; null: it is not one of the caller's. */
  causeId: string | null;
  /** Code of the coin; TOMAN for Toman. */
  relatedCoin: string;
  /** Change of the total balance (spendable and blocked), signed, in the coin; "0" for HOLD and RELEASE. */
  amount: DecimalText;
  /** Change of the spendable balance, signed, in the coin. */
  creditChange: DecimalText;
  /** Change of the blocked balance, signed, in the coin. */
  blockedChange: DecimalText;
  /** Spendable balance afterwards, in the coin; null: unchanged. */
  credit: DecimalText | null;
  /** Blocked balance afterwards, in the coin; null: unchanged. */
  blockedCredit: DecimalText | null;
  /** Time of the transfer. */
  createdAtDateTime: Timestamp;
}

/** Cause of the movement. SETTLEMENT and STORE: of a company. INVITED: a trade of an invited user. */
export type MovementCaus = 'ORDER' | 'WITHDRAWAL' | 'PAYMENT' | 'BANK_DEPOSIT' | 'COIN_DEPOSIT' | 'FREEZE' | 'SETTLEMENT' | 'STORE' | 'INVITED' | 'OTHER';

export type MovementKind = 'TRADE' | 'FEE' | 'REFERRAL' | 'DEPOSIT' | 'WITHDRAWAL' | 'HOLD' | 'RELEASE' | 'COST' | 'SEED' | 'CORRECTION';

export interface MovementsResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list, which may have fewer entries than requested. */
  content: Movement[];
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Time before which the list is complete; newer entries may appear with a short delay. */
  completeUntil: Timestamp;
}

/** A notice was created or read. */
export interface NoticesMessage {
  /** Name of the channel. */
  channel: 'notices';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  data: NoticesMessageData;
}

/** State of the inbox. */
export interface NoticesMessageData {
  /** Number of unread notices, at most 100. */
  unread: number;
}

/** Open orders of the user. Starts with a snapshot. `seq` is the number of the ledger batch, the same on every server; an update contains all changes after `prev` up to and including `seq`. If `prev` is higher than the last number received, messages were missed. */
export interface OpenOrdersMessage {
  /** Name of the channel. */
  channel: 'open-orders';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  /** A snapshot contains the newest 1,000 open orders. An update contains the orders that were placed, changed or ended. */
  data: Order[];
}

/** The order, if `status` is OK. */
export interface Order {
  /** Id of the order, used in other calls. */
  id: string;
  /** Reference number shown on receipts, e.g. 7Q2M-04KD-9XTR. */
  number: string;
  /** Type and side of the order. LIMITED_…: a limit order. MARKET_…: a market order, filled at the best available prices. EXCHANGE_…: a quick trade. …_BUY and …_SELL: the side. */
  orderType: OrderType;
  /** IS_OPEN: in the order book, or waiting for `trigger`. IS_CLOSED: filled in full. FINISHED_WITHOUT_TRANSACTION: ended without any fill. FINISHED_WITH_TRANSACTION: ended after a partial fill. */
  orderStatus: OrderStatus;
  /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Code of the asset that the caller gives. */
  sourceCoin: string;
  /** Code of the asset that the caller receives. */
  destinationCoin: string;
  /** Amount of the order, in the coin. */
  amount: DecimalText;
  /** Price per coin, in the quote. */
  unitPrice: DecimalText;
  /** Filled amount, in the coin. */
  executedAmount: DecimalText;
  /** Filled part of the amount, in percent. */
  executedPercent: number;
  /** Value in the quote, without the fee: amount × unitPrice. */
  wholePrice: DecimalText;
  /** Value filled so far, in the quote, without the fee; equals wholePrice for a completed quick trade. */
  executedPrice: DecimalText;
  /** Fee charged so far, in the quote. */
  wage: DecimalText;
  /** Total paid so far by a buy, or received by a sell, in the quote; final once the order has ended. */
  totalPrice: DecimalText;
  /** Amount still blocked for the order: in the quote for a buy, in the coin for a sell. */
  blocked: DecimalText;
  /** Reason why the order ended before it was filled in full; null otherwise. */
  endedBy: OrderEnd | null;
  /** Time in force. GTC: open until cancelled. IOC: filled immediately as far as possible; the remainder is cancelled. FOK: filled immediately in full, or not at all. GTD: open until validUntil. Null for a quick trade. */
  timeInForce: TimesInForce | null;
  /** Time after which a GTD order is no longer filled; null: no expiry. */
  validUntil: Timestamp | null;
  /** Whether the order was accepted only if it would not match a resting order. */
  postOnly: boolean;
  /** Id that the client gave the order; null: none. */
  clientOrderId: string | null;
  /** Self-trade prevention: which order is cancelled when this order, on entry, would match one of the same account. NEWEST: this order. OLDEST: the resting order. BOTH: both. Null for a quick trade. */
  selfTradePrevention: SelfTradePrevention | null;
  /** Id of the order that this order replaced; null: none. */
  replaces: string | null;
  /** Amount of the coin shown in the order book at a time (iceberg order); null: the full amount. */
  displayAmount: DecimalText | null;
  /** Amount of the coin that the order book shows now, if a part is hidden; null: nothing is hidden, or the order is not open. */
  shownAmount: DecimalText | null;
  /** Trigger that the order waits, or waited, for before it enters the order book; null: none. */
  trigger: Trigger | null;
  /** Group of orders that cancel each other: the two orders of an OCO, or the orders of a bracket. Null: the order is in no group. */
  group: string | null;
  /** Id of the recurring purchase that placed the order; null: none. */
  recurring: string | null;
  /** Time at which the order was created. */
  createdAtDateTime: Timestamp;
}

export interface OrderBook {
  /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Sequence number of the order book; increases with each change. */
  sequence: number;
  /** Bids, best first, at most `limit` levels. */
  bids: PriceLevel[];
  /** Asks, best first, at most `limit` levels. */
  asks: PriceLevel[];
}

export interface OrderBookTopsResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** Time at which the order books were read. */
  dateTime: Timestamp;
  /** One entry per market. */
  content: BookTop[];
}

export interface OrderByClientIdResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The order. */
  baseDTO: Order;
  /** Fills of the order, newest first. */
  content: Fill[];
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

export type OrderEnd = 'OWNER' | 'SELF_TRADE' | 'NO_LIQUIDITY' | 'EXCHANGE' | 'EXPIRED' | 'REPLACED' | 'CANCEL_AFTER' | 'LINKED';

export interface OrderList {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list. */
  content: Order[];
  /** Number of pages; only for requests with `page`. */
  totalPages?: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor?: string | null;
}

export interface OrderReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: Order;
}

export type OrderSide = 'BUY' | 'SELL';

/** IS_OPEN: in the order book, or waiting for `trigger`. IS_CLOSED: filled in full. FINISHED_WITHOUT_TRANSACTION: ended without any fill. FINISHED_WITH_TRANSACTION: ended after a partial fill. */
export type OrderStatus = 'IS_OPEN' | 'IS_CLOSED' | 'FINISHED_WITHOUT_TRANSACTION' | 'FINISHED_WITH_TRANSACTION';

/** Type and side of the order. LIMITED_…: a limit order. MARKET_…: a market order, filled at the best available prices. EXCHANGE_…: a quick trade. …_BUY and …_SELL: the side. */
export type OrderType = 'LIMITED_BUY' | 'LIMITED_SELL' | 'EXCHANGE_BUY' | 'EXCHANGE_SELL' | 'MARKET_BUY' | 'MARKET_SELL';

/** An order of the user has changed. */
export interface OrdersMessage {
  /** Name of the channel. */
  channel: 'orders';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  /** The order. */
  data: Order;
}

export interface OwnFill {
  /** Unique id of the fill: market and number. */
  id: string;
  /** Number of the fill; increases within its market. */
  number: string;
  /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Id of the caller's order. */
  orderId: string;
  /** Side of the caller's order. */
  side: TradeSide;
  /** Price per coin, in the quote. */
  unitPrice: DecimalText;
  /** Amount, in the coin. */
  amount: DecimalText;
  /** Value in the quote: amount × unitPrice. */
  wholePrice: DecimalText;
  /** Fee of this order, in the quote. */
  wage: DecimalText;
  /** Code of the currency of the fee: the quote. */
  wageCoin: string;
  /** Whether the order was the maker: it was resting in the order book. */
  maker: boolean;
  /** Time of the trade. */
  createdAtDateTime: Timestamp;
}

/** The requested object. */
export interface OwnProgramKeyDetails {
  /** API key of the caller. */
  apiKey: ProgramKey;
  /** Rate limits of the caller. STANDARD: the default. MARKET_MAKER: ten times the default. */
  level: ApiLevel;
}

export interface OwnProgramKeyResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  baseDTO: OwnProgramKeyDetails;
}

export interface Pause {
  /** FEATURE: a customer operation. MARKET: trading in the market is stopped; open orders can be cancelled. COIN: the coin is not traded or withdrawn, and no new addresses are assigned. */
  scope: PauseScope;
  /** Name of the paused feature, market or coin, e.g. TOMAN_DEPOSIT, BITCOIN_TOMAN, BITCOIN. */
  name: string;
  /** Message shown to users. */
  text: BilingualText;
  /** Time at which the pause ends automatically. Null: until staff ends it. */
  endsAt: Timestamp | null;
}

/** FEATURE: a customer operation. MARKET: trading in the market is stopped; open orders can be cancelled. COIN: the coin is not traded or withdrawn, and no new addresses are assigned. */
export type PauseScope = 'FEATURE' | 'MARKET' | 'COIN';

export interface Payment {
  /** Identifier used in other calls. */
  id: string;
  /** Amount, in Toman. */
  amount: DecimalText;
  /** State of the payment: PENDING until the bank has responded; money in an unknown state is never credited. */
  state: PaymentState;
  /** Stage of a PENDING payment. CHECKING: awaits the gateway's response; AT_BANK: awaits the payer; DROPPED: abandoned by the payer, while the gateway would still accept the money. Null once the state is PAID or FAILED. */
  stage: PaymentStage | null;
  /** URL of the gateway's page, where the payer continues; null when the payment can't be made there. */
  redirectSite: string | null;
  /** Time at which the gateway's session of a PENDING payment ends, and with it the payment's hold on the daily limit. */
  releasedAtDateTime: Timestamp | null;
  /** Gateway that the payer is redirected to. */
  gateway: PaymentGateway;
  /** Masked number of the card, as reported by the bank. */
  cardNumber: string | null;
  /** Reference number of the bank. */
  trackingCode: string | null;
  /** Reason for the failure, as a code of the dictionary. */
  reason: string | null;
  /** Stage of the refund of a payment that was paid and not credited: WAITING: awaits staff; RELEASED: the bank pays it to the card that paid, with its next batch; PAID_OUT: it was paid. Null for any other payment. */
  refund: RefundStage | null;
  /** Time of creation. */
  createdAtDateTime: Timestamp;
}

export type PaymentGateway = 'SANDBOX' | 'ZARINPAL' | 'VANDAR' | 'ZIBAL' | 'JIBIT';

export type PaymentStage = 'CHECKING' | 'AT_BANK' | 'DROPPED';

/** State of the deposit. Toman: state of the payment. Crypto: PENDING until it has its confirmations, FAILED when the chain reverted it. */
export type PaymentState = 'PENDING' | 'PAID' | 'FAILED';

/** The entry: the purchase. */
export interface PlaceBracketBodyEntry {
  /** Type of the purchase: LIMITED_BUY: at a limit price. MARKET_BUY: at the best available prices. */
  orderType: 'LIMITED_BUY' | 'MARKET_BUY';
  /** Amount, in the coin. For a MARKET_BUY, `totalPrice` may be sent instead. */
  amount?: DecimalInput;
  /** Limit price, in the quote; for a market order, the worst acceptable price (unset: 5 % beyond the best price). */
  unitPrice?: DecimalInput;
  /** For a MARKET_BUY: maximum total to pay, in the quote, including the fee. */
  totalPrice?: DecimalInput;
}

/** The stop order that limits the loss; its price is below the entry. */
export interface PlaceBracketBodyStopLoss {
  /** Trigger of the stop order. */
  trigger: StopInput;
  /** Limit price of the triggered order, in the quote. Without it, the stop becomes a market order. */
  unitPrice?: DecimalInput;
}

/** The limit order that takes the profit; its price is above the entry. */
export interface PlaceBracketBodyTakeProfit {
  /** Limit price, in the quote. */
  unitPrice: DecimalInput;
}

export interface PlaceBracketResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The placed orders. */
  content: Order[];
}

/** The limit order. Rests in the order book; refused (POST_ONLY_WOULD_TAKE) if it would trade immediately. */
export interface PlaceOcoBodyLimit {
  /** Limit price, in the quote. */
  unitPrice: DecimalInput;
  /** Id chosen by the client, unique among the account's open orders. */
  clientOrderId?: ClientOrderId;
}

/** The stop order, which waits for its trigger. */
export interface PlaceOcoBodyStop {
  /** Trigger of the stop order. */
  trigger: TriggerInput;
  /** Limit price of the triggered order, in the quote. A sale without it becomes a market order. */
  unitPrice?: DecimalInput;
  /** Id chosen by the client, unique among the account's open orders. */
  clientOrderId?: ClientOrderId;
}

/** The requested object. */
export interface PortfolioProfit {
  /** Totals of all coins, in Toman. */
  toman: ProfitSums;
  /** Totals of all coins, in Tether. */
  tether: ProfitSums;
  /** Profit of each coin, most valuable first. */
  coins: CoinProfit[];
}

export interface PortfolioProfitReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: PortfolioProfit;
}

export interface PortfolioWorthResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** Values per day, oldest first. */
  content: DailyWorth[];
}

/** Price and amount, as decimal text. */
export type PriceLevel = [DecimalText, DecimalText];

/** Quick trade prices, once per second. */
export interface PricesMessage {
  /** Name of the channel. */
  channel: 'prices';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  data: PricesMessageData;
}

/** Prices of the coins, by quote. */
export interface PricesMessageData {
  /** Prices in Toman. */
  TOMAN: CoinPrice[];
  /** Prices in Tether. */
  TETHER: CoinPrice[];
}

/** First message of a private channel, which only contains its number. */
export interface PrivateSnapshot {
  /** Name of the channel. */
  channel: 'wallets' | 'notices' | 'orders';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  /** No data. */
  data: null;
}

/** Figures calculated in Toman. */
export interface ProfitFigures {
  /** Cost of the remaining amount, including fees, in the quote currency of the calculation. */
  cost: DecimalText;
  /** Cost of one coin; null if there is none. */
  averagePrice: DecimalText | null;
  /** Value in the quote currency of the calculation; null while the coin has no price. */
  worth: DecimalText | null;
  /** Value minus cost, in the quote currency of the calculation; signed. */
  unrealised: DecimalText | null;
  /** Value minus cost, in percent of the cost; null without a cost. */
  percent: DecimalText | null;
  /** Realised profit of amounts sold or spent, minus fees, in the quote currency of the calculation; signed. */
  realised: DecimalText;
}

/** Totals of all coins, in Toman. */
export interface ProfitSums {
  /** Value minus cost of the remaining amounts, in the quote currency of the calculation; signed. */
  unrealised: DecimalText;
  /** Realised profit of amounts sold or spent, minus fees, in the quote currency of the calculation; signed. */
  realised: DecimalText;
}

/** API key of the caller. */
export interface ProgramKey {
  /** Id of the key, sent by programs as X-Api-Key; not secret. */
  id: string;
  /** Label chosen by the owner. */
  label: string;
  /** ED25519: requests are signed with a private key that only the owner has. HMAC: requests are signed with a secret that was shown once. */
  kind: ProgramKeyKind;
  /** Permissions of the key. */
  permissions: KeyPermission[];
  /** Networks (CIDR) from which the key may be used; empty: any. */
  addresses: string[];
  /** ACTIVE: can be used. EXPIRED: has expired. */
  state: 'ACTIVE' | 'EXPIRED';
  /** Time at which the key was created. */
  createdAtDateTime: Timestamp;
  /** Time at which the key expires; null: valid until it is revoked. */
  expiresAtDateTime: Timestamp | null;
  /** Time from which the key may withdraw, one day after its creation; null: it may not. */
  withdrawsFromDateTime: Timestamp | null;
  /** Maximum value of the withdrawals of the key within any 24 hours, in Toman; null: it may not withdraw, or is older than this limit. */
  withdrawalLimit: DecimalText | null;
  /** Time of the last use, to the minute; null: never used. */
  lastUsedAtDateTime: Timestamp | null;
  /** IP address of the last use; null: never used. */
  lastIpAddress: string | null;
}

/** ED25519: requests are signed with a private key that only the owner has. HMAC: requests are signed with a secret that was shown once. */
export type ProgramKeyKind = 'ED25519' | 'HMAC';

/** Rate class. */
export type ProgramRate = 'read' | 'write' | 'money' | 'order';

/** Limits, refusals and calls, as enforced by the server. */
export interface ProgramTerms {
  /** Rate limits of a key. Calls of all operations in a class are counted together. Calls without a key are counted per network address and operation. */
  rates: ProgramTermsRatesEntry[];
  /** Factor by which the rate limits of a market maker are higher. */
  marketMakerTimes: number;
  /** Maximum number of orders and cancellations per account per second. */
  ordersPerSecond: number;
  /** Maximum difference between X-Api-Time and the server time, in either direction, in milliseconds. */
  signatureWindow: number;
  /** Maximum number of keys per user. */
  keys: number;
  /** Maximum number of networks per key. */
  keyAddresses: number;
  /** Maximum number of open orders per user and market. */
  openOrders: number;
  /** Maximum number of open orders per user in all markets. */
  allOpenOrders: number;
  /** Maximum number of orders to place, or ids of orders to cancel, per batch. */
  batch: number;
  /** Maximum timeout of cancel-after, in seconds. */
  cancelAfter: number;
  /** Maximum number of stream channels per connection. */
  channels: number;
  /** Maximum number of stream connections per user. */
  streams: number;
  /** Minimum number of months between the announcement of a removal and the removal. */
  noticeMonths: number;
  /** Deprecated calls, with the day of the announcement and the earliest day of removal. */
  deprecated: ProgramTermsDeprecatedEntry[];
  /** All refusals that a program may receive from public reads, calls with a key, and calls of a store. */
  errors: ProgramTermsErrorsEntry[];
  /** Calls in the format of Binance's spot API. */
  binance: ProgramTermsBinanceEntry[];
}

export interface ProgramTermsBinanceEntry {
  /** HTTP method. */
  method: string;
  /** Path below the host, with its parameters. */
  path: string;
  /** Permission that the key requires; null: public. */
  permission: KeyPermission | null;
}

export interface ProgramTermsDeprecatedEntry {
  /** Method and path. */
  call: string;
  /** Date of the announcement. */
  sinceDate: string;
  /** Date until which the call is available, at least. */
  untilDate: string;
}

export interface ProgramTermsErrorsEntry {
  /** Code, sent as `message`. */
  code: string;
  /** Status, sent as `status`. */
  status: string;
  /** HTTP status of the reply. */
  httpStatus: number;
}

export interface ProgramTermsRatesEntry {
  /** Rate class. */
  rate: ProgramRate;
  /** Maximum number of calls per window. */
  most: number;
  /** Length of a window, in seconds. */
  seconds: number;
}

export interface ProgramTermsReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: ProgramTerms;
}

export interface PublicTrade {
  /** Number of the trade; increases within its market. */
  number: number;
  /** Price per coin, in the quote. */
  unitPrice: DecimalText;
  /** Amount, in the coin. */
  amount: DecimalText;
  /** Side of the taker. */
  side: TradeSide;
  /** Time of the trade. */
  createdAtDateTime: Timestamp;
}

export interface PublicTradeList {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list. */
  content: PublicTrade[];
  /** Number of pages; only for requests with `page`. */
  totalPages?: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor?: string | null;
}

export type Quote = 'TOMAN' | 'TETHER';

export interface RecurringPlan {
  /** Id of the recurring purchase, used in other calls. */
  id: string;
  /** Code of the coin to buy. */
  coin: Coin;
  /** Maximum amount of each purchase, in Toman, including the fee. */
  amount: DecimalText;
  /** Maximum price per coin, in Toman; above it, nothing is bought. Null: no maximum. */
  maxUnitPrice: DecimalText | null;
  /** Interval: DAILY, WEEKLY, or MONTHLY by the Jalali calendar. Days and hours are in Tehran time. */
  rhythm: RecurringRhythm;
  /** Day of the purchase. WEEKLY: 1 (Saturday) to 7 (Friday). MONTHLY: 1 to 31 of the Jalali month; in shorter months, the last day. DAILY: 0. */
  day: number;
  /** Hour of the day, in Tehran time. */
  hour: number;
  /** ACTIVE: next purchase at `nextAtDateTime`. PAUSED: inactive until its owner resumes it. ENDED: ended permanently. */
  state: RecurringState;
  /** Time of the next purchase; null: none is scheduled. */
  nextAtDateTime: Timestamp | null;
  /** Reason why the purchase that is due has not been executed yet; null: none is due, or it is about to be executed. */
  waiting: RecurringSkip | null;
  /** Number of executed purchases. */
  purchases: number;
  /** Total amount bought, in the coin. */
  bought: DecimalText;
  /** Total paid, in Toman, including fees. */
  spent: DecimalText;
  /** Average price per coin, in Toman, including fees; null: nothing was bought. */
  averagePrice: DecimalText | null;
  /** Time at which the recurring purchase was created. */
  createdAtDateTime: Timestamp;
}

export interface RecurringPlansResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The recurring purchases. */
  content: RecurringPlan[];
}

/** Interval: DAILY, WEEKLY, or MONTHLY by the Jalali calendar. Days and hours are in Tehran time. */
export type RecurringRhythm = 'DAILY' | 'WEEKLY' | 'MONTHLY';

export type RecurringSkip = 'NOT_ENOUGH_BALANCE' | 'PRICE_TOO_HIGH' | 'AMOUNT_IS_LOW' | 'AMOUNT_IS_HIGH' | 'STABLECOIN_LIMIT' | 'NOT_AUTHORIZED' | 'ACCOUNT_BLOCKED' | 'ACCOUNT_FROZEN' | 'QUICK_TRADE_DISABLED' | 'MARKET_CLOSED' | 'INVENTORY_LIMIT' | 'STOPPED_BY_OWNER';

/** ACTIVE: next purchase at `nextAtDateTime`. PAUSED: inactive until its owner resumes it. ENDED: ended permanently. */
export type RecurringState = 'ACTIVE' | 'PAUSED' | 'ENDED';

export interface RecurringTurn {
  /** Id of the turn. */
  id: string;
  /** Id of its recurring purchase. */
  planId: string;
  /** Code of the coin to buy. */
  coin: Coin;
  /** Time at which the turn was due. */
  dueAtDateTime: Timestamp;
  /** WAITING: waiting because of `reason`, or about to be executed. BOUGHT: executed by the order `orderId`. SKIPPED: skipped because of `reason`. */
  state: RecurringTurnState;
  /** NOT_ENOUGH_BALANCE: the spendable Toman balance was too low. PRICE_TOO_HIGH: the price was above `maxUnitPrice`. AMOUNT_IS_LOW, AMOUNT_IS_HIGH: the amount was below the minimum or above the maximum of a quick trade. STABLECOIN_LIMIT: the regulatory limit on Tether was reached. NOT_AUTHORIZED, ACCOUNT_BLOCKED, ACCOUNT_FROZEN, QUICK_TRADE_DISABLED: the account could not trade. MARKET_CLOSED: no price, a pause, or outside trading hours. INVENTORY_LIMIT: the exchange did not have enough coins. STOPPED_BY_OWNER: paused or ended before it was executed. */
  reason: RecurringSkip | null;
  /** Maximum amount of the purchase, in Toman. */
  amount: DecimalText;
  /** Id of its quick trade, as in GET /orders/:id; null: none. */
  orderId: string | null;
  /** Amount bought, in the coin; null: nothing was bought. */
  boughtAmount: DecimalText | null;
  /** Price per coin, in Toman; null: nothing was bought. */
  unitPrice: DecimalText | null;
  /** Fee, in Toman; null: nothing was bought. */
  fee: DecimalText | null;
  /** Total paid, in Toman; null: nothing was bought. */
  total: DecimalText | null;
  /** Time at which the turn was bought or skipped; null: it is waiting. */
  doneAtDateTime: Timestamp | null;
}

export interface RecurringTurnList {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list. */
  content: RecurringTurn[];
  /** Number of pages; only for requests with `page`. */
  totalPages?: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor?: string | null;
}

/** WAITING: waiting because of `reason`, or about to be executed. BOUGHT: executed by the order `orderId`. SKIPPED: skipped because of `reason`. */
export type RecurringTurnState = 'WAITING' | 'BOUGHT' | 'SKIPPED';

/** Stage of the refund of Toman that was paid and not credited: WAITING: awaits staff; RELEASED: the bank pays it to the card that paid, with its next batch; PAID_OUT: it was paid. Omitted for any other deposit. */
export type RefundStage = 'WAITING' | 'RELEASED' | 'PAID_OUT';

/** Self-trade prevention: which order is cancelled when this order would match one of the same account. NEWEST (default): this order is cancelled, or refused (SELF_TRADE) if that is its first match. OLDEST: the resting orders are cancelled and this order continues. BOTH: the first resting order matched and this order are cancelled. */
export type SelfTradePrevention = 'NEWEST' | 'OLDEST' | 'BOTH';

/** The requested object. */
export interface ServerTimeDetails {
  /** Server time, ISO 8601 in UTC. */
  dateTime: Timestamp;
  /** Server time in milliseconds since 1970. */
  milliseconds: number;
}

export interface ServerTimeResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  baseDTO: ServerTimeDetails;
}

/** WORKING: everything works. LIMITED: something is paused, a traded coin has no price, or withdrawals are held. DISTURBED: nothing is settled at the moment. MAINTENANCE: changes are refused, as announced. */
export type ServiceState = 'WORKING' | 'LIMITED' | 'DISTURBED' | 'MAINTENANCE';

/** The requested object. */
export interface ServiceStatus {
  /** WORKING: everything works. LIMITED: something is paused, a traded coin has no price, or withdrawals are held. DISTURBED: nothing is settled at the moment. MAINTENANCE: changes are refused, as announced. */
  state: ServiceState;
  books: LedgerCheck;
}

export interface ServiceStatusReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: ServiceStatus;
}

/** Numbers of customers and trades, without market makers; all null while below the thresholds set by staff. */
export interface Stats {
  /** Number of customers. */
  userCount: number | null;
  /** Total value of trades, in Toman. */
  tradesValue: DecimalText | null;
  /** Number of trades. */
  tradesAmount: number | null;
}

export interface StatsReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: Stats;
}

/** Trigger of the stop order. */
export interface StopInput {
  /** LAST: the price of each trade in the market. REFERENCE: the published price, checked once per second. Default: LAST. */
  by?: TriggerPrice;
  /** Trigger price, in the quote. */
  price: DecimalInput;
}

export interface SupportedCoin {
  /** Code of the coin, e.g. BITCOIN. */
  coin: string;
  /** Ticker. */
  code: string;
  /** Name of the coin in Persian. */
  persianName: string;
  /** Name of the coin in English. */
  englishName: string;
  /** Path of the icon. */
  link: string;
}

export interface SupportedCoinList {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list. */
  content: SupportedCoin[];
  /** Number of pages; only for requests with `page`. */
  totalPages?: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor?: string | null;
}

/** Statistics of a market over the last 24 hours, from trades on this exchange only. Fields are null without trades, or without open orders on that side. */
export interface Ticker {
  /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Ticker of the coin, e.g. BTC. */
  coinCode: string;
  /** Ticker of the quote: TMN or USDT. */
  quoteCode: string;
  /** Whether the market is offered. */
  isActive: boolean;
  /** Price of the last trade, however old, in the quote. */
  lastPrice: DecimalText | null;
  /** Last price 24 hours ago, in the quote; if there were no trades in the 24 hours before that, the first price since. */
  openPrice: DecimalText | null;
  /** Highest price, in the quote. */
  highPrice: DecimalText | null;
  /** Lowest price, in the quote. */
  lowPrice: DecimalText | null;
  /** Change from `openPrice` to `lastPrice`, in percent, signed, e.g. "-1.25". */
  changePercent: string | null;
  /** Volume, in the coin. */
  volume: DecimalText;
  /** Volume, in the quote. */
  quoteVolume: DecimalText;
  /** Best bid price, in the quote. */
  bestBid: DecimalText | null;
  /** Amount bid at that price, in the coin. */
  bestBidAmount: DecimalText | null;
  /** Best ask price, in the quote. */
  bestAsk: DecimalText | null;
  /** Amount offered at that price, in the coin. */
  bestAskAmount: DecimalText | null;
  /** Global market price, in the quote; null: unknown. */
  referencePrice: DecimalText | null;
}

export interface TickersResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** Time at which the statistics were calculated. */
  dateTime: Timestamp;
  /** One entry per market. */
  content: Ticker[];
}

/** Time in force. GTC (default of limit orders): open until cancelled. IOC (default of market orders): filled immediately as far as possible; the remainder is cancelled. FOK: filled immediately in full, or refused (FOK_NOT_FILLED) without any effect. GTD: open until `validUntil`. Market orders must be IOC or FOK. */
export type TimesInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD';

/** Time in ISO 8601, UTC. */
export type Timestamp = string;

/** Time in ISO 8601. */
export type TimestampInput = string;

export interface TokenTypeDetails {
  /** Code of the network, e.g. TRC20. */
  tokenType: string;
  /** Whether a missed deposit can be found by its transaction id alone. */
  txIdIsNeeded: boolean;
  /** Whether addresses of this network have a tag or memo. */
  tagIsNeeded: boolean;
  /** Whether deposits are accepted at present. */
  isDepositEnable: boolean;
  /** Whether withdrawals are sent at present. */
  withdrawEnable: boolean;
  /** Withdrawal fee, in the coin. */
  withdrawalFee: DecimalText;
  /** Minimum amount of a withdrawal, in the coin. */
  minWithdraw: DecimalText;
  /** Maximum amount of a withdrawal, in the coin. */
  maxWithdraw: DecimalText;
  /** Number of confirmations after which a deposit is credited. */
  confirmations: number;
  /** Minimum deposit, in the coin; smaller deposits are not credited automatically. */
  minDeposit: DecimalText;
}

/** The requested object. */
export interface TomanTerms {
  /** Gateways that are currently available. */
  gateways: PaymentGateway[];
  /** Minimum of one deposit by card, in Toman. */
  minAmount: DecimalText;
  /** Maximum of one deposit by card, in Toman. */
  maxAmount: DecimalText;
  /** Remaining amount that can be deposited through gateways within the rolling 24 hours, in Toman. */
  leftToday: DecimalText;
  /** Unpaid payments that hold a part of that limit, newest first. */
  open: Payment[];
  /** Number of hours for which coins can't be withdrawn after a Toman deposit; 0 if there is no such hold. */
  holdHours: number;
  /** Identified bank deposit (واریز شناسه‌دار), for amounts above the limits of the gateways; null if not offered. */
  identified: TomanTermsIdentified | null;
}

export interface TomanTermsIdentified {
  /** Sheba of the exchange's account. */
  sheba: string;
  /** Bank of that account. */
  bankName: string;
  /** Name of the account's owner. */
  owner: string;
  /** Caller's own payment identifier, including its check digits. */
  identifier: string;
  /** Maximum accepted per day, in Toman. */
  maxPerDay: DecimalText;
}

export interface TomanTermsReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: TomanTerms;
}

/** Side of the caller's order. */
export type TradeSide = 'buy' | 'sell';

/** Trades of a market; `seq` is the number of the newest trade. */
export interface TradesMessage {
  /** Name of the channel. */
  channel: string;
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  /** Trades, newest first. */
  data: PublicTrade[];
}

export interface Trigger {
  /** STOP: a purchase triggers at or above its trigger price, a sale at or below it. TAKE_PROFIT: the reverse. TRAILING_STOP: a stop whose trigger price follows the best price since it was placed, at a distance. ENTRY: triggers once the entry of its bracket has ended. */
  kind: TriggerKind;
  /** LAST: the price of each trade in the market. REFERENCE: the published price, checked once per second. Null for an ENTRY. */
  by: TriggerPrice | null;
  /** Trigger price, in the quote; for a trailing stop, its trigger price at the time it was placed. Null for an ENTRY. */
  price: DecimalText | null;
  /** Distance of a trailing stop from the best price, in the quote; null for other kinds. */
  distance: DecimalText | null;
  /** Current trigger price of a waiting trailing stop, in the quote; null for other kinds, or once it no longer waits. */
  trailsAt: DecimalText | null;
  /** Time at which the trigger price was reached; null: still waiting. */
  triggeredAt: Timestamp | null;
}

/** Trigger that must be reached before the order enters the order book; the required funds are blocked meanwhile. A MARKET_BUY requires `totalPrice`, or `amount` and `unitPrice`; a trailing stop must be a market order. Not allowed with postOnly, GTD, or a limit order that is IOC or FOK. */
export interface TriggerInput {
  /** STOP: a purchase triggers at or above its trigger price, a sale at or below it. TAKE_PROFIT: the reverse. TRAILING_STOP: a stop whose trigger price follows the best price since it was placed, at a distance. */
  kind: 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP';
  /** LAST: the price of each trade in the market. REFERENCE: the published price, checked once per second. Default: LAST. */
  by?: TriggerPrice;
  /** Trigger price, in the quote, between a tenth of and ten times the current price. Not allowed for a trailing stop. */
  price?: DecimalInput;
  /** Distance of a trailing stop from the best price, in the quote. */
  distance?: DecimalInput;
}

/** STOP: a purchase triggers at or above its trigger price, a sale at or below it. TAKE_PROFIT: the reverse. TRAILING_STOP: a stop whose trigger price follows the best price since it was placed, at a distance. ENTRY: triggers once the entry of its bracket has ended. */
export type TriggerKind = 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP' | 'ENTRY';

/** LAST: the price of each trade in the market. REFERENCE: the published price, checked once per second. Default: LAST. */
export type TriggerPrice = 'LAST' | 'REFERENCE';

/** Level to which the fee rates apply. */
export type UserLevel = 'BRONZE' | 'SILVER' | 'GOLD' | 'PLATINUM' | 'SUPERVISOR';

export interface VerifiedBankAccountsResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** Verified cards. */
  content: VerifiedBankAccountsResponseContentEntry[];
}

export interface VerifiedBankAccountsResponseContentEntry {
  /** Identifier used in other calls. */
  id: string;
  /** Masked number of the bank card. */
  cardNumber: string;
  /** Bank that issued the card; empty if its prefix is unknown. */
  bankName: string;
}

/** The requested object. */
export interface WalletAddressDetails {
  /** Address to send coins of this network to. */
  address: string;
  /** QR code of the address alone, as PNG in base64 without a prefix. */
  qrCode: string;
  /** Payment link of BIP21, EIP-681, SEP-7 or a similar standard, from which a wallet also reads the network and tag; null if wallets of this network support none. */
  paymentLink: string | null;
  /** QR code of `paymentLink`, as PNG in base64 without a prefix; null if `paymentLink` is null. */
  linkQrCode: string | null;
  /** Tag or memo, without which a deposit can't be attributed; null if the network uses none. */
  tag: string | null;
  /** Minimum deposit that is credited automatically, in the coin; smaller deposits require staff. */
  minDeposit: DecimalText;
  /** Number of confirmations required before a deposit is credited. */
  neededConfirmations: number;
  /** Address of the only accepted contract, if the coin is a token. */
  contract: string | null;
}

export interface WalletAddressResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  baseDTO: WalletAddressDetails;
}

export interface WalletEntry {
  /** Spendable balance, in the asset. */
  credit: DecimalText;
  /** Balance blocked by open orders, withdrawals and freezes, in the asset. */
  blockedCredit: DecimalText;
  /** Sum of the spendable and blocked balance, in the asset. */
  totalBalance: DecimalText;
  /** Value in Toman; null while the coin has no price. */
  wholePriceOfCredit: DecimalText | null;
}

/** The requested object. */
export interface WalletTotals {
  /** Total deposits, in Toman at the price of each deposit's day. */
  deposits: DecimalText;
  /** Total withdrawals, in Toman at the price of each withdrawal's day. */
  withdrawals: DecimalText;
  /** Current value of all balances, in Toman. */
  remaining: DecimalText;
  /** Referral rewards: shares of the fees of invited users, in Toman. */
  reward: DecimalText;
  /** Toman balance, including blocked parts. */
  tomanWallet: DecimalText;
  /** Amount blocked by open orders, in Toman at the current price. */
  inTrade: DecimalText;
  /** Spendable balance, in Toman at the current price. */
  cashable: DecimalText;
}

export interface WalletTotalsReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: WalletTotals;
}

/** Balances may have changed. */
export interface WalletsMessage {
  /** Name of the channel. */
  channel: 'wallets';
  /** Number of the message; increases within its channel. */
  seq: number;
  /** Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again. */
  prev?: number;
  /** snapshot: the complete state. update: the changes. */
  type: 'snapshot' | 'update';
  data: WalletsMessageData;
}

/** Balances that may have changed. */
export interface WalletsMessageData {
  /** Codes of the coins. */
  coins: string[];
}

/** The requested object. */
export interface WithdrawalRow {
  /** Identifier used in other calls. */
  id: string;
  /** Number displayed on the receipt. */
  number: string;
  /** Coin code; TOMAN for Toman. */
  relatedCoin: string;
  /** Network code, e.g. TRC20. */
  tokenType: string;
  /** Amount deducted from the wallet, in the asset; includes the fee. */
  amount: DecimalText;
  /** Fee, in the coin; included in the amount. */
  fee: DecimalText;
  /** Amount that the recipient receives, in the asset: the amount minus the fee. */
  receives: DecimalText;
  /** Destination: an address, or a Sheba for Toman. */
  destinationWalletAddress: string;
  /** Tag or memo of the address; null if there is none. */
  tag: string | null;
  /** Name of the address in the caller's address book; null if it isn't saved. */
  label: string | null;
  /** Masked Sheba of a Toman withdrawal. */
  bankAccount: string | null;
  /** State of the withdrawal. REVIEW: under review by staff. APPROVED: waiting to be sent (Toman: for its batch). SENDING: signed. SENT: on the chain, not yet final (Toman: in a batch). DONE: completed. CANCELLED: cancelled by the user, REFUSED: refused by staff, RETURNED: returned by the bank; in these three the money has been returned. */
  state: WithdrawalState;
  /** Status of the transaction: CONFIRMED once it is final. */
  transactionStatus: 'CONFIRMED' | 'UNCONFIRMED';
  /** Whether the withdrawal has arrived and is final. */
  isDone: boolean;
  /** Whether the caller can still cancel the withdrawal. */
  cancellable: boolean;
  /** Message of the bank or reason for the refusal; a code of the dictionary or the state. */
  message: string;
  /** Identifier of the transaction; null until there is one. */
  txid: string | null;
  /** URL of the transaction's page on a public explorer; null if there is none. */
  link: string | null;
  /** Number of confirmations of the transaction; null if it isn't on a chain. */
  confirmations: number | null;
  /** Number of confirmations required to be final; null if the withdrawal isn't sent to a chain. */
  neededConfirmations: number | null;
  /** Time by which a Toman withdrawal is paid. */
  promisedAtDateTime: Timestamp | null;
  /** Time of creation. */
  createdAtDateTime: Timestamp;
  /** Time of completion; null until then. */
  doneAtDateTime: Timestamp | null;
}

export interface WithdrawalRowList {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** One page of the list. */
  content: WithdrawalRow[];
  /** Number of pages; only for requests with `page`. */
  totalPages?: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor?: string | null;
}

export interface WithdrawalRowReply {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  /** The requested object. */
  baseDTO: WithdrawalRow;
}

/** State of the withdrawal. REVIEW: under review by staff. APPROVED: waiting to be sent (Toman: for its batch). SENDING: signed. SENT: on the chain, not yet final (Toman: in a batch). DONE: completed. CANCELLED: cancelled by the user, REFUSED: refused by staff, RETURNED: returned by the bank; in these three the money has been returned. */
export type WithdrawalState = 'REVIEW' | 'APPROVED' | 'SENDING' | 'SENT' | 'DONE' | 'CANCELLED' | 'REFUSED' | 'RETURNED';

/** The requested object. */
export interface WithdrawalTermsDetails {
  /** Fee of one withdrawal, in the coin. */
  fee: DecimalText;
  /** Minimum of one withdrawal, in the coin. */
  minAmount: DecimalText;
  /** Maximum of one withdrawal, in the coin. */
  maxAmount: DecimalText;
  /** Remaining limit of today, as a value in Toman. */
  leftToday: DecimalText;
  /** Remaining limit of this month, as a value in Toman; null if there is no current price. */
  leftThisMonth: DecimalText;
  /** Maximum of this coin that both limits allow; null while the coin has no price. */
  leftAmount: DecimalText | null;
  /** Time until which the user's individual limits replace those of their level; null if the limits of the level apply. */
  ownLimitUntil: Timestamp | null;
  /** Time until which withdrawals are held; the reason is a code of the dictionary. */
  heldUntil: Timestamp | null;
  /** Reason for the hold; null if there is no hold. */
  holdReason: 'ACCOUNT_FROZEN' | 'WITHDRAWAL_HOLD' | 'DEPOSIT_HOLD' | 'WITHDRAWALS_STOPPED' | null;
  /** Amount from which staff reviews a withdrawal first, in the asset. */
  reviewFrom: DecimalText | null;
  /** Whether coins can be withdrawn to saved addresses only. */
  whitelistOnly: boolean;
  /** Time by which a Toman withdrawal requested now is paid. */
  promisedAtDateTime: Timestamp | null;
}

export interface WithdrawalTermsResponse {
  /** The request succeeded. */
  status: 'OK';
  /** Description of the result. */
  message: string;
  baseDTO: WithdrawalTermsDetails;
}

/** Request and response of each operation. */
export interface Operations {
  /** Returns the saved addresses, at most 100, sorted by label, and whether coins can be withdrawn to saved addresses only. The key needs READ. */
  addressBook: {
    asked: {
      relatedCoin?: string;
      tokenType?: string;
    };
    answer: AddressBookResponse;
  };
  /** Cancels and places up to 20 orders in total. Cancellations are executed first; each item has its own result, in the order of the request (send an Idempotency-Key). The key needs TRADE. */
  batchOrders: {
    asked: {
      /** Ids of the open orders to cancel. */
      cancel?: string[];
      /** Orders to place, each as in the body of POST /orders. */
      place?: BatchOrdersBodyPlaceEntry[];
    };
    answer: BatchOrdersResponse;
  };
  /** Cancels all open orders (CANCEL_AFTER) after a timeout, unless this is called again before it expires. The timer survives a restart of the exchange. The key needs TRADE. */
  cancelAfter: {
    asked: {
      /** Seconds from now; 0 stops the timer. */
      seconds: number;
      /** Market to which the timer applies; its timer is independent of the timer of all markets. Unset: all markets. */
      marketType?: string;
    };
    answer: CancelAfterResponse;
  };
  /** Cancels an open order; its fills are not reversed. The key needs TRADE. */
  cancelOrder: {
    asked: {
      id: string;
    };
    answer: OrderReply;
  };
  /** Cancels the open order with this `clientOrderId`; its fills are not reversed. The key needs TRADE. */
  cancelOrderByClientId: {
    asked: {
      clientOrderId: string;
    };
    answer: OrderReply;
  };
  /** Cancels the open orders of one market or, with `all=true`, of all markets. The key needs TRADE. */
  cancelOrders: {
    asked: {
      marketType?: string;
      side?: OrderSide;
      orderType?: OrderType;
      all?: true;
    };
    answer: CancelOrdersResponse;
  };
  /** Cancels a withdrawal that has not been sent; the money becomes spendable again. The key needs WITHDRAW. */
  cancelWithdrawal: {
    asked: {
      id: string;
    };
    answer: WithdrawalRowReply;
  };
  /** Returns candles of trades on this exchange, or of the reference price if there were no trades; oldest first, at most 1,000. */
  candles: {
    asked: {
      marketType: string;
      interval: CandleInterval;
      from?: number;
      to?: number;
      limit?: number;
      bounds?: CandleBound;
    };
    answer: CandlesResponse;
  };
  /** Returns limits, fees and networks of all coins, including TOMAN and TETHER. */
  coinDetails: {
    asked: Record<string, never>;
    answer: CoinDetailList;
  };
  /** Returns all coins, in display order. */
  coins: {
    asked: Record<string, never>;
    answer: SupportedCoinList;
  };
  /** Returns the number of users, and the number and Toman value of trades. */
  cryptoInfo: {
    asked: Record<string, never>;
    answer: StatsReply;
  };
  /** Returns balances keyed by coin: all of them, or those of the requested coins. The key needs READ. */
  customerAddresses: {
    asked: {
      coins?: string;
      walletType?: 'EXCHANGE' | 'P2P';
    };
    answer: Record<string, WalletEntry>;
  };
  /** Returns one deposit of Toman or of coins, in the format of the list. The key needs READ. */
  depositDetail: {
    asked: {
      id: string;
    };
    answer: DepositRowReply;
  };
  /** Returns deposits of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first. The key needs READ. */
  deposits: {
    asked: {
      page?: number;
      size?: number;
      cursor?: string;
      relatedCoin?: string;
      excludedRelatedCoin?: string;
    };
    answer: DepositRowList;
  };
  /** Buys a coin at the quoted price (send an Idempotency-Key). The key needs TRADE. */
  exchangeBuy: {
    asked: {
      /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      /** Amount, in the coin. */
      amount: DecimalInput;
      /** Price per coin; must have been published for this side and coin within the last 10 s. */
      unitPrice: DecimalInput;
      /** Implied by the path; if sent, it must match. */
      orderType?: OrderType;
      /** Implied by the market; if sent, it must match. */
      sourceCoin?: string;
      /** Implied by the market; if sent, it must match. */
      destinationCoin?: string;
      /** Accepted and ignored: amount × unit price, calculated by the server. */
      totalPrice?: unknown;
      /** Accepted and ignored: the fee of the account’s level, calculated by the server. */
      wage?: unknown;
      /** Address to which the bought coins are withdrawn, subject to all checks of a withdrawal. If they are not sent, `message` is the code of the reason. */
      destinationWallet?: string;
      /** Network of `destinationWallet`. */
      tokenType?: string;
      /** Tag or memo of `destinationWallet`, if the network uses one. */
      tag?: string;
      /** One-time code that confirms the withdrawal, from POST /users/send-code for this amount and `destinationWallet`, with `bought`. */
      code?: string;
      /** Second one-time code, if one was sent by SMS. */
      smsCode?: string;
    };
    answer: OrderReply;
  };
  /** Returns quick trade prices in Toman (the path's name is historical). */
  exchangePriceUsd: {
    asked: {
      includeWeeklyChange?: boolean;
      include24hrChange?: boolean;
      toCurrencies?: string;
    };
    answer: CoinPrice[];
  };
  /** Returns quick trade prices in Tether. */
  exchangePriceUsdt: {
    asked: {
      includeWeeklyChange?: boolean;
      include24hrChange?: boolean;
      toCurrencies?: string;
    };
    answer: CoinPrice[];
  };
  /** Sells a coin at the quoted price (send an Idempotency-Key). The key needs TRADE. */
  exchangeSell: {
    asked: {
      /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      /** Amount, in the coin. */
      amount: DecimalInput;
      /** Price per coin; must have been published for this side and coin within the last 10 s. */
      unitPrice: DecimalInput;
      /** Implied by the path; if sent, it must match. */
      orderType?: OrderType;
      /** Implied by the market; if sent, it must match. */
      sourceCoin?: string;
      /** Implied by the market; if sent, it must match. */
      destinationCoin?: string;
      /** Accepted and ignored: amount × unit price, calculated by the server. */
      totalPrice?: unknown;
      /** Accepted and ignored: the fee of the account’s level, calculated by the server. */
      wage?: unknown;
    };
    answer: OrderReply;
  };
  /** Returns the fills of the caller's orders, newest first unless requested otherwise; quick trades have no fills. The key needs READ. */
  fills: {
    asked: {
      size?: number;
      cursor?: string;
      marketType?: string;
      orderId?: string;
      after?: string;
      oldestFirst?: true;
      from?: TimestampInput;
      to?: TimestampInput;
    };
    answer: FillsResponse;
  };
  /** Returns the time up to which the ledger was last found correct. */
  ledgerCheck: {
    asked: Record<string, never>;
    answer: LedgerCheckReply;
  };
  /** Returns the rules of a market if it is open; the two coins may be given in either order. */
  market: {
    asked: {
      marketType: string;
    };
    answer: MarketTermsReply;
  };
  /** Returns the markets of a quote with their 24-hour statistics. */
  marketInfo: {
    asked: {
      page?: number;
      size?: number;
      cursor?: string;
      weeklyDataIncluded?: boolean;
      source_coin?: Quote;
    };
    answer: MarketInfoList;
  };
  /** Returns the same three figures, for the home page. */
  marketInfoHome: {
    asked: Record<string, never>;
    answer: StatsReply;
  };
  /** Returns all markets with their steps, limits, fee rates and states. */
  markets: {
    asked: Record<string, never>;
    answer: MarketDetailList;
  };
  /** Returns all movements of the caller's balances with their causes, newest first. The key needs READ. */
  movements: {
    asked: {
      size?: number;
      cursor?: string;
      relatedCoin?: string;
      kind?: MovementKind;
      from?: TimestampInput;
      to?: TimestampInput;
    };
    answer: MovementsResponse;
  };
  /** Returns the order book of a market, aggregated by price. */
  orderBook: {
    asked: {
      marketType: string;
      limit?: number;
    };
    answer: OrderBook;
  };
  /** Returns the best bid and ask of all order books, updated every second. */
  orderBookTops: {
    asked: Record<string, never>;
    answer: OrderBookTopsResponse;
  };
  /** Returns the open order with this `clientOrderId`, or otherwise the newest one, with its fills, newest first. The key needs READ. */
  orderByClientId: {
    asked: {
      clientOrderId: string;
      size?: number;
      cursor?: string;
    };
    answer: OrderByClientIdResponse;
  };
  /** Returns the order that the request with this Idempotency-Key placed or changed, in its current state, with its fills, newest first. Use it if the response to a request was lost. NOT_FOUND: no such request was executed in the last 30 days; the same request can be sent again with the same key and is then executed, or refused, for the first time. The key needs READ. */
  orderByIdempotencyKey: {
    asked: {
      key: string;
      size?: number;
      cursor?: string;
    };
    answer: OrderByClientIdResponse;
  };
  /** Returns one of the caller's orders with its fills, newest first. The key needs READ. */
  orderDetail: {
    asked: {
      id: string;
      size?: number;
      cursor?: string;
    };
    answer: OrderByClientIdResponse;
  };
  /** Returns the caller's orders, newest first. The key needs READ. */
  orders: {
    asked: {
      page?: number;
      size?: number;
      cursor?: string;
      status?: 'open' | 'closed';
      marketType?: string;
    };
    answer: OrderList;
  };
  /** Returns the API key that signed this request, with its permissions. The key needs READ. */
  ownProgramKey: {
    asked: Record<string, never>;
    answer: OwnProgramKeyResponse;
  };
  /** Places a bracket: a purchase and, above and below it, a limit order and a stop that sell the bought coins once the purchase has ended (filled, or cancelled after a partial fill). The coins are blocked for them as they are bought; the two cancel each other like the orders of an OCO (send an Idempotency-Key). The key needs TRADE. */
  placeBracket: {
    asked: {
      /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      entry: PlaceBracketBodyEntry;
      takeProfit: PlaceBracketBodyTakeProfit;
      stopLoss: PlaceBracketBodyStopLoss;
    };
    answer: PlaceBracketResponse;
  };
  /** Places an OCO: a limit order and a stop order for the same coins. One is cancelled when the other is filled, in part or in full, triggers or is cancelled. The funds are blocked once, with the limit order (send an Idempotency-Key). The key needs TRADE. */
  placeOco: {
    asked: {
      /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      /** Side of both orders. */
      side: OrderSide;
      /** Amount, in the coin. */
      amount: DecimalInput;
      limit: PlaceOcoBodyLimit;
      stop: PlaceOcoBodyStop;
    };
    answer: PlaceBracketResponse;
  };
  /** Places a limit or market order (send an Idempotency-Key). The key needs TRADE. */
  placeOrder: {
    asked: {
      /** Market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      /** Type and side of the order. LIMITED_…: at a limit price. MARKET_…: at the best available prices. */
      orderType: 'LIMITED_BUY' | 'LIMITED_SELL' | 'MARKET_BUY' | 'MARKET_SELL';
      /** Amount, in the coin. For a MARKET_BUY, `totalPrice` may be sent instead. */
      amount?: DecimalInput;
      /** Limit price, in the quote; for a market order, the worst acceptable price (unset: 5 % beyond the best price). */
      unitPrice?: DecimalInput;
      /** For a MARKET_BUY: maximum total to pay, in the quote, including the fee. Ignored for other types. */
      totalPrice?: DecimalInput;
      /** Time in force. GTC (default of limit orders): open until cancelled. IOC (default of market orders): filled immediately as far as possible; the remainder is cancelled. FOK: filled immediately in full, or refused (FOK_NOT_FILLED) without any effect. GTD: open until `validUntil`. Market orders must be IOC or FOK. */
      timeInForce?: TimesInForce;
      /** Expiry of a GTD order; required with GTD and not allowed otherwise. The order is not filled after this time and is closed shortly after. Must be in the future, at most one year ahead. */
      validUntil?: TimestampInput;
      /** If true, the order is refused (POST_ONLY_WOULD_TAKE) if it would match a resting order. For limit orders that are GTC or GTD only. */
      postOnly?: boolean;
      /** Amount of the coin shown in the order book at a time (iceberg order), less than `amount`. Once it is filled, the next part is shown, behind all resting orders at its price. For limit orders that are GTC or GTD only. Refused (DISPLAY_IS_LOW) if it is below the market's minimum or a hundredth of the order. Unset: the full amount is shown. */
      displayAmount?: DecimalInput;
      /** Id chosen by the client, unique among the account's open orders. */
      clientOrderId?: ClientOrderId;
      /** Self-trade prevention: which order is cancelled when this order would match one of the same account. NEWEST (default): this order is cancelled, or refused (SELF_TRADE) if that is its first match. OLDEST: the resting orders are cancelled and this order continues. BOTH: the first resting order matched and this order are cancelled. */
      selfTradePrevention?: SelfTradePrevention;
      /** Trigger that must be reached before the order enters the order book; the required funds are blocked meanwhile. A MARKET_BUY requires `totalPrice`, or `amount` and `unitPrice`; a trailing stop must be a market order. Not allowed with postOnly, GTD, or a limit order that is IOC or FOK. */
      trigger?: TriggerInput;
    };
    answer: OrderReply;
  };
  /** Returns the profit of each coin by its average cost, in Toman and in Tether; most valuable first. The key needs READ. */
  portfolioProfit: {
    asked: Record<string, never>;
    answer: PortfolioProfitReply;
  };
  /** Returns the value of all balances at the end of each day, oldest first, from the first day with a balance. The key needs READ. */
  portfolioWorth: {
    asked: {
      days?: 7 | 30 | 90 | 365;
    };
    answer: PortfolioWorthResponse;
  };
  /** Returns reference prices in US dollars. */
  priceUsd: {
    asked: {
      includeWeeklyChange?: boolean;
      include24hrChange?: boolean;
      toCurrencies?: string;
    };
    answer: CoinPrice[];
  };
  /** Returns the limits, refusals and calls that programs need to know. */
  programTerms: {
    asked: Record<string, never>;
    answer: ProgramTermsReply;
  };
  /** Returns the newest trades of a market. */
  publicTrades: {
    asked: {
      marketType: string;
      size?: number;
      cursor?: string;
      after?: number;
    };
    answer: PublicTradeList;
  };
  /** Returns the caller's recurring purchases: at most 10 that have not ended, newest first, followed by the most recently ended. The key needs READ. */
  recurringPlans: {
    asked: Record<string, never>;
    answer: RecurringPlansResponse;
  };
  /** Returns the result of each turn of the caller's recurring purchases, newest first. The key needs READ. */
  recurringTurns: {
    asked: {
      page?: number;
      size?: number;
      cursor?: string;
    };
    answer: RecurringTurnList;
  };
  /** Changes an open order. If the price is unchanged and the amount does not increase, the order keeps its id and its priority. Otherwise it ends as REPLACED and a new order for the unfilled amount atomically takes its place, at the end of the queue. The key needs TRADE. */
  replaceOrder: {
    asked: {
      id: string;
      /** New total amount, in the coin, including the filled amount, which it must exceed. Unset: unchanged. */
      amount?: DecimalInput;
      /** New limit price, in the quote. Unset: unchanged. */
      unitPrice?: DecimalInput;
      /** New id chosen by the client. Unset: unchanged; a new order inherits it. */
      clientOrderId?: ClientOrderId;
    };
    answer: OrderReply;
  };
  /** Executes the withdrawal that the code was issued for. The key needs WITHDRAW. */
  requestWithdrawal: {
    asked: {
      /** Amount deducted from the wallet, in the asset (Toman or the coin); includes the fee. */
      amount: DecimalInput;
      /** Coin code; TOMAN for Toman. */
      relatedCoin: string;
      /** Network code; if unset, the coin's only network. */
      tokenType?: string;
      /** Destination: an address, or a Sheba for Toman. */
      destinationWalletAddress: string;
      /** Tag or memo of the address, if the network uses one. An address that contains its own (X-address, muxed account) determines it: then leave it unset or pass the same value. Stellar: digits are a memo of type ID, `text:12345` is the text 12345. */
      tag?: string;
      /** Code that confirms exactly this withdrawal. An API key sends none, and can withdraw to saved addresses only. */
      code?: string;
      /** Second code, if one was sent by SMS. */
      smsCode?: string;
    };
    answer: WithdrawalRowReply;
  };
  /** Returns the server time. */
  serverTime: {
    asked: Record<string, never>;
    answer: ServerTimeResponse;
  };
  /** Returns the status of the exchange, at most five seconds old; for pauses and maintenance, see GET /maintenance. */
  serviceStatus: {
    asked: Record<string, never>;
    answer: ServiceStatusReply;
  };
  /** Returns all coins, keyed by code. */
  supportingCoins: {
    asked: Record<string, never>;
    answer: Record<string, SupportedCoin>;
  };
  /** Returns 24-hour statistics of all markets, updated every second. */
  tickers: {
    asked: Record<string, never>;
    answer: TickersResponse;
  };
  /** Returns the available methods and limits of Toman deposits. The key needs READ. */
  tomanTerms: {
    asked: Record<string, never>;
    answer: TomanTermsReply;
  };
  /** Returns the caller's executed trades, newest first. The key needs READ. */
  trades: {
    asked: {
      page?: number;
      size?: number;
      cursor?: string;
      type?: 'P2P' | 'EXCHANGE' | 'OTC' | 'ALL';
      destinationCoin?: string;
    };
    answer: OrderList;
  };
  /** Returns the caller's verified cards, masked. The key needs READ. */
  verifiedBankAccounts: {
    asked: Record<string, never>;
    answer: VerifiedBankAccountsResponse;
  };
  /** Returns the caller's deposit address of a coin on a network; created by the first call. The key needs DEPOSIT. */
  walletAddress: {
    asked: {
      relatedCoin: string;
      tokenType: string;
    };
    answer: WalletAddressResponse;
  };
  /** Returns the totals of the walletEx page, from the ledger. The key needs READ. */
  walletTotals: {
    asked: Record<string, never>;
    answer: WalletTotalsReply;
  };
  /** Returns one withdrawal of Toman or of coins, in the format of the list. The key needs READ. */
  withdrawalDetail: {
    asked: {
      id: string;
    };
    answer: WithdrawalRowReply;
  };
  /** Returns the current fee, limits and holds of a withdrawal of this coin on this network. The key needs READ. */
  withdrawalTerms: {
    asked: {
      relatedCoin: string;
      tokenType?: string;
    };
    answer: WithdrawalTermsResponse;
  };
  /** Returns withdrawals of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first. The key needs READ. */
  withdrawals: {
    asked: {
      page?: number;
      size?: number;
      cursor?: string;
      relatedCoin?: string;
      excludedRelatedCoin?: string;
    };
    answer: WithdrawalRowList;
  };
}

/** The messages of each channel of the stream. */
export interface Channels {
  'prices': PricesMessage;
  'coins': CoinsMessage;
  'maintenance': MaintenanceMessage;
  [channel: `book:${string}`]: BookMessage;
  [channel: `trades:${string}`]: TradesMessage;
  [channel: `candles:${string}`]: CandlesMessage;
  [channel: `candles:${string}:${string}`]: CandlesMessage;
  [channel: `candles:${string}:${string}:UTC`]: CandlesMessage;
  [channel: `markets:${string}`]: MarketsMessage;
  'wallets': WalletsMessage | PrivateSnapshot;
  'notices': NoticesMessage | PrivateSnapshot;
  'orders': OrdersMessage | PrivateSnapshot;
  'open-orders': OpenOrdersMessage;
  'fills': FillsMessage;
  'balances': BalancesMessage;
}

/** How each operation is called. */
export const OPERATIONS = {
  addressBook: { method: 'GET', path: '/api/wallets/address-book', permission: 'READ', idempotent: false, query: ['relatedCoin','tokenType'], hasBody: false },
  batchOrders: { method: 'POST', path: '/api/orders/batch', permission: 'TRADE', idempotent: true, query: [], hasBody: true },
  cancelAfter: { method: 'POST', path: '/api/orders/cancel-after', permission: 'TRADE', idempotent: true, query: [], hasBody: true },
  cancelOrder: { method: 'DELETE', path: '/api/orders/{id}', permission: 'TRADE', idempotent: true, query: [], hasBody: false },
  cancelOrderByClientId: { method: 'DELETE', path: '/api/orders/by-client-id/{clientOrderId}', permission: 'TRADE', idempotent: true, query: [], hasBody: false },
  cancelOrders: { method: 'DELETE', path: '/api/orders', permission: 'TRADE', idempotent: true, query: ['marketType','side','orderType','all'], hasBody: false },
  cancelWithdrawal: { method: 'DELETE', path: '/api/wallets/withdrawal-requests/{id}', permission: 'WITHDRAW', idempotent: false, query: [], hasBody: false },
  candles: { method: 'GET', path: '/api/candles/{marketType}', permission: null, idempotent: false, query: ['interval','from','to','limit','bounds'], hasBody: false },
  coinDetails: { method: 'GET', path: '/api/coins/details', permission: null, idempotent: false, query: [], hasBody: false },
  coins: { method: 'GET', path: '/api/coins', permission: null, idempotent: false, query: [], hasBody: false },
  cryptoInfo: { method: 'GET', path: '/api/trades/crypto-info', permission: null, idempotent: false, query: [], hasBody: false },
  customerAddresses: { method: 'GET', path: '/api/wallets/customer-addresses', permission: 'READ', idempotent: false, query: ['coins','walletType'], hasBody: false },
  depositDetail: { method: 'GET', path: '/api/wallets/deposit/{id}', permission: 'READ', idempotent: false, query: [], hasBody: false },
  deposits: { method: 'GET', path: '/api/wallets/deposit', permission: 'READ', idempotent: false, query: ['page','size','cursor','relatedCoin','excludedRelatedCoin'], hasBody: false },
  exchangeBuy: { method: 'POST', path: '/api/exchange/buy', permission: 'TRADE', idempotent: true, query: [], hasBody: true },
  exchangePriceUsd: { method: 'GET', path: '/api/coins/exchange-price/usd', permission: null, idempotent: false, query: ['includeWeeklyChange','include24hrChange','toCurrencies'], hasBody: false },
  exchangePriceUsdt: { method: 'GET', path: '/api/coins/exchange-price/usdt', permission: null, idempotent: false, query: ['includeWeeklyChange','include24hrChange','toCurrencies'], hasBody: false },
  exchangeSell: { method: 'POST', path: '/api/exchange/sell', permission: 'TRADE', idempotent: true, query: [], hasBody: true },
  fills: { method: 'GET', path: '/api/fills', permission: 'READ', idempotent: false, query: ['size','cursor','marketType','orderId','after','oldestFirst','from','to'], hasBody: false },
  ledgerCheck: { method: 'GET', path: '/api/books/check', permission: null, idempotent: false, query: [], hasBody: false },
  market: { method: 'GET', path: '/api/markets/{marketType}', permission: null, idempotent: false, query: [], hasBody: false },
  marketInfo: { method: 'GET', path: '/api/trades/market-info/v2', permission: null, idempotent: false, query: ['page','size','cursor','weeklyDataIncluded','source_coin'], hasBody: false },
  marketInfoHome: { method: 'GET', path: '/api/trades/market-info-home', permission: null, idempotent: false, query: [], hasBody: false },
  markets: { method: 'GET', path: '/api/markets', permission: null, idempotent: false, query: [], hasBody: false },
  movements: { method: 'GET', path: '/api/movements', permission: 'READ', idempotent: false, query: ['size','cursor','relatedCoin','kind','from','to'], hasBody: false },
  orderBook: { method: 'GET', path: '/api/orderbook/{marketType}', permission: null, idempotent: false, query: ['limit'], hasBody: false },
  orderBookTops: { method: 'GET', path: '/api/orderbook', permission: null, idempotent: false, query: [], hasBody: false },
  orderByClientId: { method: 'GET', path: '/api/orders/by-client-id/{clientOrderId}', permission: 'READ', idempotent: false, query: ['size','cursor'], hasBody: false },
  orderByIdempotencyKey: { method: 'GET', path: '/api/orders/by-idempotency-key/{key}', permission: 'READ', idempotent: false, query: ['size','cursor'], hasBody: false },
  orderDetail: { method: 'GET', path: '/api/orders/{id}', permission: 'READ', idempotent: false, query: ['size','cursor'], hasBody: false },
  orders: { method: 'GET', path: '/api/orders', permission: 'READ', idempotent: false, query: ['page','size','cursor','status','marketType'], hasBody: false },
  ownProgramKey: { method: 'GET', path: '/api/users/api-keys/self', permission: 'READ', idempotent: false, query: [], hasBody: false },
  placeBracket: { method: 'POST', path: '/api/orders/bracket', permission: 'TRADE', idempotent: true, query: [], hasBody: true },
  placeOco: { method: 'POST', path: '/api/orders/oco', permission: 'TRADE', idempotent: true, query: [], hasBody: true },
  placeOrder: { method: 'POST', path: '/api/orders', permission: 'TRADE', idempotent: true, query: [], hasBody: true },
  portfolioProfit: { method: 'GET', path: '/api/portfolio/profit', permission: 'READ', idempotent: false, query: [], hasBody: false },
  portfolioWorth: { method: 'GET', path: '/api/portfolio/worth', permission: 'READ', idempotent: false, query: ['days'], hasBody: false },
  priceUsd: { method: 'GET', path: '/api/coins/price/usd', permission: null, idempotent: false, query: ['includeWeeklyChange','include24hrChange','toCurrencies'], hasBody: false },
  programTerms: { method: 'GET', path: '/api/developers', permission: null, idempotent: false, query: [], hasBody: false },
  publicTrades: { method: 'GET', path: '/api/trades/public/{marketType}', permission: null, idempotent: false, query: ['size','cursor','after'], hasBody: false },
  recurringPlans: { method: 'GET', path: '/api/recurring', permission: 'READ', idempotent: false, query: [], hasBody: false },
  recurringTurns: { method: 'GET', path: '/api/recurring/turns', permission: 'READ', idempotent: false, query: ['page','size','cursor'], hasBody: false },
  replaceOrder: { method: 'PUT', path: '/api/orders/{id}', permission: 'TRADE', idempotent: true, query: [], hasBody: true },
  requestWithdrawal: { method: 'POST', path: '/api/wallets/withdrawal-request', permission: 'WITHDRAW', idempotent: true, query: [], hasBody: true },
  serverTime: { method: 'GET', path: '/api/time', permission: null, idempotent: false, query: [], hasBody: false },
  serviceStatus: { method: 'GET', path: '/api/status', permission: null, idempotent: false, query: [], hasBody: false },
  supportingCoins: { method: 'GET', path: '/api/coins/supporting-coins', permission: null, idempotent: false, query: [], hasBody: false },
  tickers: { method: 'GET', path: '/api/tickers', permission: null, idempotent: false, query: [], hasBody: false },
  tomanTerms: { method: 'GET', path: '/api/wallets/toman-terms', permission: 'READ', idempotent: false, query: [], hasBody: false },
  trades: { method: 'GET', path: '/api/trades', permission: 'READ', idempotent: false, query: ['page','size','cursor','type','destinationCoin'], hasBody: false },
  verifiedBankAccounts: { method: 'GET', path: '/api/users/verified-bank-accounts', permission: 'READ', idempotent: false, query: [], hasBody: false },
  walletAddress: { method: 'GET', path: '/api/wallets/customer/wallet-address', permission: 'DEPOSIT', idempotent: false, query: ['relatedCoin','tokenType'], hasBody: false },
  walletTotals: { method: 'GET', path: '/api/wallets/totals', permission: 'READ', idempotent: false, query: [], hasBody: false },
  withdrawalDetail: { method: 'GET', path: '/api/wallets/withdrawal-requests/{id}', permission: 'READ', idempotent: false, query: [], hasBody: false },
  withdrawalTerms: { method: 'GET', path: '/api/wallets/withdrawal-terms', permission: 'READ', idempotent: false, query: ['relatedCoin','tokenType'], hasBody: false },
  withdrawals: { method: 'GET', path: '/api/wallets/withdrawal-requests', permission: 'READ', idempotent: false, query: ['page','size','cursor','relatedCoin','excludedRelatedCoin'], hasBody: false },
} as const;
