import { createHmac, createSecretKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { derive } from './secrets.ts';

const REMEMBERED = 20_000;
const CHARS = 16;

/**
 * Creates pseudonyms of users for the log: constant across processes while SECRET_KEY is; without the key they
 * can't be mapped to a user, not even to a known one.
 */
export function createPseudonyms(secretKey: Buffer): (userId: string) => string {
  const key = createSecretKey(derive(secretKey, 'pseudonyms'));
  const known = new LRUCache<string, string>({ max: REMEMBERED });
  return (userId) => {
    const found = known.get(userId);
    if (found !== undefined) return found;
    const pseudonym = createHmac('sha256', key).update(userId).digest('base64url').slice(0, CHARS);
    known.set(userId, pseudonym);
    return pseudonym;
  };
}
