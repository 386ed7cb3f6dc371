// Written by `npm run clients` from the contracts of the server. A test fails when it is not what they say.


export interface AddressBookResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** The saved addresses, by label. */
  content: BookAddress[];
  /** Whether coins leave to saved addresses alone. */
  whitelistOnly: boolean;
}

/** STANDARD, or MARKET_MAKER, whose programs may call ten times as often. */
export type ApiLevel = 'STANDARD' | 'MARKET_MAKER';

/** What the person has, to the last unit. Begins with a snapshot. `seq` is the number of the batch of the ledger that it is of, on whichever server; an update has all that came after `prev` up to `seq`. A `prev` that is higher than the last number read means that something was missed. */
export interface BalancesMessage {
  /** Name of the channel. */
  channel: 'balances';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  /** A snapshot has every coin that was ever there, an update those that changed, as they are now. */
  data: BalancesMessageDataEntry[];
}

export interface BalancesMessageDataEntry {
  /** The coin's code; TOMAN for Toman. */
  relatedCoin: string;
  /** Spendable, in the coin. */
  credit: DecimalText;
  /** Blocked, in the coin. */
  blockedCredit: DecimalText;
  /** Both together, in the coin. */
  totalBalance: DecimalText;
}

export interface BatchOrdersBodyPlaceEntry {
  /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** LIMITED at a limit, MARKET at the best prices there are. */
  orderType: 'LIMITED_BUY' | 'LIMITED_SELL' | 'MARKET_BUY' | 'MARKET_SELL';
  /** How much of the coin. A MARKET_BUY may name `totalPrice` in its place. */
  amount?: DecimalInput;
  /** The limit, in the quote; of a market order the worst price that is taken (unset: 5 % beyond the best). */
  unitPrice?: DecimalInput;
  /** MARKET_BUY: the maximum that is paid in all, in the quote, the fee included. Read and ignored elsewhere. */
  totalPrice?: DecimalInput;
  /** GTC (a limit order, unless said otherwise): until it is cancelled. IOC (a market order, unless said otherwise): at once, and what finds nobody ends. FOK: all of it at once, or it is refused (FOK_NOT_FILLED) and nothing has changed. GTD: until `validUntil`. A market order is IOC or FOK. */
  timeInForce?: TimesInForce;
  /** With GTD, and only with it: from then on nothing of it is traded, and it ends soon after. In the future, at most a year. */
  validUntil?: TimestampInput;
  /** A limit order, GTC or GTD: refused (POST_ONLY_WOULD_TAKE) where it would meet an order that waits. */
  postOnly?: boolean;
  /** A limit order, GTC or GTD: how much of the coin the book shows of it at a time, less than `amount`. As soon as that is taken the next part comes forth, behind all that wait at its price. Refused (DISPLAY_IS_LOW) where a part is below the minimum of the market or a hundredth of the order. Unset: the book shows all of it. */
  displayAmount?: DecimalInput;
  /** An id of your own. While an order with it is open, no other of the account may have it. */
  clientOrderId?: ClientOrderId;
  /** What gives way where it would meet an order of the same account. NEWEST (unless said otherwise): it ends, or is refused (SELF_TRADE) where that is the first it meets. OLDEST: those that wait are cancelled, and it goes on. BOTH: the first that it meets is cancelled, and it ends too. */
  selfTradePrevention?: SelfTradePrevention;
  /** Lets it wait for a price before it comes to the book; what it may need is blocked meanwhile. A MARKET_BUY names `totalPrice`, or `amount` and `unitPrice`; a trailing stop is a market order. Not with postOnly, IOC or FOK of a limit order, or GTD. */
  trigger?: TriggerInput;
}

export interface BatchOrdersResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What came of each: of the cancels, then of the orders. */
  content: BatchOrdersResponseContentEntry[];
}

export interface BatchOrdersResponseContentEntry {
  /** OK, or the status of the refusal. */
  status: string;
  /** What was done, or the code of the refusal. */
  message: string;
  /** The order, where it is OK. */
  baseDTO?: Order;
  /** Names of what was wrong, where the refusal has some. */
  errors?: string[];
  /** What else the refusal says. */
  data?: Record<string, unknown>;
}

export interface BilingualText {
  /** In Persian. */
  fa: string;
  /** In English. */
  en: string;
}

export interface BookAddress {
  /** The id that other calls name it by. */
  id: string;
  /** The name the person gave it. */
  label: string;
  /** The coin's code; TOMAN for Toman. */
  relatedCoin: string;
  /** The network's code, e.g. TRC20. */
  tokenType: string;
  /** Where the coins go. */
  address: string;
  /** Tag or memo of the address; null: none. */
  tag: string | null;
  /** With the whitelist on, nothing goes there before. */
  usableFromDateTime: Timestamp;
  /** When it was made. */
  createdAtDateTime: Timestamp;
}

/** The open orders of a market; `seq` is the book's sequence. */
export interface BookMessage {
  /** Name of the channel. */
  channel: string;
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  data: BookMessageData;
}

/** A snapshot has the best 200 levels of both sides, best first; an update those that came, went or changed since the message before, in no order ("0": gone, or no longer among the best 200). */
export interface BookMessageData {
  /** Who buys. */
  bids: PriceLevel[];
  /** Who sells. */
  asks: PriceLevel[];
  /** Where it was asked for: CRC32 (IEEE, unsigned) of the book as it is after this message. Of the best 25 asks and then the best 25 bids, best first, price and amount are written one after another without their point and without zeros at the front: asks 10.50 × 0.020 and 11.00 × 3.000 and a bid 9.75 × 1.500 make "105020" "11003000" "9751500", together "105020110030009751500", and that 1611183864. */
  checksum?: number;
}

export interface BookTop {
  /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Best of those who buy; null: nobody does. */
  bid: PriceLevel | null;
  /** Best of those who sell; null: nobody does. */
  ask: PriceLevel | null;
}

export interface BookTopsResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** When they were looked at. */
  dateTime: Timestamp;
  /** One of each market. */
  content: BookTop[];
}

/** What the continuous audit says to everyone; all null while it has something to say to staff, or has not looked for five minutes. */
export interface BooksCheck {
  /** When every transfer up to then was right. */
  checkedAt: Timestamp | null;
  /** How many transfers that were. */
  transfers: number | null;
  /** How many laws each of them was held against. */
  laws: number | null;
}

export interface BooksCheckReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: BooksCheck;
}

/** What was asked for. */
export interface CancelAfterDetails {
  /** The market; null: all. */
  marketType: string | null;
  /** When they are cancelled; null: not at all. */
  cancelsAtDateTime: Timestamp | null;
}

export interface CancelAfterResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  baseDTO: CancelAfterDetails;
}

export interface CancelOrdersResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** How many were cancelled. */
  count: number;
}

export interface Candle {
  /** When it begins, seconds since 1970: hours by Tehran's clock, days at its midnight, weeks on its Saturday; by UTC's with `bounds=UTC`, weeks on Monday. */
  time: number;
  /** First price of its time, in the quote. */
  open: DecimalText;
  /** Highest price of its time, in the quote. */
  high: DecimalText;
  /** Lowest price of its time, in the quote. */
  low: DecimalText;
  /** Last price of its time, in the quote. */
  close: DecimalText;
  /** Traded here, in the coin; "0" where the candle is of the reference price. */
  volume: DecimalText;
}

export type CandleBound = 'TEHRAN' | 'UTC';

export type CandleInterval = '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d' | '1w';

/** The running candle of a market: of one minute, or of the length that is named behind it (`candles:BITCOIN_TOMAN:4h`), by the clock of Tehran or, with `:UTC` behind that, of UTC. Those of a length once a second. */
export interface CandlesMessage {
  /** Name of the channel. */
  channel: string;
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  /** The candle; null: there is none yet. */
  data: Candle | null;
}

export interface CandlesResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** The candles, oldest first. */
  content: Candle[];
  /** When the oldest candle of this length begins, seconds since 1970; null while there is none. */
  historyFrom: number | null;
  /** More of the past is being fetched; ask again in some seconds. */
  filling: boolean;
}

/** An id of your own. While an order with it is open, no other of the account may have it. */
export type ClientOrderId = string;

/** What is bought. */
export type Coin = 'TETHER' | 'BITCOIN' | 'ETHEREUM' | 'BINANCE_COIN_BSC' | 'RIPPLE' | 'TRON' | 'DOGE_COIN' | 'LITE_COIN' | 'BITCOIN_CASH' | 'STELLAR' | 'MATIC' | 'CLASSIC_ETHEREUM' | 'DASH' | 'ELROND' | 'CELO' | 'EOS';

export interface CoinDetail {
  /** Coin code */
  name: string;
  /** Ticker, e.g. BTC */
  code: string;
  /** Path of its icon on this site. */
  image: string;
  /** Name in Persian. */
  persianName: string;
  /** Name in English. */
  englishName: string;
  /** Minimum of a quick trade, in the coin. */
  minAmountExchange: DecimalText;
  /** Maximum of a quick trade, in the coin. */
  maxAmountExchange: DecimalText;
  /** Fee of a withdrawal, in the coin. */
  withdrawalFee: DecimalText;
  /** Minimum of one withdrawal, in the coin. */
  minWithdrawAmount: DecimalText;
  /** Maximum of one withdrawal, in the coin. */
  maxWithdrawAmount: DecimalText;
  /** In the coin, the same as `withdrawalFee`. */
  transferFee: DecimalText;
  /** Toman only: minimum of one deposit by card. */
  minDepositAmount?: DecimalText;
  /** Toman only: maximum of one deposit by card. */
  maxDepositAmount?: DecimalText;
  /** How many decimals an amount of it has at most. */
  decimals: number;
  /** How many decimals its price is shown with. */
  pricePrecision: number;
  /** Whether it can be traded now. */
  isActive: boolean;
  /** Its networks. */
  tokenTypeDetails: TokenTypeDetails[];
}

export interface CoinDetailList {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list. */
  content: CoinDetail[];
  /** How many pages there are; told to who asks by `page`. */
  totalPages?: number;
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor?: string | null;
}

export interface CoinPrice {
  /** Coin code, e.g. BITCOIN */
  destCoinSymbol: string;
  /** What its prices are in, whatever the path is called. */
  unit: 'TOMAN' | 'TETHER' | 'DOLLAR';
  /** What a customer pays; null while the coin is halted. */
  buyPrice: DecimalText | null;
  /** What a customer gets; null while the coin is halted. */
  sellPrice: DecimalText | null;
  /** What our pages show as the price of the coin, between the two; null while the coin is halted. */
  referencePrice: DecimalText | null;
  /** Of the reference price within 24 hours: signed percent text, e.g. "-1.25". */
  price24hrChangePercent: string | null;
  /** Whether the coin can be traded at once now. */
  isActive: boolean;
  /** 20 mid prices over the last week, oldest first, when asked for. */
  lastWeekData?: DecimalText[];
}

export interface CoinProfit {
  /** Code of the asset; TOMAN for Toman. */
  asset: string;
  /** What is still there, in the asset. */
  amount: DecimalText;
  /** Calculated in Toman. */
  toman: ProfitFigures;
  /** Calculated in Tether. */
  tether: ProfitFigures;
}

/** Limits, steps or switches of coins, networks or markets have changed: fetch them again. */
export interface CoinsMessage {
  /** Name of the channel. */
  channel: 'coins';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  data: CoinsMessageData;
}

/** When it was. */
export interface CoinsMessageData {
  /** Milliseconds since 1970. */
  at: number;
}

/** An amount: decimal text, or a number. */
export type DecimalInput = string | number;

/** An amount: plain decimal text. */
export type DecimalText = string;

/** A Toman or crypto deposit (requirements §3, history rows). */
export interface DepositRow {
  /** The id that other calls name it by. */
  id: string;
  /** How much, in its coin. */
  amount: DecimalText;
  /** The coin's code; TOMAN for Toman. */
  relatedCoin: string;
  /** When it was made. */
  createdAtDateTime: Timestamp;
  /** A code of the dictionary: how it stands, or why it failed. */
  message: string;
  /** Whether it was credited. */
  isDone: boolean;
  /** Toman: of the payment. Crypto: PENDING until it has its confirmations, FAILED when the chain took it back. */
  state: PaymentState;
  /** Masked card or Sheba; null for crypto. */
  bankAccount: string | null;
  /** Of Toman that was paid and not credited: WAITING for staff; RELEASED: the bank pays it to the card that paid, with its next batch; PAID_OUT: it has. Left out of any other. */
  refund?: RefundStage;
  /** Crypto alone, as are the fields below: how the chain has it. */
  transactionStatus?: 'CONFIRMED' | 'UNCONFIRMED' | 'RAISED_BY_USER';
  /** The network's code, e.g. TRC20. */
  tokenType?: string;
  /** Id of the transaction on its chain. */
  txid?: string;
  /** Where the coins came to. */
  address?: string;
  /** Tag or memo of the address, where the network has one. */
  tag?: string | null;
  /** The transaction's page on a public explorer; null in the sandbox. */
  link?: string | null;
  /** How many confirmations the transaction has. */
  confirmations?: number;
  /** How many confirmations it needs to count. */
  neededConfirmations?: number;
}

export interface DepositRowList {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list. */
  content: DepositRow[];
  /** How many pages there are; told to who asks by `page`. */
  totalPages?: number;
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor?: string | null;
}

export interface DepositRowReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: DepositRow;
}

export interface Failure {
  /** The kind of refusal. */
  status: string;
  /** Its code. */
  message: string;
  /** Names of the fields at fault, or details. */
  errors: string[];
  /** Facts for going on: the new price, seconds to wait. */
  data?: Record<string, unknown>;
}

export interface Fill {
  /** Rises within its market. */
  number: string;
  /** Price of one coin, in the quote. */
  unitPrice: DecimalText;
  /** How much of the coin. */
  amount: DecimalText;
  /** amount × unitPrice in the quote. */
  wholePrice: DecimalText;
  /** This order's fee, in the quote. */
  wage: DecimalText;
  /** Whether the order waited in the book. */
  maker: boolean;
  /** When it was traded. */
  createdAtDateTime: Timestamp;
}

/** What the person's orders are filled by, each once. Begins with a snapshot. `seq` is the number of the batch of the ledger that it is of, on whichever server; an update has all that came after `prev` up to `seq`. A `prev` that is higher than the last number read means that something was missed. */
export interface FillsMessage {
  /** Name of the channel. */
  channel: 'fills';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  /** Newest first. A snapshot has the last fifty. */
  data: OwnFill[];
}

export interface FillsResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list, which may be short of the asked size. */
  content: OwnFill[];
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor: string | null;
  /** Everything before this time is in the list; what is newer may take the books a moment. */
  completeUntil: Timestamp;
}

export type KeyPermission = 'READ' | 'TRADE' | 'DEPOSIT' | 'WITHDRAW';

/** How it is now, in a snapshot and in an update. */
export interface Maintenance {
  /** Whether nothing may be changed by customers now; what only reads goes on. */
  isOn: boolean;
  /** What people are told; null while it is off. */
  text: BilingualText | null;
  /** When people may come back, as far as staff knows; null: nobody knows. */
  expectedEnd: Timestamp | null;
  /** What is paused now, each on its own; refused with PAUSED. */
  paused: Pause[];
}

/** Maintenance or a pause has begun, ended, or has another text or end. */
export interface MaintenanceMessage {
  /** Name of the channel. */
  channel: 'maintenance';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  /** How it is now, in a snapshot and in an update. */
  data: Maintenance;
}

/** A market with all that a program must know of it before it places an order. */
export interface MarketDetail {
  /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** The coin's code. */
  coin: string;
  /** Code of the quote: TOMAN or TETHER. */
  quote: string;
  /** Step of a limit price, in the quote. */
  tick: DecimalText;
  /** Step of an amount, in the coin. */
  lot: DecimalText;
  /** Minimum value of an order, in the quote. */
  minNotional: DecimalText;
  /** Maximum of the coin in one order. */
  maxAmount: DecimalText;
  /** How far from the market a limit price may lie, percent. */
  bandPercent: number;
  /** Ticker of the coin, e.g. BTC. */
  coinCode: string;
  /** Ticker of the quote: TMN or USDT. */
  quoteCode: string;
  /** Minimum of the coin in one order: one lot. */
  minAmount: DecimalText;
  /** How many decimals a limit price has at most. */
  pricePrecision: number;
  /** How many decimals an amount has at most. */
  amountPrecision: number;
  /** How many decimals totals and fees have at most. */
  quotePrecision: number;
  /** OPEN: orders are taken. PAUSED: staff holds it back for a while. CLOSED: outside the hours of trading. INACTIVE: it is not offered. */
  state: MarketState;
  /** When it is expected to be OPEN again; null: it is, or nobody knows. */
  opensAtDateTime: Timestamp | null;
  /** What an order that waited pays at the lowest level, percent. */
  makerFeePercent: string;
  /** What an order that comes pays at the lowest level, percent. */
  takerFeePercent: string;
  /** The fee of each level, lowest first; `GET /users/account-levels` has from when on one holds. */
  fees: MarketDetailFeesEntry[];
}

export interface MarketDetailFeesEntry {
  /** Whose fees these are. */
  userAccountLevel: UserLevel;
  /** Of an order that waited, percent. */
  makerFeePercent: string;
  /** Of an order that comes, percent. */
  takerFeePercent: string;
}

export interface MarketDetailList {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list. */
  content: MarketDetail[];
  /** How many pages there are; told to who asks by `page`. */
  totalPages?: number;
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor?: string | null;
}

export interface MarketInfo {
  /** The coin's code; TOMAN for Toman. */
  relatedCoin: string;
  /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Whether orders are taken now. */
  isActive: boolean;
  /** In the quote: of the last trade here, of the reference price where nobody traded in a day; null when neither is known. */
  lastPrice: DecimalText | null;
  /** What `lastPrice` and `last24HoursChange` are of: trades here within a day, or the reference price. */
  priceOf: 'TRADES' | 'REFERENCE';
  /** Signed percent text, "-1.25". */
  last24HoursChange: string | null;
  /** What was traded here in the last 24 hours, in the coin. */
  last24HoursVolume: DecimalText;
  /** What was traded here in the last 24 hours, in the quote. */
  last24HoursValue: DecimalText;
  /** Highest price of the last 24 hours, in the quote; null: not known. */
  last24HoursHigh: DecimalText | null;
  /** Lowest price of the last 24 hours, in the quote; null: not known. */
  last24HoursLow: DecimalText | null;
  /** Best price of those who buy, in the quote; null: nobody does. */
  bestBid: DecimalText | null;
  /** Best price of those who sell, in the quote; null: nobody does. */
  bestAsk: DecimalText | null;
  /** 20 points, oldest first, when asked for. */
  lastWeekData?: DecimalText[];
}

export interface MarketInfoList {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list. */
  content: MarketInfo[];
  /** How many pages there are; told to who asks by `page`. */
  totalPages?: number;
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor?: string | null;
}

/** OPEN: orders are taken. PAUSED: staff holds it back for a while. CLOSED: outside the hours of trading. INACTIVE: it is not offered. */
export type MarketState = 'OPEN' | 'PAUSED' | 'CLOSED' | 'INACTIVE';

/** What an order of this market must keep to. */
export interface MarketTerms {
  /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** The coin's code. */
  coin: string;
  /** Code of the quote: TOMAN or TETHER. */
  quote: string;
  /** Step of a limit price, in the quote. */
  tick: DecimalText;
  /** Step of an amount, in the coin. */
  lot: DecimalText;
  /** Minimum value of an order, in the quote. */
  minNotional: DecimalText;
  /** Maximum of the coin in one order. */
  maxAmount: DecimalText;
  /** How far from the market a limit price may lie, percent. */
  bandPercent: number;
}

export interface MarketTermsReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: MarketTerms;
}

/** The markets of a quote with their 24 hours. */
export interface MarketsMessage {
  /** Name of the channel. */
  channel: 'markets:TOMAN' | 'markets:TETHER';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  /** Those that changed; a snapshot has all. */
  data: MarketInfo[];
}

/** One transfer of the ledger that changed what the person may spend or what is blocked. */
export interface Movement {
  /** Number of the transfer; rises with each of the whole ledger. */
  id: string;
  /** TRADE: coin or quote of a trade. FEE. REFERRAL: a share of the fees of who was invited. DEPOSIT. WITHDRAWAL. HOLD: blocked. RELEASE: blocked no more. COST. SEED: sandbox money. CORRECTION: something was taken back. */
  kind: MovementKind;
  /** What it was for. SETTLEMENT and STORE are of a company; INVITED: a trade of someone who was invited. */
  cause: MovementCaus;
  /** Id of the order, withdrawal, payment, deposit, freeze or settlement; null: it is none of the person. */
  causeId: string | null;
  /** The coin's code; TOMAN for Toman. */
  relatedCoin: string;
  /** By how much spendable and blocked together changed, signed, in the coin; "0" of HOLD and RELEASE. */
  amount: DecimalText;
  /** By how much the spendable balance changed, signed, in the coin. */
  creditChange: DecimalText;
  /** By how much the blocked balance changed, signed, in the coin. */
  blockedChange: DecimalText;
  /** Spendable after it, in the coin; null: it did not change. */
  credit: DecimalText | null;
  /** Blocked after it, in the coin; null: it did not change. */
  blockedCredit: DecimalText | null;
  /** When it was made. */
  createdAtDateTime: Timestamp;
}

/** What it was for. SETTLEMENT and STORE are of a company; INVITED: a trade of someone who was invited. */
export type MovementCaus = 'ORDER' | 'WITHDRAWAL' | 'PAYMENT' | 'BANK_DEPOSIT' | 'COIN_DEPOSIT' | 'FREEZE' | 'SETTLEMENT' | 'STORE' | 'INVITED' | 'OTHER';

export type MovementKind = 'TRADE' | 'FEE' | 'REFERRAL' | 'DEPOSIT' | 'WITHDRAWAL' | 'HOLD' | 'RELEASE' | 'COST' | 'SEED' | 'CORRECTION';

export interface MovementsResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list, which may be short of the asked size. */
  content: Movement[];
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor: string | null;
  /** Everything before this time is in the list; what is newer may take the books a moment. */
  completeUntil: Timestamp;
}

/** A notice has come, or was read. */
export interface NoticesMessage {
  /** Name of the channel. */
  channel: 'notices';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  data: NoticesMessageData;
}

/** What there is. */
export interface NoticesMessageData {
  /** Unread notices, counted up to a hundred. */
  unread: number;
}

/** The person's orders as they are. Begins with a snapshot. `seq` is the number of the batch of the ledger that it is of, on whichever server; an update has all that came after `prev` up to `seq`. A `prev` that is higher than the last number read means that something was missed. */
export interface OpenOrdersMessage {
  /** Name of the channel. */
  channel: 'open-orders';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  /** A snapshot has the newest 1,000 that are open, an update those that came, changed or ended. */
  data: Order[];
}

/** The order, where it is OK. */
export interface Order {
  /** The id that other calls name it by. */
  id: string;
  /** What a receipt shows: 7Q2M-04KD-9XTR. */
  number: string;
  /** LIMITED: an order of the book at a limit; MARKET: one at the best prices there; EXCHANGE: a quick trade. BUY and SELL say which side. */
  orderType: OrderType;
  /** IS_OPEN: in the book, or waiting for what `trigger` says. IS_CLOSED: all of it was traded. FINISHED_WITHOUT_TRANSACTION and FINISHED_WITH_TRANSACTION: it ended before, with nothing or a part of it traded. */
  orderStatus: OrderStatus;
  /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** What is given. */
  sourceCoin: string;
  /** What is received. */
  destinationCoin: string;
  /** How much of the coin it is for. */
  amount: DecimalText;
  /** Price of one coin, in the quote. */
  unitPrice: DecimalText;
  /** How much of the coin was traded so far. */
  executedAmount: DecimalText;
  /** How much of it was traded so far, percent. */
  executedPercent: number;
  /** amount × unitPrice in the quote, without the fee. */
  wholePrice: DecimalText;
  /** What was traded so far, in the quote, without the fee; equals wholePrice once all of a quick trade is done. */
  executedPrice: DecimalText;
  /** Fee so far, in the quote. */
  wage: DecimalText;
  /** In the quote: paid so far in all on a buy, received on a sell; of an order that is done: in the end. */
  totalPrice: DecimalText;
  /** What is still blocked for it: the quote on a buy, the coin on a sell. */
  blocked: DecimalText;
  /** Why it ended before all of it was traded; null where it did not. */
  endedBy: OrderEnd | null;
  /** GTC: until it is cancelled. IOC: at once, and what finds nobody ends. FOK: all of it at once, or nothing. GTD: until validUntil. Null: a quick trade. */
  timeInForce: TimesInForce | null;
  /** From when on a GTD order is not traded any more; null: no such time. */
  validUntil: Timestamp | null;
  /** Whether it was taken only because it would wait. */
  postOnly: boolean;
  /** The id that its owner gave it; null: none. */
  clientOrderId: string | null;
  /** What gives way where it would meet an order of the same account, as it comes: NEWEST (itself), OLDEST (the one that waits) or BOTH. Null: a quick trade. */
  selfTradePrevention: SelfTradePrevention | null;
  /** Id of the order in whose place it came; null: of none. */
  replaces: string | null;
  /** How much of the coin the book shows of it at a time; null: all of it. */
  displayAmount: DecimalText | null;
  /** How much of the coin the book shows of it now, where it hides a part; null: it hides none, or is not open. */
  shownAmount: DecimalText | null;
  /** What it waits for, or waited, before it comes to the book; null: nothing. */
  trigger: Trigger | null;
  /** Orders of one group end each other: the two of an OCO, those of a bracket. Null: it stands alone. */
  group: string | null;
  /** Id of the recurring purchase that it is of; null: of none. */
  recurring: string | null;
  /** When it was made. */
  createdAtDateTime: Timestamp;
}

export interface OrderBook {
  /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Rises with each change of the book. */
  sequence: number;
  /** Buying side, best first, at most `limit` levels. */
  bids: PriceLevel[];
  /** Selling side, best first, at most `limit` levels. */
  asks: PriceLevel[];
}

export interface OrderByClientIdResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** The order. */
  baseDTO: Order;
  /** Its fills, newest first. */
  content: Fill[];
  /** Pass it as cursor for the entries that follow; null: there are none. */
  nextCursor: string | null;
}

export type OrderEnd = 'OWNER' | 'SELF_TRADE' | 'NO_LIQUIDITY' | 'EXCHANGE' | 'EXPIRED' | 'REPLACED' | 'CANCEL_AFTER' | 'LINKED';

export interface OrderList {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list. */
  content: Order[];
  /** How many pages there are; told to who asks by `page`. */
  totalPages?: number;
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor?: string | null;
}

export interface OrderReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: Order;
}

export type OrderSide = 'BUY' | 'SELL';

/** IS_OPEN: in the book, or waiting for what `trigger` says. IS_CLOSED: all of it was traded. FINISHED_WITHOUT_TRANSACTION and FINISHED_WITH_TRANSACTION: it ended before, with nothing or a part of it traded. */
export type OrderStatus = 'IS_OPEN' | 'IS_CLOSED' | 'FINISHED_WITHOUT_TRANSACTION' | 'FINISHED_WITH_TRANSACTION';

/** LIMITED: an order of the book at a limit; MARKET: one at the best prices there; EXCHANGE: a quick trade. BUY and SELL say which side. */
export type OrderType = 'LIMITED_BUY' | 'LIMITED_SELL' | 'EXCHANGE_BUY' | 'EXCHANGE_SELL' | 'MARKET_BUY' | 'MARKET_SELL';

/** An order of the person has changed. */
export interface OrdersMessage {
  /** Name of the channel. */
  channel: 'orders';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  /** The order. */
  data: Order;
}

export interface OwnFill {
  /** Market and number: what no other fill is called. */
  id: string;
  /** Rises within its market. */
  number: string;
  /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Id of the person's order. */
  orderId: string;
  /** What the person's order did. */
  side: TradeSide;
  /** Price of one coin, in the quote. */
  unitPrice: DecimalText;
  /** How much of the coin. */
  amount: DecimalText;
  /** amount × unitPrice in the quote. */
  wholePrice: DecimalText;
  /** This order's fee, in the quote. */
  wage: DecimalText;
  /** What the fee is paid in: the quote. */
  wageCoin: string;
  /** Whether the order waited in the book. */
  maker: boolean;
  /** When it was traded. */
  createdAtDateTime: Timestamp;
}

/** What was asked for. */
export interface OwnProgramKeyDetails {
  /** What the caller came by. */
  apiKey: ProgramKey;
  /** STANDARD, or MARKET_MAKER, whose programs may call ten times as often. */
  level: ApiLevel;
}

export interface OwnProgramKeyResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  baseDTO: OwnProgramKeyDetails;
}

export interface Pause {
  /** FEATURE: a thing that people do; MARKET: nothing is traded in it, what is open there can be cancelled; COIN: it isn’t traded, doesn’t leave and gets no new address. */
  scope: PauseScope;
  /** Which one: TOMAN_DEPOSIT, BITCOIN_TOMAN, BITCOIN. */
  name: string;
  /** What people are told. */
  text: BilingualText;
  /** When it ends automatically; null: when staff ends it. */
  endsAt: Timestamp | null;
}

/** FEATURE: a thing that people do; MARKET: nothing is traded in it, what is open there can be cancelled; COIN: it isn’t traded, doesn’t leave and gets no new address. */
export type PauseScope = 'FEATURE' | 'MARKET' | 'COIN';

export interface Payment {
  /** The id that other calls name it by. */
  id: string;
  /** Toman. */
  amount: DecimalText;
  /** PENDING until the bank has answered; money whose fate is unknown is never credited. */
  state: PaymentState;
  /** CHECKING: for the gateway's word; AT_BANK: for the payer; DROPPED: given up by the payer, while the gateway would still take the money. Null once it is PAID or FAILED. */
  stage: PaymentStage | null;
  /** The gateway's page, where the payer goes on; null when nobody can pay there. */
  redirectSite: string | null;
  /** While it is PENDING: when the gateway's session ends, and with it the payment's hold on the daily limit. */
  releasedAtDateTime: Timestamp | null;
  /** The gateway that the payer goes to. */
  gateway: PaymentGateway;
  /** Masked card the bank reported. */
  cardNumber: string | null;
  /** The bank's reference number. */
  trackingCode: string | null;
  /** Why it failed: a code of the dictionary. */
  reason: string | null;
  /** Of one that was paid and not credited: WAITING for staff; RELEASED: the bank pays it to the card that paid, with its next batch; PAID_OUT: it has. Null: of any other. */
  refund: RefundStage | null;
  /** When it was made. */
  createdAtDateTime: Timestamp;
}

export type PaymentGateway = 'SANDBOX' | 'ZARINPAL' | 'VANDAR' | 'ZIBAL' | 'JIBIT';

export type PaymentStage = 'CHECKING' | 'AT_BANK' | 'DROPPED';

/** Toman: of the payment. Crypto: PENDING until it has its confirmations, FAILED when the chain took it back. */
export type PaymentState = 'PENDING' | 'PAID' | 'FAILED';

/** The purchase. */
export interface PlaceBracketBodyEntry {
  /** At a limit, or at the best prices there are. */
  orderType: 'LIMITED_BUY' | 'MARKET_BUY';
  /** How much of the coin. A MARKET_BUY may name `totalPrice` in its place. */
  amount?: DecimalInput;
  /** The limit, in the quote; of a market order the worst price that is taken (unset: 5 % beyond the best). */
  unitPrice?: DecimalInput;
  /** MARKET_BUY: the maximum that is paid in all, in the quote, the fee included. */
  totalPrice?: DecimalInput;
}

/** The stop that sells with a loss; below the entry. */
export interface PlaceBracketBodyStopLoss {
  /** At which price it triggers, and by which. */
  trigger: StopInput;
  /** The limit of the order that it becomes, in the quote; without it becomes a market order. */
  unitPrice?: DecimalInput;
}

/** The limit order that sells with a profit; above the entry. */
export interface PlaceBracketBodyTakeProfit {
  /** Its limit, in the quote. */
  unitPrice: DecimalInput;
}

export interface PlaceBracketResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** The orders, as they are placed. */
  content: Order[];
}

/** Waits in the book; refused (POST_ONLY_WOULD_TAKE) where it would meet someone at once. */
export interface PlaceOcoBodyLimit {
  /** The limit, in the quote. */
  unitPrice: DecimalInput;
  /** An id of your own. While an order with it is open, no other of the account may have it. */
  clientOrderId?: ClientOrderId;
}

/** Waits for its price. */
export interface PlaceOcoBodyStop {
  /** What it waits for. */
  trigger: TriggerInput;
  /** The limit of the order that it becomes, in the quote; a sale without becomes a market order. */
  unitPrice?: DecimalInput;
  /** An id of your own. While an order with it is open, no other of the account may have it. */
  clientOrderId?: ClientOrderId;
}

/** What was asked for. */
export interface PortfolioProfit {
  /** Of all coins, in Toman. */
  toman: ProfitSums;
  /** Of all coins, in Tether. */
  tether: ProfitSums;
  /** Each coin, the most valuable first. */
  coins: CoinProfit[];
}

export interface PortfolioProfitReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: PortfolioProfit;
}

export interface PortfolioWorthResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** A day each, oldest first. */
  content: Worth[];
}

/** Price and amount, decimal text. */
export type PriceLevel = [DecimalText, DecimalText];

/** Quick trade prices, once a second. */
export interface PricesMessage {
  /** Name of the channel. */
  channel: 'prices';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
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

/** The beginning of a channel that each person has of their own: nothing but its number. */
export interface PrivateSnapshot {
  /** Name of the channel. */
  channel: 'wallets' | 'notices' | 'orders';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  /** Nothing. */
  data: null;
}

/** Calculated in Toman. */
export interface ProfitFigures {
  /** What was paid for what is still there, fees included; in the quote that it is calculated in. */
  cost: DecimalText;
  /** Cost of one coin; null: there is none. */
  averagePrice: DecimalText | null;
  /** In the quote that it is calculated in; null while it has no price. */
  worth: DecimalText | null;
  /** Value less cost, in the quote that it is calculated in; signed. */
  unrealised: DecimalText | null;
  /** The same in percent of the cost; null without one. */
  percent: DecimalText | null;
  /** By what was sold or spent, less fees; in the quote that it is calculated in; signed. */
  realised: DecimalText;
}

/** Of all coins, in Toman. */
export interface ProfitSums {
  /** Value less cost of what is still there, in the quote that it is calculated in; signed. */
  unrealised: DecimalText;
  /** Profit of what was sold or spent, less fees; in the quote that it is calculated in; signed. */
  realised: DecimalText;
}

/** What the caller came by. */
export interface ProgramKey {
  /** What a program names the key by (X-Api-Key); no secret. */
  id: string;
  /** What its owner calls it. */
  label: string;
  /** ED25519: its owner signs with a private key that nobody else has. HMAC: with a secret that was shown once. */
  kind: ProgramKeyKind;
  /** What it may do. */
  permissions: KeyPermission[];
  /** Networks that it may be used from (CIDR); none: from anywhere. */
  addresses: string[];
  /** EXPIRED: its time is over. */
  state: 'ACTIVE' | 'EXPIRED';
  /** When it was made. */
  createdAtDateTime: Timestamp;
  /** When it ends automatically; null: only when it is revoked. */
  expiresAtDateTime: Timestamp | null;
  /** From when it may withdraw: a day after it was made; null: it may not. */
  withdrawsFromDateTime: Timestamp | null;
  /** When it was last used, to the minute; null: never. */
  lastUsedAtDateTime: Timestamp | null;
  /** Where it was last used from; null: nowhere. */
  lastIpAddress: string | null;
}

/** ED25519: its owner signs with a private key that nobody else has. HMAC: with a secret that was shown once. */
export type ProgramKeyKind = 'ED25519' | 'HMAC';

/** The class. */
export type ProgramRate = 'read' | 'write' | 'money' | 'order';

/** Limits, refusals and calls, read from what the server itself goes by. */
export interface ProgramTerms {
  /** How often one key may call, over all operations of a class together. Calls without a key count by network address and operation. */
  rates: ProgramTermsRatesEntry[];
  /** How many times as often the keys of a market maker may call. */
  marketMakerTimes: number;
  /** Orders and cancels of one account in a second. */
  ordersPerSecond: number;
  /** How far X-Api-Time may be from our clock, either way: milliseconds. */
  signatureWindow: number;
  /** Keys of one person. */
  keys: number;
  /** Networks that one key may name. */
  keyAddresses: number;
  /** Open orders of one person in one market. */
  openOrders: number;
  /** Open orders of one person in all markets. */
  allOpenOrders: number;
  /** Orders, or ids of orders to cancel, in one batch. */
  batch: number;
  /** The longest that cancel-after waits: seconds. */
  cancelAfter: number;
  /** Channels of the stream that one connection reads. */
  channels: number;
  /** Connections to the stream of one person. */
  streams: number;
  /** Months between the day on which we say that something goes and the day on which it goes, at least. */
  noticeMonths: number;
  /** Calls that go: method and path, since when that is said, and when they go at the earliest. */
  deprecated: ProgramTermsDeprecatedEntry[];
  /** Every refusal that a program may meet: of public reads, of calls by key, of calls of a store. */
  errors: ProgramTermsErrorsEntry[];
  /** Calls in the form of Binance’s spot API. */
  binance: ProgramTermsBinanceEntry[];
}

export interface ProgramTermsBinanceEntry {
  /** How it is called. */
  method: string;
  /** Where. */
  path: string;
  /** What a key needs for it; null: anyone may call. */
  permission: KeyPermission | null;
}

export interface ProgramTermsDeprecatedEntry {
  /** Method and path. */
  call: string;
  /** The day on which it was said. */
  sinceDate: string;
  /** The day until which it is there, at least. */
  untilDate: string;
}

export interface ProgramTermsErrorsEntry {
  /** It comes as `message`. */
  code: string;
  /** It comes as `status`. */
  status: string;
  /** Status of the answer. */
  httpStatus: number;
}

export interface ProgramTermsRatesEntry {
  /** The class. */
  rate: ProgramRate;
  /** Calls in a window. */
  most: number;
  /** How long a window is. */
  seconds: number;
}

export interface ProgramTermsReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: ProgramTerms;
}

export interface PublicTrade {
  /** Rises within its market. */
  number: number;
  /** Price of one coin, in the quote. */
  unitPrice: DecimalText;
  /** What was traded, in the coin. */
  amount: DecimalText;
  /** Which side took. */
  side: TradeSide;
  /** When it was traded. */
  createdAtDateTime: Timestamp;
}

export interface PublicTradeList {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list. */
  content: PublicTrade[];
  /** How many pages there are; told to who asks by `page`. */
  totalPages?: number;
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor?: string | null;
}

export type Quote = 'TOMAN' | 'TETHER';

export interface RecurringPlan {
  /** The id that other calls name it by. */
  id: string;
  /** What is bought. */
  coin: Coin;
  /** Toman that a purchase takes at most, its fee included. */
  amount: DecimalText;
  /** Toman for one coin above which nothing is bought; null: the price of the moment, whatever it is. */
  maxUnitPrice: DecimalText | null;
  /** DAILY, WEEKLY, or MONTHLY by the Jalali calendar; days and hours are those of Tehran. */
  rhythm: RecurringRhythm;
  /** WEEKLY: 1 is Saturday, 7 Friday. MONTHLY: of the Jalali month, 1 to 31; where a month has no such day, its last. DAILY: 0. */
  day: number;
  /** Hour of the day in Tehran. */
  hour: number;
  /** ACTIVE: comes at `nextAtDateTime`. PAUSED: until its owner goes on. ENDED: for good. */
  state: RecurringState;
  /** When it comes next; null: it does not. */
  nextAtDateTime: Timestamp | null;
  /** Why the turn that is due has not been bought yet; null: none waits, or it is about to be bought. */
  waiting: RecurringSkip | null;
  /** How often it bought something. */
  purchases: number;
  /** Coins bought in all. */
  bought: DecimalText;
  /** Toman paid in all, with fees. */
  spent: DecimalText;
  /** Toman paid for one coin on average, with fees; null: nothing was bought. */
  averagePrice: DecimalText | null;
  /** When it was made. */
  createdAtDateTime: Timestamp;
}

export interface RecurringPlansResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** The recurring purchases. */
  content: RecurringPlan[];
}

/** DAILY, WEEKLY, or MONTHLY by the Jalali calendar; days and hours are those of Tehran. */
export type RecurringRhythm = 'DAILY' | 'WEEKLY' | 'MONTHLY';

export type RecurringSkip = 'NOT_ENOUGH_BALANCE' | 'PRICE_TOO_HIGH' | 'AMOUNT_IS_LOW' | 'AMOUNT_IS_HIGH' | 'STABLECOIN_LIMIT' | 'NOT_AUTHORIZED' | 'ACCOUNT_BLOCKED' | 'ACCOUNT_FROZEN' | 'QUICK_TRADE_DISABLED' | 'MARKET_CLOSED' | 'INVENTORY_LIMIT' | 'STOPPED_BY_OWNER';

/** ACTIVE: comes at `nextAtDateTime`. PAUSED: until its owner goes on. ENDED: for good. */
export type RecurringState = 'ACTIVE' | 'PAUSED' | 'ENDED';

export interface RecurringTurn {
  /** The id of this turn. */
  id: string;
  /** The recurring purchase it is of. */
  planId: string;
  /** What was to be bought. */
  coin: Coin;
  /** When it was due. */
  dueAtDateTime: Timestamp;
  /** WAITING: for what `reason` says, or about to be bought. BOUGHT: by the order `orderId`. SKIPPED: for `reason`. */
  state: RecurringTurnState;
  /** NOT_ENOUGH_BALANCE: too little Toman could be spent. PRICE_TOO_HIGH: above `maxUnitPrice`. AMOUNT_IS_LOW, AMOUNT_IS_HIGH: less or more than is bought at once. STABLECOIN_LIMIT: of Tether, by the rules. NOT_AUTHORIZED, ACCOUNT_BLOCKED, ACCOUNT_FROZEN, QUICK_TRADE_DISABLED: the account. MARKET_CLOSED: no price, a pause, or outside the hours. INVENTORY_LIMIT: the house lacked coins. STOPPED_BY_OWNER: paused or ended before it came. */
  reason: RecurringSkip | null;
  /** Toman it was to take at most. */
  amount: DecimalText;
  /** The quick trade that it was, as GET /orders/:id has it; null: none. */
  orderId: string | null;
  /** Coins bought; null: none. */
  boughtAmount: DecimalText | null;
  /** Toman for one coin; null: nothing was bought. */
  unitPrice: DecimalText | null;
  /** Fee in Toman; null: nothing was bought. */
  fee: DecimalText | null;
  /** Toman paid in all; null: nothing was bought. */
  total: DecimalText | null;
  /** When it was bought or skipped; null: it waits. */
  doneAtDateTime: Timestamp | null;
}

export interface RecurringTurnList {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list. */
  content: RecurringTurn[];
  /** How many pages there are; told to who asks by `page`. */
  totalPages?: number;
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor?: string | null;
}

/** WAITING: for what `reason` says, or about to be bought. BOUGHT: by the order `orderId`. SKIPPED: for `reason`. */
export type RecurringTurnState = 'WAITING' | 'BOUGHT' | 'SKIPPED';

/** Of Toman that was paid and not credited: WAITING for staff; RELEASED: the bank pays it to the card that paid, with its next batch; PAID_OUT: it has. Left out of any other. */
export type RefundStage = 'WAITING' | 'RELEASED' | 'PAID_OUT';

/** What gives way where it would meet an order of the same account. NEWEST (unless said otherwise): it ends, or is refused (SELF_TRADE) where that is the first it meets. OLDEST: those that wait are cancelled, and it goes on. BOTH: the first that it meets is cancelled, and it ends too. */
export type SelfTradePrevention = 'NEWEST' | 'OLDEST' | 'BOTH';

/** What was asked for. */
export interface ServerTimeDetails {
  /** Now, ISO 8601 in UTC. */
  dateTime: Timestamp;
  /** The same in milliseconds since 1970. */
  milliseconds: number;
}

export interface ServerTimeResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  baseDTO: ServerTimeDetails;
}

/** WORKING: everything. LIMITED: a part is paused, a coin that is traded has no price, or what leaves is held back. DISTURBED: nothing is settled at the moment. MAINTENANCE: nothing may be changed, as announced. */
export type ServiceState = 'WORKING' | 'LIMITED' | 'DISTURBED' | 'MAINTENANCE';

/** What was asked for. */
export interface ServiceStatus {
  /** WORKING: everything. LIMITED: a part is paused, a coin that is traded has no price, or what leaves is held back. DISTURBED: nothing is settled at the moment. MAINTENANCE: nothing may be changed, as announced. */
  state: ServiceState;
  books: BooksCheck;
}

export interface ServiceStatusReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: ServiceStatus;
}

/** Customers and what they trade, without market makers; all null below the numbers that staff sets. */
export interface Stats {
  /** How many customers there are. */
  userCount: number | null;
  /** Toman. */
  tradesValue: DecimalText | null;
  /** How many trades. */
  tradesAmount: number | null;
}

export interface StatsReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: Stats;
}

/** At which price it triggers, and by which. */
export interface StopInput {
  /** LAST: the price of each trade of the market. REFERENCE: the published price, judged once a second. Unset: LAST. */
  by?: TriggerPrice;
  /** At which price it triggers, in the quote. */
  price: DecimalInput;
}

export interface SupportedCoin {
  /** Coin code, e.g. BITCOIN */
  coin: string;
  /** Ticker */
  code: string;
  /** Name in Persian. */
  persianName: string;
  /** Name in English. */
  englishName: string;
  /** Icon */
  link: string;
}

export interface SupportedCoinList {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list. */
  content: SupportedCoin[];
  /** How many pages there are; told to who asks by `page`. */
  totalPages?: number;
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor?: string | null;
}

/** A market over the last 24 hours, by its trades here alone; null where there were none, or nobody waits. */
export interface Ticker {
  /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
  marketType: string;
  /** Ticker of the coin, e.g. BTC. */
  coinCode: string;
  /** Ticker of the quote: TMN or USDT. */
  quoteCode: string;
  /** Whether the market is offered. */
  isActive: boolean;
  /** Price of the last trade ever made here, in the quote. */
  lastPrice: DecimalText | null;
  /** The last price of a day ago, in the quote; where nobody had traded in the day before that, the first since. */
  openPrice: DecimalText | null;
  /** Highest price, in the quote. */
  highPrice: DecimalText | null;
  /** Lowest price, in the quote. */
  lowPrice: DecimalText | null;
  /** From `openPrice` to `lastPrice`, signed percent text, "-1.25". */
  changePercent: string | null;
  /** What was traded, in the coin. */
  volume: DecimalText;
  /** What was traded, in the quote. */
  quoteVolume: DecimalText;
  /** Best price of those who buy, in the quote. */
  bestBid: DecimalText | null;
  /** How much of the coin they want there. */
  bestBidAmount: DecimalText | null;
  /** Best price of those who sell, in the quote. */
  bestAsk: DecimalText | null;
  /** How much of the coin they offer there. */
  bestAskAmount: DecimalText | null;
  /** The world's price, in the quote; null while it isn't known. */
  referencePrice: DecimalText | null;
}

export interface TickersResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** When they were calculated. */
  dateTime: Timestamp;
  /** One of each market. */
  content: Ticker[];
}

/** GTC (a limit order, unless said otherwise): until it is cancelled. IOC (a market order, unless said otherwise): at once, and what finds nobody ends. FOK: all of it at once, or it is refused (FOK_NOT_FILLED) and nothing has changed. GTD: until `validUntil`. A market order is IOC or FOK. */
export type TimesInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD';

/** ISO 8601, UTC. */
export type Timestamp = string;

/** ISO 8601. */
export type TimestampInput = string;

export interface TokenTypeDetails {
  /** The network's code, e.g. TRC20. */
  tokenType: string;
  /** Whether a missed deposit is found by its txid alone. */
  txIdIsNeeded: boolean;
  /** Whether addresses of this network have a tag or memo. */
  tagIsNeeded: boolean;
  /** Whether deposits are taken now. */
  isDepositEnable: boolean;
  /** Whether withdrawals are sent now. */
  withdrawEnable: boolean;
  /** Fee of a withdrawal, in the coin. */
  withdrawalFee: DecimalText;
  /** Minimum of one withdrawal, in the coin. */
  minWithdraw: DecimalText;
  /** Maximum of one withdrawal, in the coin. */
  maxWithdraw: DecimalText;
  /** Blocks until a deposit counts. */
  confirmations: number;
  /** In the coin; less is not credited automatically. */
  minDeposit: DecimalText;
}

/** What was asked for. */
export interface TomanTerms {
  /** The gateways that can be used now. */
  gateways: PaymentGateway[];
  /** Minimum of one deposit by card, Toman. */
  minAmount: DecimalText;
  /** Maximum of one deposit by card, Toman. */
  maxAmount: DecimalText;
  /** What the gateways still take within the running 24 hours, Toman. */
  leftToday: DecimalText;
  /** Payments that hold a part of it without being paid yet, newest first. */
  open: Payment[];
  /** Hours that coins don't leave after a Toman deposit; 0: none. */
  holdHours: number;
  /** Identified bank deposit (واریز شناسه‌دار), for more than the gateways take; null: not offered. */
  identified: TomanTermsIdentified | null;
}

export interface TomanTermsIdentified {
  /** The Sheba of the exchange's account. */
  sheba: string;
  /** The bank where that account is. */
  bankName: string;
  /** In whose name it is. */
  owner: string;
  /** The person's own payment identifier, with its check digits. */
  identifier: string;
  /** Maximum that is accepted in a day, Toman. */
  maxPerDay: DecimalText;
}

export interface TomanTermsReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: TomanTerms;
}

/** What the person's order did. */
export type TradeSide = 'buy' | 'sell';

/** The trades of a market; `seq` is the number of the newest. */
export interface TradesMessage {
  /** Name of the channel. */
  channel: string;
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  /** Newest first. */
  data: PublicTrade[];
}

export interface Trigger {
  /** STOP: a purchase triggers at its price and above, a sale at its price and below. TAKE_PROFIT: the other way. TRAILING_STOP: a stop that follows the best price since it was placed at a distance. ENTRY: once the entry of its bracket ends. */
  kind: TriggerKind;
  /** LAST: the price of each trade of the market. REFERENCE: the published price, judged once a second. Null: an ENTRY. */
  by: TriggerPrice | null;
  /** At which price it triggers, in the quote; of a trailing stop where that was when it was placed. Null: an ENTRY. */
  price: DecimalText | null;
  /** How far a trailing stop stays behind the best price, in the quote; null: it is none. */
  distance: DecimalText | null;
  /** At which price a trailing stop that waits triggers now, in the quote; null: it is none, or waits no more. */
  trailsAt: DecimalText | null;
  /** When its price was reached; null: it waits. */
  triggeredAt: Timestamp | null;
}

/** Lets it wait for a price before it comes to the book; what it may need is blocked meanwhile. A MARKET_BUY names `totalPrice`, or `amount` and `unitPrice`; a trailing stop is a market order. Not with postOnly, IOC or FOK of a limit order, or GTD. */
export interface TriggerInput {
  /** STOP: a purchase triggers at its price and above, a sale at its price and below. TAKE_PROFIT: the other way. TRAILING_STOP: a stop that follows the best price since it was placed at a distance. */
  kind: 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP';
  /** LAST: the price of each trade of the market. REFERENCE: the published price, judged once a second. Unset: LAST. */
  by?: TriggerPrice;
  /** At which price it triggers, in the quote, between a tenth and ten times of what it is now. Not of a trailing stop. */
  price?: DecimalInput;
  /** Of a trailing stop: how far it stays behind the best price, in the quote. */
  distance?: DecimalInput;
}

/** STOP: a purchase triggers at its price and above, a sale at its price and below. TAKE_PROFIT: the other way. TRAILING_STOP: a stop that follows the best price since it was placed at a distance. ENTRY: once the entry of its bracket ends. */
export type TriggerKind = 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP' | 'ENTRY';

/** LAST: the price of each trade of the market. REFERENCE: the published price, judged once a second. Unset: LAST. */
export type TriggerPrice = 'LAST' | 'REFERENCE';

/** Whose fees these are. */
export type UserLevel = 'BRONZE' | 'SILVER' | 'GOLD' | 'PLATINUM' | 'SUPERVISOR';

export interface VerifiedBankAccountsResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** The cards. */
  content: VerifiedBankAccountsResponseContentEntry[];
}

export interface VerifiedBankAccountsResponseContentEntry {
  /** The id that other calls name it by. */
  id: string;
  /** Number of the bank card, masked. */
  cardNumber: string;
  /** The bank that issued the card; empty where its prefix is not known. */
  bankName: string;
}

/** What was asked for. */
export interface WalletAddressDetails {
  /** Where coins of this network are to be sent. */
  address: string;
  /** PNG in base64 without a prefix; of the address alone. */
  qrCode: string;
  /** Of BIP21, EIP-681, SEP-7 or their kin, by which a wallet fills in network and tag too; null: wallets of this network know none. */
  paymentLink: string | null;
  /** PNG in base64 without a prefix, of `paymentLink`; null where that is. */
  linkQrCode: string | null;
  /** Tag or memo, without which a deposit is not found; null: the network has none. */
  tag: string | null;
  /** Minimum that is credited, in the coin; less waits for staff. */
  minDeposit: DecimalText;
  /** How many confirmations a deposit needs to count. */
  neededConfirmations: number;
  /** Of a token: the only contract that counts. */
  contract: string | null;
}

export interface WalletAddressResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  baseDTO: WalletAddressDetails;
}

export interface WalletEntry {
  /** Spendable, in the asset. */
  credit: DecimalText;
  /** Blocked by open orders, withdrawals and freezes, in the asset. */
  blockedCredit: DecimalText;
  /** Spendable and blocked together, in the asset. */
  totalBalance: DecimalText;
  /** Toman; null while the coin has no price. */
  wholePriceOfCredit: DecimalText | null;
}

/** What was asked for. */
export interface WalletTotals {
  /** What came in, Toman at the price of its day. */
  deposits: DecimalText;
  /** What left, Toman at the price of its day. */
  withdrawals: DecimalText;
  /** Value of everything now, Toman. */
  remaining: DecimalText;
  /** Shares of the fees of people who were invited, Toman. */
  reward: DecimalText;
  /** Balance in Toman, blocked parts too. */
  tomanWallet: DecimalText;
  /** What open orders block, Toman at the present price. */
  inTrade: DecimalText;
  /** What is spendable, Toman at the present price. */
  cashable: DecimalText;
}

export interface WalletTotalsReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: WalletTotals;
}

/** The balances may have changed. */
export interface WalletsMessage {
  /** Name of the channel. */
  channel: 'wallets';
  /** Number of the message; numbers of a channel only rise. */
  seq: number;
  /** Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again. */
  prev?: number;
  /** A snapshot is the whole, an update what has changed. */
  type: 'snapshot' | 'update';
  data: WalletsMessageData;
}

/** Which balances. */
export interface WalletsMessageData {
  /** Codes of the coins. */
  coins: string[];
}

/** What was asked for. */
export interface WithdrawalRow {
  /** The id that other calls name it by. */
  id: string;
  /** What a receipt shows. */
  number: string;
  /** The coin's code; TOMAN for Toman. */
  relatedCoin: string;
  /** The network's code, e.g. TRC20. */
  tokenType: string;
  /** What left the wallet, in its asset; the fee is part of it. */
  amount: DecimalText;
  /** The fee, in the coin; part of the amount. */
  fee: DecimalText;
  /** What arrives, in its asset: the amount without the fee. */
  receives: DecimalText;
  /** Where it goes: an address, or a Sheba for Toman. */
  destinationWalletAddress: string;
  /** Tag or memo of the address; null: none. */
  tag: string | null;
  /** Name of the address in the person's book; null: it isn't there. */
  label: string | null;
  /** Masked Sheba of a Toman withdrawal. */
  bankAccount: string | null;
  /** REVIEW: staff looks at it. APPROVED: waits to be sent (Toman: for its batch). SENDING: signed. SENT: on the chain, not yet final (Toman: in a batch). DONE. CANCELLED by the person, REFUSED by staff, RETURNED by the bank: the money is back. */
  state: WithdrawalState;
  /** CONFIRMED once it is final. */
  transactionStatus: 'CONFIRMED' | 'UNCONFIRMED';
  /** Whether it has arrived for good. */
  isDone: boolean;
  /** Whether the person can still take it back. */
  cancellable: boolean;
  /** Of the bank, or the reason of a refusal; a code of the dictionary or the state. */
  message: string;
  /** Id of the transaction; null: none yet. */
  txid: string | null;
  /** The transaction's page on a public explorer; null: none. */
  link: string | null;
  /** How many confirmations it has; null: it isn't on a chain. */
  confirmations: number | null;
  /** How many it needs to be final; null: it goes to no chain. */
  neededConfirmations: number | null;
  /** Toman: by when it is paid. */
  promisedAtDateTime: Timestamp | null;
  /** When it was made. */
  createdAtDateTime: Timestamp;
  /** When it was done; null until then. */
  doneAtDateTime: Timestamp | null;
}

export interface WithdrawalRowList {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** One page of the list. */
  content: WithdrawalRow[];
  /** How many pages there are; told to who asks by `page`. */
  totalPages?: number;
  /** Pass it as `cursor` for the next page; null: this was the last. */
  nextCursor?: string | null;
}

export interface WithdrawalRowReply {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  /** What was asked for. */
  baseDTO: WithdrawalRow;
}

/** REVIEW: staff looks at it. APPROVED: waits to be sent (Toman: for its batch). SENDING: signed. SENT: on the chain, not yet final (Toman: in a batch). DONE. CANCELLED by the person, REFUSED by staff, RETURNED by the bank: the money is back. */
export type WithdrawalState = 'REVIEW' | 'APPROVED' | 'SENDING' | 'SENT' | 'DONE' | 'CANCELLED' | 'REFUSED' | 'RETURNED';

/** What was asked for. */
export interface WithdrawalTermsDetails {
  /** The fee of one withdrawal, in the coin. */
  fee: DecimalText;
  /** Minimum of one withdrawal, in the coin. */
  minAmount: DecimalText;
  /** Maximum of one withdrawal, in the coin. */
  maxAmount: DecimalText;
  /** Value in Toman that may still leave today. */
  leftToday: DecimalText;
  /** Value in Toman that may still leave this month; null: no price now. */
  leftThisMonth: DecimalText;
  /** Maximum of this coin that both allow; null while the coin has no price. */
  leftAmount: DecimalText | null;
  /** Until then limits of the person's own hold instead of their level's; null: the level's do. */
  ownLimitUntil: Timestamp | null;
  /** Nothing leaves before; the reason is a code of the dictionary. */
  heldUntil: Timestamp | null;
  /** Why nothing leaves; null: no hold. */
  holdReason: 'ACCOUNT_FROZEN' | 'WITHDRAWAL_HOLD' | 'DEPOSIT_HOLD' | 'WITHDRAWALS_STOPPED' | null;
  /** From this much on, in its asset, staff looks at it first. */
  reviewFrom: DecimalText | null;
  /** Whether coins leave to saved addresses alone. */
  whitelistOnly: boolean;
  /** Toman: by when a request made now is paid. */
  promisedAtDateTime: Timestamp | null;
}

export interface WithdrawalTermsResponse {
  /** The call was done. */
  status: 'OK';
  /** What was done, in words. */
  message: string;
  baseDTO: WithdrawalTermsDetails;
}

export interface Worth {
  /** Of Tehran: 2026-11-22. The last is today, as of now. */
  day: string;
  /** The value in Toman. */
  toman: DecimalText;
  /** The value in Tether. */
  tether: DecimalText;
}

/** What is asked of each operation, and what it answers. */
export interface Operations {
  /** The saved addresses, at most 100, by label, and whether coins leave to them alone. The key needs READ. */
  addressBook: {
    asked: {
      relatedCoin?: string;
      tokenType?: string;
    };
    answer: AddressBookResponse;
  };
  /** Cancels and places up to 20 orders in all: the cancels first, each on its own and with its own answer, in the order of the request (send an Idempotency-Key). The key needs TRADE. */
  batchOrders: {
    asked: {
      /** Ids of open orders. */
      cancel?: string[];
      /** Orders, each as POST /orders takes it. */
      place?: BatchOrdersBodyPlaceEntry[];
    };
    answer: BatchOrdersResponse;
  };
  /** The best price of both sides of every book, as of this second. */
  bookTops: {
    asked: Record<string, never>;
    answer: BookTopsResponse;
  };
  /** When the books were last found right. */
  booksCheck: {
    asked: Record<string, never>;
    answer: BooksCheckReply;
  };
  /** Has all open orders cancelled (CANCEL_AFTER) unless this is called again in time; it outlives a restart of the exchange. The key needs TRADE. */
  cancelAfter: {
    asked: {
      /** From now; 0: not at all. */
      seconds: number;
      /** Of this market alone, which has a time of its own in addition to that of all. */
      marketType?: string;
    };
    answer: CancelAfterResponse;
  };
  /** Takes the open order with this `clientOrderId` back; what was traded stays. The key needs TRADE. */
  cancelByClientId: {
    asked: {
      clientOrderId: string;
    };
    answer: OrderReply;
  };
  /** Takes an open order back; what was traded stays. The key needs TRADE. */
  cancelOrder: {
    asked: {
      id: string;
    };
    answer: OrderReply;
  };
  /** Takes back the open orders of one market, or, where `all=true` says so, of all. The key needs TRADE. */
  cancelOrders: {
    asked: {
      marketType?: string;
      side?: OrderSide;
      orderType?: OrderType;
      all?: true;
    };
    answer: CancelOrdersResponse;
  };
  /** Takes a withdrawal back while it waits; the money is spendable again. The key needs WITHDRAW. */
  cancelWithdrawal: {
    asked: {
      id: string;
    };
    answer: WithdrawalRowReply;
  };
  /** Candles of our trades, and of the reference price where nobody traded; oldest first, at most 1,000. */
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
  /** Limits, fees and networks of every coin (TOMAN and TETHER included). */
  coinDetails: {
    asked: Record<string, never>;
    answer: CoinDetailList;
  };
  /** Every coin, in display order. */
  coins: {
    asked: Record<string, never>;
    answer: SupportedCoinList;
  };
  /** Users, trades and their value in Toman. */
  cryptoInfo: {
    asked: Record<string, never>;
    answer: StatsReply;
  };
  /** Balances keyed by coin, all or the ones asked for. The key needs READ. */
  customerAddresses: {
    asked: {
      coins?: string;
      walletType?: 'EXCHANGE' | 'P2P';
    };
    answer: Record<string, WalletEntry>;
  };
  /** One deposit of Toman or of coins, as the list has it. The key needs READ. */
  depositDetail: {
    asked: {
      id: string;
    };
    answer: DepositRowReply;
  };
  /** Deposits of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first. The key needs READ. */
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
      /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      /** How much of the coin. */
      amount: DecimalInput;
      /** A price published for this side and coin within the last 10 s. */
      unitPrice: DecimalInput;
      /** Follows from the address; it must agree with it where it is sent. */
      orderType?: OrderType;
      /** Follows from the market; it must agree with it where it is sent. */
      sourceCoin?: string;
      /** Follows from the market; it must agree with it where it is sent. */
      destinationCoin?: string;
      /** Accepted and ignored: amount × unit price, calculated by the server. */
      totalPrice?: unknown;
      /** Accepted and ignored: the fee of the account’s level, calculated by the server. */
      wage?: unknown;
      /** Where the coins go on to, by all that a withdrawal is asked. Where they stay all the same, `message` is the reason's code. */
      destinationWallet?: string;
      /** The network of `destinationWallet`. */
      tokenType?: string;
      /** Tag or memo of `destinationWallet`, where the network has one. */
      tag?: string;
      /** Confirms that the coins leave: of POST /users/send-code for this amount and `destinationWallet`, with `bought`. */
      code?: string;
      /** The second code, where one was sent by SMS. */
      smsCode?: string;
    };
    answer: OrderReply;
  };
  /** Quick trade prices in Toman (the name is historical). */
  exchangePriceUsd: {
    asked: {
      includeWeeklyChange?: boolean;
      include24hrChange?: boolean;
      toCurrencies?: string;
    };
    answer: CoinPrice[];
  };
  /** Quick trade prices in Tether. */
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
      /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      /** How much of the coin. */
      amount: DecimalInput;
      /** A price published for this side and coin within the last 10 s. */
      unitPrice: DecimalInput;
      /** Follows from the address; it must agree with it where it is sent. */
      orderType?: OrderType;
      /** Follows from the market; it must agree with it where it is sent. */
      sourceCoin?: string;
      /** Follows from the market; it must agree with it where it is sent. */
      destinationCoin?: string;
      /** Accepted and ignored: amount × unit price, calculated by the server. */
      totalPrice?: unknown;
      /** Accepted and ignored: the fee of the account’s level, calculated by the server. */
      wage?: unknown;
    };
    answer: OrderReply;
  };
  /** What the person's orders in the book were filled by, newest first; a quick trade has no fills. The key needs READ. */
  fills: {
    asked: {
      size?: number;
      cursor?: string;
      marketType?: string;
      orderId?: string;
      from?: TimestampInput;
      to?: TimestampInput;
    };
    answer: FillsResponse;
  };
  /** Whether a market is open, and its terms; the two coins in either order. */
  market: {
    asked: {
      marketType: string;
    };
    answer: MarketTermsReply;
  };
  /** Every market of a quote with its 24 hours. */
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
  /** The same three figures, for the home page. */
  marketInfoHome: {
    asked: Record<string, never>;
    answer: StatsReply;
  };
  /** Every market with its steps, bounds, fees and state. */
  markets: {
    asked: Record<string, never>;
    answer: MarketDetailList;
  };
  /** Every movement of the person's money with its cause, newest first. The key needs READ. */
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
  /** The open orders of a market, by price. */
  orderBook: {
    asked: {
      marketType: string;
      limit?: number;
    };
    answer: OrderBook;
  };
  /** The open order with this `clientOrderId`, or else the newest, with its fills, newest first. The key needs READ. */
  orderByClientId: {
    asked: {
      clientOrderId: string;
      size?: number;
      cursor?: string;
    };
    answer: OrderByClientIdResponse;
  };
  /** The order that the request with this Idempotency-Key placed or changed, as it is now, with its fills, newest first: what became of a request whose answer was lost. NOT_FOUND: no such request was settled in the last 30 days; the same request with the same key is then done, or refused, for the first time. The key needs READ. */
  orderByIdempotencyKey: {
    asked: {
      key: string;
      size?: number;
      cursor?: string;
    };
    answer: OrderByClientIdResponse;
  };
  /** One of the person's orders with its fills, newest first. The key needs READ. */
  orderDetail: {
    asked: {
      id: string;
      size?: number;
      cursor?: string;
    };
    answer: OrderByClientIdResponse;
  };
  /** The person's orders, newest first. The key needs READ. */
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
  /** For a program: what the API key that signs this call may do. The key needs READ. */
  ownProgramKey: {
    asked: Record<string, never>;
    answer: OwnProgramKeyResponse;
  };
  /** Places a purchase, with a limit order above and a stop below that sell what it bought once it has ended: filled, or cancelled with a part filled. Coins are blocked for them as they are bought; the two end each other like those of an OCO (send an Idempotency-Key). The key needs TRADE. */
  placeBracket: {
    asked: {
      /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      entry: PlaceBracketBodyEntry;
      takeProfit: PlaceBracketBodyTakeProfit;
      stopLoss: PlaceBracketBodyStopLoss;
    };
    answer: PlaceBracketResponse;
  };
  /** Places a limit order and a stop for the same coins, of which one ends the other: when the limit order is filled, in part or wholly, when the stop triggers, or when either is cancelled. What both need is blocked once, with the limit order (send an Idempotency-Key). The key needs TRADE. */
  placeOco: {
    asked: {
      /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      /** Which side both are of. */
      side: OrderSide;
      /** How much of the coin. */
      amount: DecimalInput;
      limit: PlaceOcoBodyLimit;
      stop: PlaceOcoBodyStop;
    };
    answer: PlaceBracketResponse;
  };
  /** Places a limit or market order (send an Idempotency-Key). The key needs TRADE. */
  placeOrder: {
    asked: {
      /** The market: coin and quote, e.g. BITCOIN_TOMAN. */
      marketType: string;
      /** LIMITED at a limit, MARKET at the best prices there are. */
      orderType: 'LIMITED_BUY' | 'LIMITED_SELL' | 'MARKET_BUY' | 'MARKET_SELL';
      /** How much of the coin. A MARKET_BUY may name `totalPrice` in its place. */
      amount?: DecimalInput;
      /** The limit, in the quote; of a market order the worst price that is taken (unset: 5 % beyond the best). */
      unitPrice?: DecimalInput;
      /** MARKET_BUY: the maximum that is paid in all, in the quote, the fee included. Read and ignored elsewhere. */
      totalPrice?: DecimalInput;
      /** GTC (a limit order, unless said otherwise): until it is cancelled. IOC (a market order, unless said otherwise): at once, and what finds nobody ends. FOK: all of it at once, or it is refused (FOK_NOT_FILLED) and nothing has changed. GTD: until `validUntil`. A market order is IOC or FOK. */
      timeInForce?: TimesInForce;
      /** With GTD, and only with it: from then on nothing of it is traded, and it ends soon after. In the future, at most a year. */
      validUntil?: TimestampInput;
      /** A limit order, GTC or GTD: refused (POST_ONLY_WOULD_TAKE) where it would meet an order that waits. */
      postOnly?: boolean;
      /** A limit order, GTC or GTD: how much of the coin the book shows of it at a time, less than `amount`. As soon as that is taken the next part comes forth, behind all that wait at its price. Refused (DISPLAY_IS_LOW) where a part is below the minimum of the market or a hundredth of the order. Unset: the book shows all of it. */
      displayAmount?: DecimalInput;
      /** An id of your own. While an order with it is open, no other of the account may have it. */
      clientOrderId?: ClientOrderId;
      /** What gives way where it would meet an order of the same account. NEWEST (unless said otherwise): it ends, or is refused (SELF_TRADE) where that is the first it meets. OLDEST: those that wait are cancelled, and it goes on. BOTH: the first that it meets is cancelled, and it ends too. */
      selfTradePrevention?: SelfTradePrevention;
      /** Lets it wait for a price before it comes to the book; what it may need is blocked meanwhile. A MARKET_BUY names `totalPrice`, or `amount` and `unitPrice`; a trailing stop is a market order. Not with postOnly, IOC or FOK of a limit order, or GTD. */
      trigger?: TriggerInput;
    };
    answer: OrderReply;
  };
  /** Profit of each coin by its average cost, in Toman and in Tether; the most valuable first. The key needs READ. */
  portfolioProfit: {
    asked: Record<string, never>;
    answer: PortfolioProfitReply;
  };
  /** Value of everything at the end of each day, oldest first; from the day there was something. The key needs READ. */
  portfolioWorth: {
    asked: {
      days?: 7 | 30 | 90 | 365;
    };
    answer: PortfolioWorthResponse;
  };
  /** Reference prices in US dollars. */
  priceUsd: {
    asked: {
      includeWeeklyChange?: boolean;
      include24hrChange?: boolean;
      toCurrencies?: string;
    };
    answer: CoinPrice[];
  };
  /** Limits, refusals and calls that programs have to know of. */
  programTerms: {
    asked: Record<string, never>;
    answer: ProgramTermsReply;
  };
  /** The newest trades of a market. */
  publicTrades: {
    asked: {
      marketType: string;
      size?: number;
      cursor?: string;
      after?: number;
    };
    answer: PublicTradeList;
  };
  /** One’s own recurring purchases, at most 10 that go on, the newest first; then those that were ended last. The key needs READ. */
  recurringPlans: {
    asked: Record<string, never>;
    answer: RecurringPlansResponse;
  };
  /** What came of each turn of one’s own recurring purchases, newest first. The key needs READ. */
  recurringTurns: {
    asked: {
      page?: number;
      size?: number;
      cursor?: string;
    };
    answer: RecurringTurnList;
  };
  /** Changes an open order. Where its price stays and its amount does not grow, it keeps its id and its place in line; else a new order for what is left takes its place in the same moment, at the end of the line, and it ends as REPLACED. The key needs TRADE. */
  replaceOrder: {
    asked: {
      id: string;
      /** How much of the coin it is for in all, what is traded of it included; it must be more than that. Unset: as it is. */
      amount?: DecimalInput;
      /** The limit, in the quote. Unset: as it is. */
      unitPrice?: DecimalInput;
      /** Unset: the one it has, which a new order takes over. */
      clientOrderId?: ClientOrderId;
    };
    answer: OrderReply;
  };
  /** Withdraws what the code was made for. The key needs WITHDRAW. */
  requestWithdrawal: {
    asked: {
      /** What leaves the wallet, in its asset (Toman or the coin); the fee is part of it. */
      amount: DecimalInput;
      /** The coin's code; TOMAN for Toman. */
      relatedCoin: string;
      /** The network's code; unset: the coin's only one. */
      tokenType?: string;
      /** Where it goes: an address, or a Sheba for Toman. */
      destinationWalletAddress: string;
      /** Tag or memo of the address, where the network has one. An address that carries its own (X-address, muxed account) decides it: then none, or the same. Stellar: digits are a memo of type ID, `text:12345` is the text 12345. */
      tag?: string;
      /** The code that confirms exactly this withdrawal. An API key sends none, and reaches saved addresses alone. */
      code?: string;
      /** The second code, where one was sent by SMS. */
      smsCode?: string;
    };
    answer: WithdrawalRowReply;
  };
  /** The clock of the exchange. */
  serverTime: {
    asked: Record<string, never>;
    answer: ServerTimeResponse;
  };
  /** Whether everything works, at most five seconds old; what is paused or maintained, GET /maintenance says. */
  serviceStatus: {
    asked: Record<string, never>;
    answer: ServiceStatusReply;
  };
  /** Every coin, keyed by code. */
  supportingCoins: {
    asked: Record<string, never>;
    answer: Record<string, SupportedCoin>;
  };
  /** Every market over the last 24 hours, as of this second. */
  tickers: {
    asked: Record<string, never>;
    answer: TickersResponse;
  };
  /** How Toman may come in now. The key needs READ. */
  tomanTerms: {
    asked: Record<string, never>;
    answer: TomanTermsReply;
  };
  /** The person's executed trades, newest first. The key needs READ. */
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
  /** The person's own verified cards, masked. The key needs READ. */
  verifiedBankAccounts: {
    asked: Record<string, never>;
    answer: VerifiedBankAccountsResponse;
  };
  /** The own deposit address of a coin on a network; made at the first call. The key needs DEPOSIT. */
  walletAddress: {
    asked: {
      relatedCoin: string;
      tokenType: string;
    };
    answer: WalletAddressResponse;
  };
  /** Sums of the walletEx page, from the ledger. The key needs READ. */
  walletTotals: {
    asked: Record<string, never>;
    answer: WalletTotalsReply;
  };
  /** One withdrawal of Toman or of coins, as the list has it. The key needs READ. */
  withdrawalDetail: {
    asked: {
      id: string;
    };
    answer: WithdrawalRowReply;
  };
  /** What holds for a withdrawal of this coin on this network now. The key needs READ. */
  withdrawalTerms: {
    asked: {
      relatedCoin: string;
      tokenType?: string;
    };
    answer: WithdrawalTermsResponse;
  };
  /** Withdrawals of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first. The key needs READ. */
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
  bookTops: { method: 'GET', path: '/api/orderbook', permission: null, idempotent: false, query: [], hasBody: false },
  booksCheck: { method: 'GET', path: '/api/books/check', permission: null, idempotent: false, query: [], hasBody: false },
  cancelAfter: { method: 'POST', path: '/api/orders/cancel-after', permission: 'TRADE', idempotent: true, query: [], hasBody: true },
  cancelByClientId: { method: 'DELETE', path: '/api/orders/by-client-id/{clientOrderId}', permission: 'TRADE', idempotent: true, query: [], hasBody: false },
  cancelOrder: { method: 'DELETE', path: '/api/orders/{id}', permission: 'TRADE', idempotent: true, query: [], hasBody: false },
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
  fills: { method: 'GET', path: '/api/fills', permission: 'READ', idempotent: false, query: ['size','cursor','marketType','orderId','from','to'], hasBody: false },
  market: { method: 'GET', path: '/api/markets/{marketType}', permission: null, idempotent: false, query: [], hasBody: false },
  marketInfo: { method: 'GET', path: '/api/trades/market-info/v2', permission: null, idempotent: false, query: ['page','size','cursor','weeklyDataIncluded','source_coin'], hasBody: false },
  marketInfoHome: { method: 'GET', path: '/api/trades/market-info-home', permission: null, idempotent: false, query: [], hasBody: false },
  markets: { method: 'GET', path: '/api/markets', permission: null, idempotent: false, query: [], hasBody: false },
  movements: { method: 'GET', path: '/api/movements', permission: 'READ', idempotent: false, query: ['size','cursor','relatedCoin','kind','from','to'], hasBody: false },
  orderBook: { method: 'GET', path: '/api/orderbook/{marketType}', permission: null, idempotent: false, query: ['limit'], hasBody: false },
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
