import { LRUCache } from 'lru-cache';
import { sanitise } from './sanitise.ts';

const MAX_CHARACTERS = 8_000_000;

/**
 * Sanitises outgoing texts, each once: a table that is read again every minute would otherwise be parsed again too,
 * in the ledger writer's process.
 */
export function createTextSanitiser(): (html: string) => string {
  const cache = new LRUCache<string, { html: string }>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ html }, key) => key.length + html.length + 1,
  });
  return (html) => {
    const clean = cache.get(html) ?? { html: sanitise(html) };
    cache.set(html, clean);
    return clean.html;
  };
}
