import { createHmac, createSecretKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { derive } from './secrets.ts';

const REMEMBERED = 20_000;
const CHARS = 16;

/**
 * What the log calls a person: the same each time, in every process, as long as SECRET_KEY is; whoever doesn't have it
 * can't tell who it is, nor whether it is somebody they know of.
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
