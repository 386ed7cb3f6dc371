import { LRUCache } from 'lru-cache';
import { sanitise } from './sanitise.ts';

const MAX_CHARACTERS = 8_000_000;

/**
 * Sanitises outgoing texts, each once: a table that is read again every minute would otherwise be parsed again too,
 * in the ledger writer's process.
 */
export function cleanTexts(): (html: string) => string {
  const known = new LRUCache<string, { html: string }>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ html }, key) => key.length + html.length + 1,
  });
  return (html) => {
    const clean = known.get(html) ?? { html: sanitise(html) };
    known.set(html, clean);
    return clean.html;
  };
}
