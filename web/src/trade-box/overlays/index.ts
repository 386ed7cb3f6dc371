/** What opens above the trade box, and what hardly ever stands in it, in one chunk that is fetched right after the first paint. */
export { PauseNoteView } from '../../ui/feedback/pause-note-view.tsx';
export { CoinPicker } from './coin-picker.tsx';
export { ReceiptDialog } from './receipt-dialog.tsx';
export { TradeDialog } from './trade-dialog.tsx';
export { TradeDraftKeeper } from './trade-memory.tsx';
