import { derive } from './secrets.ts';

/** Derives a key from BOOKS_KEY: for the chain of ledger batches, or for the audit log. */
export const chainKeyFrom = (booksKey: Buffer): Buffer => derive(booksKey, 'batches');
export const auditKeyFrom = (booksKey: Buffer): Buffer => derive(booksKey, 'audit log');
