import type { ReactNode } from 'react';

/** A number in either language: begins and ends with a digit, and is not part of a name such as ERC20. */
const FIGURE = /((?<![\p{L}\p{N}])\p{Nd}(?:[\p{Nd}\u066b\u066c,.]*\p{Nd})?)/u;

/** Wraps the numbers of a sentence in elements that a translating browser leaves unchanged. */
export function protectFigures(sentence: ReactNode): ReactNode {
  if (typeof sentence !== 'string') return sentence;
  const parts = sentence.split(FIGURE);
  if (parts.length === 1) return sentence;
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
