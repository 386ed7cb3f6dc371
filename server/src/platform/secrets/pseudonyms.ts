import { createHmac, createSecretKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { deriveKey } from './secrets.ts';

const MAX_CACHED = 20_000;
const PSEUDONYM_LENGTH = 16;

/**
 * Creates pseudonyms of users for the log: constant across processes while SECRET_KEY is; without the key they
 * can't be mapped to a user, not even to a known one.
 */
export function createPseudonymizer(secretKey: Buffer): (userId: string) => string {
  const key = createSecretKey(deriveKey(secretKey, 'pseudonyms'));
  const cache = new LRUCache<string, string>({ max: MAX_CACHED });
  return (userId) => {
    const cached = cache.get(userId);
    if (cached !== undefined) return cached;
    const pseudonym = createHmac('sha256', key).update(userId).digest('base64url').slice(0, PSEUDONYM_LENGTH);
    cache.set(userId, pseudonym);
    return pseudonym;
  };
}
