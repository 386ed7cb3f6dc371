import type { ReceiptLine } from './use-receipt.ts';

/** As many letters as stand beside a label in the picture of a receipt. */
const ROOM = 26;

/** Addresses and hashes are longer than a line of the picture: they go on in the next. Paper and screen break their own lines. */
export const wrapLines = (lines: readonly ReceiptLine[]): ReceiptLine[] =>
  lines.flatMap((line) => {
    if (!line.latin || line.value.length <= ROOM) return [line];
    const rows = Math.ceil(line.value.length / ROOM);
    const size = Math.ceil(line.value.length / rows);
    return Array.from({ length: rows }, (_, row) => ({
      ...line,
      key: `${line.key}-${row}`,
      label: row === 0 ? line.label : '',
      value: line.value.slice(row * size, (row + 1) * size),
    }));
  });
