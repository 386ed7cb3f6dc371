import { deriveKey } from './secrets.ts';

/** Derives a key from BOOKS_KEY: for the chain of ledger batches, or for the audit log. */
export const deriveChainKey = (booksKey: Buffer): Buffer => deriveKey(booksKey, 'batches');
export const deriveAuditKey = (booksKey: Buffer): Buffer => deriveKey(booksKey, 'audit log');
