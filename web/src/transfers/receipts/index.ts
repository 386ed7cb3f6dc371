/** Receipts of deposits and withdrawals, in one chunk that is loaded when one is opened. */
export { DepositReceiptView } from './deposit-receipt.tsx';
export { WithdrawalReceiptView } from './withdrawal-receipt.tsx';
