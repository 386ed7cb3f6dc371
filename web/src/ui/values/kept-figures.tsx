import type { ReactNode } from 'react';

/** A number in either language: begins and ends with a digit, and is not part of a name such as ERC20. */
const FIGURE = /((?<![\p{L}\p{N}])\p{Nd}(?:[\p{Nd}\u066b\u066c,.]*\p{Nd})?)/u;

/** Wraps the numbers of a sentence in elements that a translating browser leaves unchanged. */
export function keepFigures(words: ReactNode): ReactNode {
  if (typeof words !== 'string') return words;
  const parts = words.split(FIGURE);
  if (parts.length === 1) return words;
  return (
    <span>
      {parts.map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are identified by their order.
          <span key={at} translate="no">
            {part}
          </span>
        ),
      )}
    </span>
  );
}
