import { createHash } from 'node:crypto';
import { deriveAuditKey, deriveChainKey } from '../src/platform/secrets/books-keys.ts';

export const TEST_BOOKS_KEY = createHash('sha256').update('the books of the tests').digest();
export const TEST_CHAIN_KEY = deriveChainKey(TEST_BOOKS_KEY);
export const TEST_AUDIT_KEY = deriveAuditKey(TEST_BOOKS_KEY);

/**
 * The only writer of a test's ledger keeps the lease for the whole test, however busy the machine; stopping
 * releases it immediately.
 */
export const TEST_LEASE_MS = 600_000;
