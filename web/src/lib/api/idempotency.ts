import { useCallback, useRef } from 'react';

export const newIdempotencyKey = (): string => crypto.randomUUID();

/**
 * Returns the idempotency key of what the person is about to do: the same for every retry, a new one after success
 * or a change.
 * `const intent = useIdempotencyKey(JSON.stringify(body))`, send `intent.key()`, and call `intent.done()` after
 * success.
 */
export function useIdempotencyKey(intent: string) {
  const lastKey = useRef<{ meaning: string; key: string } | null>(null);
  const key = useCallback(() => {
    if (lastKey.current?.meaning !== intent) lastKey.current = { meaning: intent, key: newIdempotencyKey() };
    return lastKey.current.key;
  }, [intent]);
  const done = useCallback(() => {
    lastKey.current = null;
  }, []);
  return { key, done };
}
