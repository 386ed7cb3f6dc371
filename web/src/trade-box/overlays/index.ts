/** What opens above the trade box, in one chunk that is fetched right after the first paint. */
export { CoinPicker } from './coin-picker.tsx';
export { ReceiptDialog } from './receipt-dialog.tsx';
export { TradeDialog } from './trade-dialog.tsx';
export { TradeMemory } from './trade-memory.tsx';
