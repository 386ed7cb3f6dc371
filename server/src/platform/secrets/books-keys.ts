import { derive } from './secrets.ts';

/** Both are made from BOOKS_KEY: that of the chain of settlement batches, and that of the audit log. */
export const chainKeyFrom = (booksKey: Buffer): Buffer => derive(booksKey, 'batches');
export const auditKeyFrom = (booksKey: Buffer): Buffer => derive(booksKey, 'audit log');
