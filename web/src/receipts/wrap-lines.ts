import type { ReceiptLine } from './use-receipt.ts';

/** Maximum characters next to a label in the picture of a receipt. */
const MAX_LINE_LENGTH = 26;

/** Wraps addresses and hashes that are longer than a line of the picture. Paper and screen wrap by themselves. */
export const wrapLines = (lines: readonly ReceiptLine[]): ReceiptLine[] =>
  lines.flatMap((line) => {
    if (!line.latin || line.value.length <= MAX_LINE_LENGTH) return [line];
    const rows = Math.ceil(line.value.length / MAX_LINE_LENGTH);
    const size = Math.ceil(line.value.length / rows);
    return Array.from({ length: rows }, (_, row) => ({
      ...line,
      key: `${line.key}-${row}`,
      label: row === 0 ? line.label : '',
      value: line.value.slice(row * size, (row + 1) * size),
    }));
  });
