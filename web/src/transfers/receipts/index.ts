/** Receipts of what came in and went out, in one chunk that is fetched when one is opened. */
export { DepositReceiptView } from './deposit-receipt.tsx';
export { WithdrawalReceiptView } from './withdrawal-receipt.tsx';
