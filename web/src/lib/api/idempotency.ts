import { useCallback, useRef } from 'react';

export const newIdempotencyKey = (): string => crypto.randomUUID();

/**
 * Returns the idempotency key of what the person is about to do: the same for every retry, a new one after success
 * or a change.
 * `const intent = useIdempotencyKey(JSON.stringify(body))`, send `intent.key()`, and call `intent.done()` after
 * success.
 */
export function useIdempotencyKey(meaning: string) {
  const kept = useRef<{ meaning: string; key: string } | null>(null);
  const key = useCallback(() => {
    if (kept.current?.meaning !== meaning) kept.current = { meaning, key: newIdempotencyKey() };
    return kept.current.key;
  }, [meaning]);
  const done = useCallback(() => {
    kept.current = null;
  }, []);
  return { key, done };
}
