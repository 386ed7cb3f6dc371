/** The trade box's overlays and rarely shown parts, in one chunk that is loaded right after the first paint. */
export { PauseNoteView } from '../../ui/feedback/pause-note-view.tsx';
export { CoinPicker } from './coin-picker.tsx';
export { ReceiptDialog } from './receipt-dialog.tsx';
export { TradeDialog } from './trade-dialog.tsx';
export { TradeDraftKeeper } from './trade-memory.tsx';
