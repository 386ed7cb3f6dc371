# Written by `npm run clients` from the contracts of the server. A test fails when it is not what they say.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union

from .request import Caller


class AddressBookEntry(TypedDict):
    id: str
    label: str
    relatedCoin: str
    tokenType: str
    address: str
    tag: Union[str, None]
    usableFromDateTime: "Timestamp"
    createdAtDateTime: "Timestamp"

class AddressBookResponse(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["AddressBookEntry"]
    whitelistOnly: bool

class _BatchOrdersBodyPlaceEntry(TypedDict):
    marketType: str
    orderType: Literal["LIMITED_BUY", "LIMITED_SELL", "MARKET_BUY", "MARKET_SELL"]


class BatchOrdersBodyPlaceEntry(_BatchOrdersBodyPlaceEntry, total=False):
    amount: "DecimalInput"
    unitPrice: "DecimalInput"
    totalPrice: "DecimalInput"
    timeInForce: "TimesInForce"
    validUntil: "TimestampInput"
    postOnly: bool
    displayAmount: "DecimalInput"
    clientOrderId: "ClientOrderId"
    selfTradePrevention: "SelfTradePrevention"
    trigger: "TriggerInput"

class BatchOrdersResponse(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["BatchOrdersResponseContentEntry"]

class _BatchOrdersResponseContentEntry(TypedDict):
    status: str
    message: str


class BatchOrdersResponseContentEntry(_BatchOrdersResponseContentEntry, total=False):
    baseDTO: "Order"
    errors: List[str]
    data: Dict[str, Any]

class BookTop(TypedDict):
    marketType: str
    bid: Union["PriceLevel", None]
    ask: Union["PriceLevel", None]

class CancelAfterDetails(TypedDict):
    marketType: Union[str, None]
    cancelsAtDateTime: Union["Timestamp", None]

class CancelAfterResponse(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "CancelAfterDetails"

class CancelOrdersResponse(TypedDict):
    status: Literal["OK"]
    message: str
    count: int

class Candle(TypedDict):
    time: int
    open: "DecimalText"
    high: "DecimalText"
    low: "DecimalText"
    close: "DecimalText"
    volume: "DecimalText"

class CandlesResponse(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["Candle"]
    historyFrom: Union[int, None]
    filling: bool

class _CoinDetail(TypedDict):
    name: str
    code: str
    image: str
    persianName: str
    englishName: str
    minAmountExchange: "DecimalText"
    maxAmountExchange: "DecimalText"
    withdrawalFee: "DecimalText"
    minWithdrawAmount: "DecimalText"
    maxWithdrawAmount: "DecimalText"
    transferFee: "DecimalText"
    decimals: int
    pricePrecision: int
    isActive: bool
    tokenTypeDetails: List["TokenTypeDetails"]


class CoinDetail(_CoinDetail, total=False):
    minDepositAmount: "DecimalText"
    maxDepositAmount: "DecimalText"

class _CoinDetailList(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["CoinDetail"]


class CoinDetailList(_CoinDetailList, total=False):
    totalPages: int
    nextCursor: Union[str, None]

class _CoinPrice(TypedDict):
    destCoinSymbol: str
    unit: Literal["TOMAN", "TETHER", "DOLLAR"]
    buyPrice: Union["DecimalText", None]
    sellPrice: Union["DecimalText", None]
    referencePrice: Union["DecimalText", None]
    price24hrChangePercent: Union[str, None]
    isActive: bool


class CoinPrice(_CoinPrice, total=False):
    lastWeekData: List["DecimalText"]

class CoinProfit(TypedDict):
    asset: str
    amount: "DecimalText"
    toman: "ProfitFigures"
    tether: "ProfitFigures"

class DailyWorth(TypedDict):
    day: str
    toman: "DecimalText"
    tether: "DecimalText"

class _DepositRow(TypedDict):
    id: str
    amount: "DecimalText"
    relatedCoin: str
    createdAtDateTime: "Timestamp"
    message: str
    isDone: bool
    state: "PaymentState"
    bankAccount: Union[str, None]


class DepositRow(_DepositRow, total=False):
    refund: "RefundStage"
    transactionStatus: Literal["CONFIRMED", "UNCONFIRMED", "RAISED_BY_USER"]
    tokenType: str
    txid: str
    address: str
    tag: Union[str, None]
    link: Union[str, None]
    confirmations: int
    neededConfirmations: int

class _DepositRowList(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["DepositRow"]


class DepositRowList(_DepositRowList, total=False):
    totalPages: int
    nextCursor: Union[str, None]

class DepositRowReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "DepositRow"

class Fill(TypedDict):
    number: str
    unitPrice: "DecimalText"
    amount: "DecimalText"
    wholePrice: "DecimalText"
    wage: "DecimalText"
    maker: bool
    createdAtDateTime: "Timestamp"

class FillsResponse(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["OwnFill"]
    nextCursor: Union[str, None]
    completeUntil: "Timestamp"

class LedgerCheck(TypedDict):
    checkedAt: Union["Timestamp", None]
    transfers: Union[int, None]
    laws: Union[int, None]

class LedgerCheckReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "LedgerCheck"

class MarketDetail(TypedDict):
    marketType: str
    coin: str
    quote: str
    tick: "DecimalText"
    lot: "DecimalText"
    minNotional: "DecimalText"
    maxAmount: "DecimalText"
    bandPercent: int
    coinCode: str
    quoteCode: str
    minAmount: "DecimalText"
    pricePrecision: int
    amountPrecision: int
    quotePrecision: int
    state: "MarketState"
    opensAtDateTime: Union["Timestamp", None]
    makerFeePercent: str
    takerFeePercent: str
    fees: List["MarketDetailFeesEntry"]

class MarketDetailFeesEntry(TypedDict):
    userAccountLevel: "UserLevel"
    makerFeePercent: str
    takerFeePercent: str

class _MarketDetailList(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["MarketDetail"]


class MarketDetailList(_MarketDetailList, total=False):
    totalPages: int
    nextCursor: Union[str, None]

class _MarketInfo(TypedDict):
    relatedCoin: str
    marketType: str
    isActive: bool
    lastPrice: Union["DecimalText", None]
    priceOf: Literal["TRADES", "REFERENCE"]
    last24HoursChange: Union[str, None]
    last24HoursVolume: "DecimalText"
    last24HoursValue: "DecimalText"
    last24HoursHigh: Union["DecimalText", None]
    last24HoursLow: Union["DecimalText", None]
    bestBid: Union["DecimalText", None]
    bestAsk: Union["DecimalText", None]


class MarketInfo(_MarketInfo, total=False):
    lastWeekData: List["DecimalText"]

class _MarketInfoList(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["MarketInfo"]


class MarketInfoList(_MarketInfoList, total=False):
    totalPages: int
    nextCursor: Union[str, None]

class MarketTerms(TypedDict):
    marketType: str
    coin: str
    quote: str
    tick: "DecimalText"
    lot: "DecimalText"
    minNotional: "DecimalText"
    maxAmount: "DecimalText"
    bandPercent: int

class MarketTermsReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "MarketTerms"

class Movement(TypedDict):
    id: str
    kind: "MovementKind"
    cause: "MovementCaus"
    causeId: Union[str, None]
    relatedCoin: str
    amount: "DecimalText"
    creditChange: "DecimalText"
    blockedChange: "DecimalText"
    credit: Union["DecimalText", None]
    blockedCredit: Union["DecimalText", None]
    createdAtDateTime: "Timestamp"

class MovementsResponse(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["Movement"]
    nextCursor: Union[str, None]
    completeUntil: "Timestamp"

class Order(TypedDict):
    id: str
    number: str
    orderType: "OrderType"
    orderStatus: "OrderStatus"
    marketType: str
    sourceCoin: str
    destinationCoin: str
    amount: "DecimalText"
    unitPrice: "DecimalText"
    executedAmount: "DecimalText"
    executedPercent: int
    wholePrice: "DecimalText"
    executedPrice: "DecimalText"
    wage: "DecimalText"
    totalPrice: "DecimalText"
    blocked: "DecimalText"
    endedBy: Union["OrderEnd", None]
    timeInForce: Union["TimesInForce", None]
    validUntil: Union["Timestamp", None]
    postOnly: bool
    clientOrderId: Union[str, None]
    selfTradePrevention: Union["SelfTradePrevention", None]
    replaces: Union[str, None]
    displayAmount: Union["DecimalText", None]
    shownAmount: Union["DecimalText", None]
    trigger: Union["Trigger", None]
    group: Union[str, None]
    recurring: Union[str, None]
    createdAtDateTime: "Timestamp"

class OrderBook(TypedDict):
    marketType: str
    sequence: int
    bids: List["PriceLevel"]
    asks: List["PriceLevel"]

class OrderBookTopsResponse(TypedDict):
    status: Literal["OK"]
    message: str
    dateTime: "Timestamp"
    content: List["BookTop"]

class OrderByClientIdResponse(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "Order"
    content: List["Fill"]
    nextCursor: Union[str, None]

class _OrderList(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["Order"]


class OrderList(_OrderList, total=False):
    totalPages: int
    nextCursor: Union[str, None]

class OrderReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "Order"

class OwnFill(TypedDict):
    id: str
    number: str
    marketType: str
    orderId: str
    side: "TradeSide"
    unitPrice: "DecimalText"
    amount: "DecimalText"
    wholePrice: "DecimalText"
    wage: "DecimalText"
    wageCoin: str
    maker: bool
    createdAtDateTime: "Timestamp"

class OwnProgramKeyDetails(TypedDict):
    apiKey: "ProgramKey"
    level: "ApiLevel"

class OwnProgramKeyResponse(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "OwnProgramKeyDetails"

class Payment(TypedDict):
    id: str
    amount: "DecimalText"
    state: "PaymentState"
    stage: Union["PaymentStage", None]
    redirectSite: Union[str, None]
    releasedAtDateTime: Union["Timestamp", None]
    gateway: "PaymentGateway"
    cardNumber: Union[str, None]
    trackingCode: Union[str, None]
    reason: Union[str, None]
    refund: Union["RefundStage", None]
    createdAtDateTime: "Timestamp"

class _PlaceBracketBodyEntry(TypedDict):
    orderType: Literal["LIMITED_BUY", "MARKET_BUY"]


class PlaceBracketBodyEntry(_PlaceBracketBodyEntry, total=False):
    amount: "DecimalInput"
    unitPrice: "DecimalInput"
    totalPrice: "DecimalInput"

class _PlaceBracketBodyStopLoss(TypedDict):
    trigger: "StopInput"


class PlaceBracketBodyStopLoss(_PlaceBracketBodyStopLoss, total=False):
    unitPrice: "DecimalInput"

class PlaceBracketBodyTakeProfit(TypedDict):
    unitPrice: "DecimalInput"

class PlaceBracketResponse(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["Order"]

class _PlaceOcoBodyLimit(TypedDict):
    unitPrice: "DecimalInput"


class PlaceOcoBodyLimit(_PlaceOcoBodyLimit, total=False):
    clientOrderId: "ClientOrderId"

class _PlaceOcoBodyStop(TypedDict):
    trigger: "TriggerInput"


class PlaceOcoBodyStop(_PlaceOcoBodyStop, total=False):
    unitPrice: "DecimalInput"
    clientOrderId: "ClientOrderId"

class PortfolioProfit(TypedDict):
    toman: "ProfitSums"
    tether: "ProfitSums"
    coins: List["CoinProfit"]

class PortfolioProfitReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "PortfolioProfit"

class PortfolioWorthResponse(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["DailyWorth"]

class ProfitFigures(TypedDict):
    cost: "DecimalText"
    averagePrice: Union["DecimalText", None]
    worth: Union["DecimalText", None]
    unrealised: Union["DecimalText", None]
    percent: Union["DecimalText", None]
    realised: "DecimalText"

class ProfitSums(TypedDict):
    unrealised: "DecimalText"
    realised: "DecimalText"

class ProgramKey(TypedDict):
    id: str
    label: str
    kind: "ProgramKeyKind"
    permissions: List["KeyPermission"]
    addresses: List[str]
    state: Literal["ACTIVE", "EXPIRED"]
    createdAtDateTime: "Timestamp"
    expiresAtDateTime: Union["Timestamp", None]
    withdrawsFromDateTime: Union["Timestamp", None]
    withdrawalLimit: Union["DecimalText", None]
    lastUsedAtDateTime: Union["Timestamp", None]
    lastIpAddress: Union[str, None]

class ProgramTerms(TypedDict):
    rates: List["ProgramTermsRatesEntry"]
    marketMakerTimes: int
    ordersPerSecond: int
    signatureWindow: int
    keys: int
    keyAddresses: int
    openOrders: int
    allOpenOrders: int
    batch: int
    cancelAfter: int
    channels: int
    streams: int
    noticeMonths: int
    deprecated: List["ProgramTermsDeprecatedEntry"]
    errors: List["ProgramTermsErrorsEntry"]
    binance: List["ProgramTermsBinanceEntry"]

class ProgramTermsBinanceEntry(TypedDict):
    method: str
    path: str
    permission: Union["KeyPermission", None]

class ProgramTermsDeprecatedEntry(TypedDict):
    call: str
    sinceDate: str
    untilDate: str

class ProgramTermsErrorsEntry(TypedDict):
    code: str
    status: str
    httpStatus: int

class ProgramTermsRatesEntry(TypedDict):
    rate: "ProgramRate"
    most: int
    seconds: int

class ProgramTermsReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "ProgramTerms"

class PublicTrade(TypedDict):
    number: int
    unitPrice: "DecimalText"
    amount: "DecimalText"
    side: "TradeSide"
    createdAtDateTime: "Timestamp"

class _PublicTradeList(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["PublicTrade"]


class PublicTradeList(_PublicTradeList, total=False):
    totalPages: int
    nextCursor: Union[str, None]

class RecurringPlan(TypedDict):
    id: str
    coin: "Coin"
    amount: "DecimalText"
    maxUnitPrice: Union["DecimalText", None]
    rhythm: "RecurringRhythm"
    day: int
    hour: int
    state: "RecurringState"
    nextAtDateTime: Union["Timestamp", None]
    waiting: Union["RecurringSkip", None]
    purchases: int
    bought: "DecimalText"
    spent: "DecimalText"
    averagePrice: Union["DecimalText", None]
    createdAtDateTime: "Timestamp"

class RecurringPlansResponse(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["RecurringPlan"]

class RecurringTurn(TypedDict):
    id: str
    planId: str
    coin: "Coin"
    dueAtDateTime: "Timestamp"
    state: "RecurringTurnState"
    reason: Union["RecurringSkip", None]
    amount: "DecimalText"
    orderId: Union[str, None]
    boughtAmount: Union["DecimalText", None]
    unitPrice: Union["DecimalText", None]
    fee: Union["DecimalText", None]
    total: Union["DecimalText", None]
    doneAtDateTime: Union["Timestamp", None]

class _RecurringTurnList(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["RecurringTurn"]


class RecurringTurnList(_RecurringTurnList, total=False):
    totalPages: int
    nextCursor: Union[str, None]

class ServerTimeDetails(TypedDict):
    dateTime: "Timestamp"
    milliseconds: int

class ServerTimeResponse(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "ServerTimeDetails"

class ServiceStatus(TypedDict):
    state: "ServiceState"
    books: "LedgerCheck"

class ServiceStatusReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "ServiceStatus"

class Stats(TypedDict):
    userCount: Union[int, None]
    tradesValue: Union["DecimalText", None]
    tradesAmount: Union[int, None]

class StatsReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "Stats"

class _StopInput(TypedDict):
    price: "DecimalInput"


class StopInput(_StopInput, total=False):
    by: "TriggerPrice"

class SupportedCoin(TypedDict):
    coin: str
    code: str
    persianName: str
    englishName: str
    link: str

class _SupportedCoinList(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["SupportedCoin"]


class SupportedCoinList(_SupportedCoinList, total=False):
    totalPages: int
    nextCursor: Union[str, None]

class Ticker(TypedDict):
    marketType: str
    coinCode: str
    quoteCode: str
    isActive: bool
    lastPrice: Union["DecimalText", None]
    openPrice: Union["DecimalText", None]
    highPrice: Union["DecimalText", None]
    lowPrice: Union["DecimalText", None]
    changePercent: Union[str, None]
    volume: "DecimalText"
    quoteVolume: "DecimalText"
    bestBid: Union["DecimalText", None]
    bestBidAmount: Union["DecimalText", None]
    bestAsk: Union["DecimalText", None]
    bestAskAmount: Union["DecimalText", None]
    referencePrice: Union["DecimalText", None]

class TickersResponse(TypedDict):
    status: Literal["OK"]
    message: str
    dateTime: "Timestamp"
    content: List["Ticker"]

class TokenTypeDetails(TypedDict):
    tokenType: str
    txIdIsNeeded: bool
    tagIsNeeded: bool
    isDepositEnable: bool
    withdrawEnable: bool
    withdrawalFee: "DecimalText"
    minWithdraw: "DecimalText"
    maxWithdraw: "DecimalText"
    confirmations: int
    minDeposit: "DecimalText"

class TomanTerms(TypedDict):
    gateways: List["PaymentGateway"]
    minAmount: "DecimalText"
    maxAmount: "DecimalText"
    leftToday: "DecimalText"
    open: List["Payment"]
    holdHours: int
    identified: Union["TomanTermsIdentified", None]

class TomanTermsIdentified(TypedDict):
    sheba: str
    bankName: str
    owner: str
    identifier: str
    maxPerDay: "DecimalText"

class TomanTermsReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "TomanTerms"

class Trigger(TypedDict):
    kind: "TriggerKind"
    by: Union["TriggerPrice", None]
    price: Union["DecimalText", None]
    distance: Union["DecimalText", None]
    trailsAt: Union["DecimalText", None]
    triggeredAt: Union["Timestamp", None]

class _TriggerInput(TypedDict):
    kind: Literal["STOP", "TAKE_PROFIT", "TRAILING_STOP"]


class TriggerInput(_TriggerInput, total=False):
    by: "TriggerPrice"
    price: "DecimalInput"
    distance: "DecimalInput"

class VerifiedBankAccountsResponse(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["VerifiedBankAccountsResponseContentEntry"]

class VerifiedBankAccountsResponseContentEntry(TypedDict):
    id: str
    cardNumber: str
    bankName: str

class WalletAddressDetails(TypedDict):
    address: str
    qrCode: str
    paymentLink: Union[str, None]
    linkQrCode: Union[str, None]
    tag: Union[str, None]
    minDeposit: "DecimalText"
    neededConfirmations: int
    contract: Union[str, None]

class WalletAddressResponse(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "WalletAddressDetails"

class WalletEntry(TypedDict):
    credit: "DecimalText"
    blockedCredit: "DecimalText"
    totalBalance: "DecimalText"
    wholePriceOfCredit: Union["DecimalText", None]

class WalletTotals(TypedDict):
    deposits: "DecimalText"
    withdrawals: "DecimalText"
    remaining: "DecimalText"
    reward: "DecimalText"
    tomanWallet: "DecimalText"
    inTrade: "DecimalText"
    cashable: "DecimalText"

class WalletTotalsReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "WalletTotals"

class WithdrawalRow(TypedDict):
    id: str
    number: str
    relatedCoin: str
    tokenType: str
    amount: "DecimalText"
    fee: "DecimalText"
    receives: "DecimalText"
    destinationWalletAddress: str
    tag: Union[str, None]
    label: Union[str, None]
    bankAccount: Union[str, None]
    state: "WithdrawalState"
    transactionStatus: Literal["CONFIRMED", "UNCONFIRMED"]
    isDone: bool
    cancellable: bool
    message: str
    txid: Union[str, None]
    link: Union[str, None]
    confirmations: Union[int, None]
    neededConfirmations: Union[int, None]
    promisedAtDateTime: Union["Timestamp", None]
    createdAtDateTime: "Timestamp"
    doneAtDateTime: Union["Timestamp", None]

class _WithdrawalRowList(TypedDict):
    status: Literal["OK"]
    message: str
    content: List["WithdrawalRow"]


class WithdrawalRowList(_WithdrawalRowList, total=False):
    totalPages: int
    nextCursor: Union[str, None]

class WithdrawalRowReply(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "WithdrawalRow"

class WithdrawalTermsDetails(TypedDict):
    fee: "DecimalText"
    minAmount: "DecimalText"
    maxAmount: "DecimalText"
    leftToday: "DecimalText"
    leftThisMonth: "DecimalText"
    leftAmount: Union["DecimalText", None]
    ownLimitUntil: Union["Timestamp", None]
    heldUntil: Union["Timestamp", None]
    holdReason: Union[Literal["ACCOUNT_FROZEN", "WITHDRAWAL_HOLD", "DEPOSIT_HOLD", "WITHDRAWALS_STOPPED"], None]
    reviewFrom: Union["DecimalText", None]
    whitelistOnly: bool
    promisedAtDateTime: Union["Timestamp", None]

class WithdrawalTermsResponse(TypedDict):
    status: Literal["OK"]
    message: str
    baseDTO: "WithdrawalTermsDetails"

ApiLevel = Literal["STANDARD", "MARKET_MAKER"]
CandleBound = Literal["TEHRAN", "UTC"]
CandleInterval = Literal["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w"]
ClientOrderId = str
Coin = Literal["TETHER", "BITCOIN", "ETHEREUM", "BINANCE_COIN_BSC", "RIPPLE", "TRON", "DOGE_COIN", "LITE_COIN", "BITCOIN_CASH", "STELLAR", "MATIC", "CLASSIC_ETHEREUM", "DASH", "ELROND", "CELO", "EOS"]
DecimalInput = Union[str, float]
DecimalText = str
KeyPermission = Literal["READ", "TRADE", "DEPOSIT", "WITHDRAW"]
MarketState = Literal["OPEN", "PAUSED", "CLOSED", "INACTIVE"]
MovementCaus = Literal["ORDER", "WITHDRAWAL", "PAYMENT", "BANK_DEPOSIT", "COIN_DEPOSIT", "FREEZE", "SETTLEMENT", "STORE", "INVITED", "OTHER"]
MovementKind = Literal["TRADE", "FEE", "REFERRAL", "DEPOSIT", "WITHDRAWAL", "HOLD", "RELEASE", "COST", "SEED", "CORRECTION"]
OrderEnd = Literal["OWNER", "SELF_TRADE", "NO_LIQUIDITY", "EXCHANGE", "EXPIRED", "REPLACED", "CANCEL_AFTER", "LINKED"]
OrderSide = Literal["BUY", "SELL"]
OrderStatus = Literal["IS_OPEN", "IS_CLOSED", "FINISHED_WITHOUT_TRANSACTION", "FINISHED_WITH_TRANSACTION"]
OrderType = Literal["LIMITED_BUY", "LIMITED_SELL", "EXCHANGE_BUY", "EXCHANGE_SELL", "MARKET_BUY", "MARKET_SELL"]
PaymentGateway = Literal["SANDBOX", "ZARINPAL", "VANDAR", "ZIBAL", "JIBIT"]
PaymentStage = Literal["CHECKING", "AT_BANK", "DROPPED"]
PaymentState = Literal["PENDING", "PAID", "FAILED"]
PriceLevel = Tuple["DecimalText", "DecimalText"]
ProgramKeyKind = Literal["ED25519", "HMAC"]
ProgramRate = Literal["read", "write", "money", "order"]
Quote = Literal["TOMAN", "TETHER"]
RecurringRhythm = Literal["DAILY", "WEEKLY", "MONTHLY"]
RecurringSkip = Literal["NOT_ENOUGH_BALANCE", "PRICE_TOO_HIGH", "AMOUNT_IS_LOW", "AMOUNT_IS_HIGH", "STABLECOIN_LIMIT", "NOT_AUTHORIZED", "ACCOUNT_BLOCKED", "ACCOUNT_FROZEN", "QUICK_TRADE_DISABLED", "MARKET_CLOSED", "INVENTORY_LIMIT", "STOPPED_BY_OWNER"]
RecurringState = Literal["ACTIVE", "PAUSED", "ENDED"]
RecurringTurnState = Literal["WAITING", "BOUGHT", "SKIPPED"]
RefundStage = Literal["WAITING", "RELEASED", "PAID_OUT"]
SelfTradePrevention = Literal["NEWEST", "OLDEST", "BOTH"]
ServiceState = Literal["WORKING", "LIMITED", "DISTURBED", "MAINTENANCE"]
TimesInForce = Literal["GTC", "IOC", "FOK", "GTD"]
Timestamp = str
TimestampInput = str
TradeSide = Literal["buy", "sell"]
TriggerKind = Literal["STOP", "TAKE_PROFIT", "TRAILING_STOP", "ENTRY"]
TriggerPrice = Literal["LAST", "REFERENCE"]
UserLevel = Literal["BRONZE", "SILVER", "GOLD", "PLATINUM", "SUPERVISOR"]
WithdrawalState = Literal["REVIEW", "APPROVED", "SENDING", "SENT", "DONE", "CANCELLED", "REFUSED", "RETURNED"]

class Operations(Caller):
    """The operations of the API, by their names there: `placeOrder` is `place_order`. Fields keep their names."""

    def address_book(self, *, relatedCoin: Optional[str] = None, tokenType: Optional[str] = None) -> "AddressBookResponse":
        """Returns the saved addresses, at most 100, sorted by label, and whether coins can be withdrawn to saved addresses only. The key needs READ."""
        return self._call("GET", "/api/wallets/address-book", params={}, query={"relatedCoin": relatedCoin, "tokenType": tokenType}, body=None, signed=True, idempotent=False)

    def batch_orders(self, *, cancel: Optional[List[str]] = None, place: Optional[List["BatchOrdersBodyPlaceEntry"]] = None, idempotency_key: Optional[str] = None) -> "BatchOrdersResponse":
        """Cancels and places up to 20 orders in total. Cancellations are executed first; each item has its own result, in the order of the request (send an Idempotency-Key). The key needs TRADE."""
        return self._call("POST", "/api/orders/batch", params={}, query={}, body={"cancel": cancel, "place": place}, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def cancel_after(self, *, seconds: int, marketType: Optional[str] = None, idempotency_key: Optional[str] = None) -> "CancelAfterResponse":
        """Cancels all open orders (CANCEL_AFTER) after a timeout, unless this is called again before it expires. The timer survives a restart of the exchange. The key needs TRADE."""
        return self._call("POST", "/api/orders/cancel-after", params={}, query={}, body={"seconds": seconds, "marketType": marketType}, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def cancel_order(self, *, id: str, idempotency_key: Optional[str] = None) -> "OrderReply":
        """Cancels an open order; its fills are not reversed. The key needs TRADE."""
        return self._call("DELETE", "/api/orders/{id}", params={"id": id}, query={}, body=None, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def cancel_order_by_client_id(self, *, clientOrderId: str, idempotency_key: Optional[str] = None) -> "OrderReply":
        """Cancels the open order with this `clientOrderId`; its fills are not reversed. The key needs TRADE."""
        return self._call("DELETE", "/api/orders/by-client-id/{clientOrderId}", params={"clientOrderId": clientOrderId}, query={}, body=None, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def cancel_orders(self, *, marketType: Optional[str] = None, side: Optional["OrderSide"] = None, orderType: Optional["OrderType"] = None, all: Optional[Literal[True]] = None, idempotency_key: Optional[str] = None) -> "CancelOrdersResponse":
        """Cancels the open orders of one market or, with `all=true`, of all markets. The key needs TRADE."""
        return self._call("DELETE", "/api/orders", params={}, query={"marketType": marketType, "side": side, "orderType": orderType, "all": all}, body=None, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def cancel_withdrawal(self, *, id: str) -> "WithdrawalRowReply":
        """Cancels a withdrawal that has not been sent; the money becomes spendable again. The key needs WITHDRAW."""
        return self._call("DELETE", "/api/wallets/withdrawal-requests/{id}", params={"id": id}, query={}, body=None, signed=True, idempotent=False)

    def candles(self, *, marketType: str, interval: "CandleInterval", from_: Optional[int] = None, to: Optional[int] = None, limit: Optional[int] = None, bounds: Optional["CandleBound"] = None) -> "CandlesResponse":
        """Returns candles of trades on this exchange, or of the reference price if there were no trades; oldest first, at most 1,000."""
        return self._call("GET", "/api/candles/{marketType}", params={"marketType": marketType}, query={"interval": interval, "from": from_, "to": to, "limit": limit, "bounds": bounds}, body=None, signed=False, idempotent=False)

    def coin_details(self) -> "CoinDetailList":
        """Returns limits, fees and networks of all coins, including TOMAN and TETHER."""
        return self._call("GET", "/api/coins/details", params={}, query={}, body=None, signed=False, idempotent=False)

    def coins(self) -> "SupportedCoinList":
        """Returns all coins, in display order."""
        return self._call("GET", "/api/coins", params={}, query={}, body=None, signed=False, idempotent=False)

    def crypto_info(self) -> "StatsReply":
        """Returns the number of users, and the number and Toman value of trades."""
        return self._call("GET", "/api/trades/crypto-info", params={}, query={}, body=None, signed=False, idempotent=False)

    def customer_addresses(self, *, coins: Optional[str] = None, walletType: Optional[Literal["EXCHANGE", "P2P"]] = None) -> Dict[str, "WalletEntry"]:
        """Returns balances keyed by coin: all of them, or those of the requested coins. The key needs READ."""
        return self._call("GET", "/api/wallets/customer-addresses", params={}, query={"coins": coins, "walletType": walletType}, body=None, signed=True, idempotent=False)

    def deposit_detail(self, *, id: str) -> "DepositRowReply":
        """Returns one deposit of Toman or of coins, in the format of the list. The key needs READ."""
        return self._call("GET", "/api/wallets/deposit/{id}", params={"id": id}, query={}, body=None, signed=True, idempotent=False)

    def deposits(self, *, page: Optional[int] = None, size: Optional[int] = None, cursor: Optional[str] = None, relatedCoin: Optional[str] = None, excludedRelatedCoin: Optional[str] = None) -> "DepositRowList":
        """Returns deposits of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first. The key needs READ."""
        return self._call("GET", "/api/wallets/deposit", params={}, query={"page": page, "size": size, "cursor": cursor, "relatedCoin": relatedCoin, "excludedRelatedCoin": excludedRelatedCoin}, body=None, signed=True, idempotent=False)

    def exchange_buy(self, *, marketType: str, amount: "DecimalInput", unitPrice: "DecimalInput", orderType: Optional["OrderType"] = None, sourceCoin: Optional[str] = None, destinationCoin: Optional[str] = None, totalPrice: Optional[Any] = None, wage: Optional[Any] = None, destinationWallet: Optional[str] = None, tokenType: Optional[str] = None, tag: Optional[str] = None, code: Optional[str] = None, smsCode: Optional[str] = None, idempotency_key: Optional[str] = None) -> "OrderReply":
        """Buys a coin at the quoted price (send an Idempotency-Key). The key needs TRADE."""
        return self._call("POST", "/api/exchange/buy", params={}, query={}, body={"marketType": marketType, "amount": amount, "unitPrice": unitPrice, "orderType": orderType, "sourceCoin": sourceCoin, "destinationCoin": destinationCoin, "totalPrice": totalPrice, "wage": wage, "destinationWallet": destinationWallet, "tokenType": tokenType, "tag": tag, "code": code, "smsCode": smsCode}, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def exchange_price_usd(self, *, includeWeeklyChange: Optional[bool] = None, include24hrChange: Optional[bool] = None, toCurrencies: Optional[str] = None) -> List["CoinPrice"]:
        """Returns quick trade prices in Toman (the path's name is historical)."""
        return self._call("GET", "/api/coins/exchange-price/usd", params={}, query={"includeWeeklyChange": includeWeeklyChange, "include24hrChange": include24hrChange, "toCurrencies": toCurrencies}, body=None, signed=False, idempotent=False)

    def exchange_price_usdt(self, *, includeWeeklyChange: Optional[bool] = None, include24hrChange: Optional[bool] = None, toCurrencies: Optional[str] = None) -> List["CoinPrice"]:
        """Returns quick trade prices in Tether."""
        return self._call("GET", "/api/coins/exchange-price/usdt", params={}, query={"includeWeeklyChange": includeWeeklyChange, "include24hrChange": include24hrChange, "toCurrencies": toCurrencies}, body=None, signed=False, idempotent=False)

    def exchange_sell(self, *, marketType: str, amount: "DecimalInput", unitPrice: "DecimalInput", orderType: Optional["OrderType"] = None, sourceCoin: Optional[str] = None, destinationCoin: Optional[str] = None, totalPrice: Optional[Any] = None, wage: Optional[Any] = None, idempotency_key: Optional[str] = None) -> "OrderReply":
        """Sells a coin at the quoted price (send an Idempotency-Key). The key needs TRADE."""
        return self._call("POST", "/api/exchange/sell", params={}, query={}, body={"marketType": marketType, "amount": amount, "unitPrice": unitPrice, "orderType": orderType, "sourceCoin": sourceCoin, "destinationCoin": destinationCoin, "totalPrice": totalPrice, "wage": wage}, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def fills(self, *, size: Optional[int] = None, cursor: Optional[str] = None, marketType: Optional[str] = None, orderId: Optional[str] = None, after: Optional[str] = None, oldestFirst: Optional[Literal[True]] = None, from_: Optional["TimestampInput"] = None, to: Optional["TimestampInput"] = None) -> "FillsResponse":
        """Returns the fills of the caller's orders, newest first unless requested otherwise; quick trades have no fills. The key needs READ."""
        return self._call("GET", "/api/fills", params={}, query={"size": size, "cursor": cursor, "marketType": marketType, "orderId": orderId, "after": after, "oldestFirst": oldestFirst, "from": from_, "to": to}, body=None, signed=True, idempotent=False)

    def ledger_check(self) -> "LedgerCheckReply":
        """Returns the time up to which the ledger was last found correct."""
        return self._call("GET", "/api/books/check", params={}, query={}, body=None, signed=False, idempotent=False)

    def market(self, *, marketType: str) -> "MarketTermsReply":
        """Returns the rules of a market if it is open; the two coins may be given in either order."""
        return self._call("GET", "/api/markets/{marketType}", params={"marketType": marketType}, query={}, body=None, signed=False, idempotent=False)

    def market_info(self, *, page: Optional[int] = None, size: Optional[int] = None, cursor: Optional[str] = None, weeklyDataIncluded: Optional[bool] = None, source_coin: Optional["Quote"] = None) -> "MarketInfoList":
        """Returns the markets of a quote with their 24-hour statistics."""
        return self._call("GET", "/api/trades/market-info/v2", params={}, query={"page": page, "size": size, "cursor": cursor, "weeklyDataIncluded": weeklyDataIncluded, "source_coin": source_coin}, body=None, signed=False, idempotent=False)

    def market_info_home(self) -> "StatsReply":
        """Returns the same three figures, for the home page."""
        return self._call("GET", "/api/trades/market-info-home", params={}, query={}, body=None, signed=False, idempotent=False)

    def markets(self) -> "MarketDetailList":
        """Returns all markets with their steps, limits, fee rates and states."""
        return self._call("GET", "/api/markets", params={}, query={}, body=None, signed=False, idempotent=False)

    def movements(self, *, size: Optional[int] = None, cursor: Optional[str] = None, relatedCoin: Optional[str] = None, kind: Optional["MovementKind"] = None, from_: Optional["TimestampInput"] = None, to: Optional["TimestampInput"] = None) -> "MovementsResponse":
        """Returns all movements of the caller's balances with their causes, newest first. The key needs READ."""
        return self._call("GET", "/api/movements", params={}, query={"size": size, "cursor": cursor, "relatedCoin": relatedCoin, "kind": kind, "from": from_, "to": to}, body=None, signed=True, idempotent=False)

    def order_book(self, *, marketType: str, limit: Optional[int] = None) -> "OrderBook":
        """Returns the order book of a market, aggregated by price."""
        return self._call("GET", "/api/orderbook/{marketType}", params={"marketType": marketType}, query={"limit": limit}, body=None, signed=False, idempotent=False)

    def order_book_tops(self) -> "OrderBookTopsResponse":
        """Returns the best bid and ask of all order books, updated every second."""
        return self._call("GET", "/api/orderbook", params={}, query={}, body=None, signed=False, idempotent=False)

    def order_by_client_id(self, *, clientOrderId: str, size: Optional[int] = None, cursor: Optional[str] = None) -> "OrderByClientIdResponse":
        """Returns the open order with this `clientOrderId`, or otherwise the newest one, with its fills, newest first. The key needs READ."""
        return self._call("GET", "/api/orders/by-client-id/{clientOrderId}", params={"clientOrderId": clientOrderId}, query={"size": size, "cursor": cursor}, body=None, signed=True, idempotent=False)

    def order_by_idempotency_key(self, *, key: str, size: Optional[int] = None, cursor: Optional[str] = None) -> "OrderByClientIdResponse":
        """Returns the order that the request with this Idempotency-Key placed or changed, in its current state, with its fills, newest first. Use it if the response to a request was lost. NOT_FOUND: no such request was executed in the last 30 days; the same request can be sent again with the same key and is then executed, or refused, for the first time. The key needs READ."""
        return self._call("GET", "/api/orders/by-idempotency-key/{key}", params={"key": key}, query={"size": size, "cursor": cursor}, body=None, signed=True, idempotent=False)

    def order_detail(self, *, id: str, size: Optional[int] = None, cursor: Optional[str] = None) -> "OrderByClientIdResponse":
        """Returns one of the caller's orders with its fills, newest first. The key needs READ."""
        return self._call("GET", "/api/orders/{id}", params={"id": id}, query={"size": size, "cursor": cursor}, body=None, signed=True, idempotent=False)

    def orders(self, *, page: Optional[int] = None, size: Optional[int] = None, cursor: Optional[str] = None, status: Optional[Literal["open", "closed"]] = None, marketType: Optional[str] = None) -> "OrderList":
        """Returns the caller's orders, newest first. The key needs READ."""
        return self._call("GET", "/api/orders", params={}, query={"page": page, "size": size, "cursor": cursor, "status": status, "marketType": marketType}, body=None, signed=True, idempotent=False)

    def own_program_key(self) -> "OwnProgramKeyResponse":
        """Returns the API key that signed this request, with its permissions. The key needs READ."""
        return self._call("GET", "/api/users/api-keys/self", params={}, query={}, body=None, signed=True, idempotent=False)

    def place_bracket(self, *, marketType: str, entry: "PlaceBracketBodyEntry", takeProfit: "PlaceBracketBodyTakeProfit", stopLoss: "PlaceBracketBodyStopLoss", idempotency_key: Optional[str] = None) -> "PlaceBracketResponse":
        """Places a bracket: a purchase and, above and below it, a limit order and a stop that sell the bought coins once the purchase has ended (filled, or cancelled after a partial fill). The coins are blocked for them as they are bought; the two cancel each other like the orders of an OCO (send an Idempotency-Key). The key needs TRADE."""
        return self._call("POST", "/api/orders/bracket", params={}, query={}, body={"marketType": marketType, "entry": entry, "takeProfit": takeProfit, "stopLoss": stopLoss}, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def place_oco(self, *, marketType: str, side: "OrderSide", amount: "DecimalInput", limit: "PlaceOcoBodyLimit", stop: "PlaceOcoBodyStop", idempotency_key: Optional[str] = None) -> "PlaceBracketResponse":
        """Places an OCO: a limit order and a stop order for the same coins. One is cancelled when the other is filled, in part or in full, triggers or is cancelled. The funds are blocked once, with the limit order (send an Idempotency-Key). The key needs TRADE."""
        return self._call("POST", "/api/orders/oco", params={}, query={}, body={"marketType": marketType, "side": side, "amount": amount, "limit": limit, "stop": stop}, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def place_order(self, *, marketType: str, orderType: Literal["LIMITED_BUY", "LIMITED_SELL", "MARKET_BUY", "MARKET_SELL"], amount: Optional["DecimalInput"] = None, unitPrice: Optional["DecimalInput"] = None, totalPrice: Optional["DecimalInput"] = None, timeInForce: Optional["TimesInForce"] = None, validUntil: Optional["TimestampInput"] = None, postOnly: Optional[bool] = None, displayAmount: Optional["DecimalInput"] = None, clientOrderId: Optional["ClientOrderId"] = None, selfTradePrevention: Optional["SelfTradePrevention"] = None, trigger: Optional["TriggerInput"] = None, idempotency_key: Optional[str] = None) -> "OrderReply":
        """Places a limit or market order (send an Idempotency-Key). The key needs TRADE."""
        return self._call("POST", "/api/orders", params={}, query={}, body={"marketType": marketType, "orderType": orderType, "amount": amount, "unitPrice": unitPrice, "totalPrice": totalPrice, "timeInForce": timeInForce, "validUntil": validUntil, "postOnly": postOnly, "displayAmount": displayAmount, "clientOrderId": clientOrderId, "selfTradePrevention": selfTradePrevention, "trigger": trigger}, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def portfolio_profit(self) -> "PortfolioProfitReply":
        """Returns the profit of each coin by its average cost, in Toman and in Tether; most valuable first. The key needs READ."""
        return self._call("GET", "/api/portfolio/profit", params={}, query={}, body=None, signed=True, idempotent=False)

    def portfolio_worth(self, *, days: Optional[Literal[7, 30, 90, 365]] = None) -> "PortfolioWorthResponse":
        """Returns the value of all balances at the end of each day, oldest first, from the first day with a balance. The key needs READ."""
        return self._call("GET", "/api/portfolio/worth", params={}, query={"days": days}, body=None, signed=True, idempotent=False)

    def price_usd(self, *, includeWeeklyChange: Optional[bool] = None, include24hrChange: Optional[bool] = None, toCurrencies: Optional[str] = None) -> List["CoinPrice"]:
        """Returns reference prices in US dollars."""
        return self._call("GET", "/api/coins/price/usd", params={}, query={"includeWeeklyChange": includeWeeklyChange, "include24hrChange": include24hrChange, "toCurrencies": toCurrencies}, body=None, signed=False, idempotent=False)

    def program_terms(self) -> "ProgramTermsReply":
        """Returns the limits, refusals and calls that programs need to know."""
        return self._call("GET", "/api/developers", params={}, query={}, body=None, signed=False, idempotent=False)

    def public_trades(self, *, marketType: str, size: Optional[int] = None, cursor: Optional[str] = None, after: Optional[int] = None) -> "PublicTradeList":
        """Returns the newest trades of a market."""
        return self._call("GET", "/api/trades/public/{marketType}", params={"marketType": marketType}, query={"size": size, "cursor": cursor, "after": after}, body=None, signed=False, idempotent=False)

    def recurring_plans(self) -> "RecurringPlansResponse":
        """Returns the caller's recurring purchases: at most 10 that have not ended, newest first, followed by the most recently ended. The key needs READ."""
        return self._call("GET", "/api/recurring", params={}, query={}, body=None, signed=True, idempotent=False)

    def recurring_turns(self, *, page: Optional[int] = None, size: Optional[int] = None, cursor: Optional[str] = None) -> "RecurringTurnList":
        """Returns the result of each turn of the caller's recurring purchases, newest first. The key needs READ."""
        return self._call("GET", "/api/recurring/turns", params={}, query={"page": page, "size": size, "cursor": cursor}, body=None, signed=True, idempotent=False)

    def replace_order(self, *, id: str, amount: Optional["DecimalInput"] = None, unitPrice: Optional["DecimalInput"] = None, clientOrderId: Optional["ClientOrderId"] = None, idempotency_key: Optional[str] = None) -> "OrderReply":
        """Changes an open order. If the price is unchanged and the amount does not increase, the order keeps its id and its priority. Otherwise it ends as REPLACED and a new order for the unfilled amount atomically takes its place, at the end of the queue. The key needs TRADE."""
        return self._call("PUT", "/api/orders/{id}", params={"id": id}, query={}, body={"amount": amount, "unitPrice": unitPrice, "clientOrderId": clientOrderId}, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def request_withdrawal(self, *, amount: "DecimalInput", relatedCoin: str, destinationWalletAddress: str, tokenType: Optional[str] = None, tag: Optional[str] = None, code: Optional[str] = None, smsCode: Optional[str] = None, idempotency_key: Optional[str] = None) -> "WithdrawalRowReply":
        """Executes the withdrawal that the code was issued for. The key needs WITHDRAW."""
        return self._call("POST", "/api/wallets/withdrawal-request", params={}, query={}, body={"amount": amount, "relatedCoin": relatedCoin, "tokenType": tokenType, "destinationWalletAddress": destinationWalletAddress, "tag": tag, "code": code, "smsCode": smsCode}, signed=True, idempotent=True, idempotency_key=idempotency_key)

    def server_time(self) -> "ServerTimeResponse":
        """Returns the server time."""
        return self._call("GET", "/api/time", params={}, query={}, body=None, signed=False, idempotent=False)

    def service_status(self) -> "ServiceStatusReply":
        """Returns the status of the exchange, at most five seconds old; for pauses and maintenance, see GET /maintenance."""
        return self._call("GET", "/api/status", params={}, query={}, body=None, signed=False, idempotent=False)

    def supporting_coins(self) -> Dict[str, "SupportedCoin"]:
        """Returns all coins, keyed by code."""
        return self._call("GET", "/api/coins/supporting-coins", params={}, query={}, body=None, signed=False, idempotent=False)

    def tickers(self) -> "TickersResponse":
        """Returns 24-hour statistics of all markets, updated every second."""
        return self._call("GET", "/api/tickers", params={}, query={}, body=None, signed=False, idempotent=False)

    def toman_terms(self) -> "TomanTermsReply":
        """Returns the available methods and limits of Toman deposits. The key needs READ."""
        return self._call("GET", "/api/wallets/toman-terms", params={}, query={}, body=None, signed=True, idempotent=False)

    def trades(self, *, page: Optional[int] = None, size: Optional[int] = None, cursor: Optional[str] = None, type: Optional[Literal["P2P", "EXCHANGE", "OTC", "ALL"]] = None, destinationCoin: Optional[str] = None) -> "OrderList":
        """Returns the caller's executed trades, newest first. The key needs READ."""
        return self._call("GET", "/api/trades", params={}, query={"page": page, "size": size, "cursor": cursor, "type": type, "destinationCoin": destinationCoin}, body=None, signed=True, idempotent=False)

    def verified_bank_accounts(self) -> "VerifiedBankAccountsResponse":
        """Returns the caller's verified cards, masked. The key needs READ."""
        return self._call("GET", "/api/users/verified-bank-accounts", params={}, query={}, body=None, signed=True, idempotent=False)

    def wallet_address(self, *, relatedCoin: str, tokenType: str) -> "WalletAddressResponse":
        """Returns the caller's deposit address of a coin on a network; created by the first call. The key needs DEPOSIT."""
        return self._call("GET", "/api/wallets/customer/wallet-address", params={}, query={"relatedCoin": relatedCoin, "tokenType": tokenType}, body=None, signed=True, idempotent=False)

    def wallet_totals(self) -> "WalletTotalsReply":
        """Returns the totals of the walletEx page, from the ledger. The key needs READ."""
        return self._call("GET", "/api/wallets/totals", params={}, query={}, body=None, signed=True, idempotent=False)

    def withdrawal_detail(self, *, id: str) -> "WithdrawalRowReply":
        """Returns one withdrawal of Toman or of coins, in the format of the list. The key needs READ."""
        return self._call("GET", "/api/wallets/withdrawal-requests/{id}", params={"id": id}, query={}, body=None, signed=True, idempotent=False)

    def withdrawal_terms(self, *, relatedCoin: str, tokenType: Optional[str] = None) -> "WithdrawalTermsResponse":
        """Returns the current fee, limits and holds of a withdrawal of this coin on this network. The key needs READ."""
        return self._call("GET", "/api/wallets/withdrawal-terms", params={}, query={"relatedCoin": relatedCoin, "tokenType": tokenType}, body=None, signed=True, idempotent=False)

    def withdrawals(self, *, page: Optional[int] = None, size: Optional[int] = None, cursor: Optional[str] = None, relatedCoin: Optional[str] = None, excludedRelatedCoin: Optional[str] = None) -> "WithdrawalRowList":
        """Returns withdrawals of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first. The key needs READ."""
        return self._call("GET", "/api/wallets/withdrawal-requests", params={}, query={"page": page, "size": size, "cursor": cursor, "relatedCoin": relatedCoin, "excludedRelatedCoin": excludedRelatedCoin}, body=None, signed=True, idempotent=False)
