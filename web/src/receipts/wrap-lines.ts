import { groupAddress } from '../lib/format/group-address.ts';
import type { ReceiptLine } from './use-receipt.ts';

/** Maximum characters next to a label in the picture of a receipt. */
const MAX_LINE_LENGTH = 26;

/** Lines whose codes people compare by eye, in groups of four. */
export const GROUPED_LINES: ReadonlySet<string> = new Set(['to', 'txid']);

/**
 * Wraps codes that are longer than a line of the picture, and groups addresses and hashes like `AddressText`. Paper and
 * screen wrap by themselves.
 */
export const wrapLines = (lines: readonly ReceiptLine[]): ReceiptLine[] =>
  lines.flatMap((line) => {
    if (!line.latin) return [line];
    const isGrouped = GROUPED_LINES.has(line.key);
    const parts = isGrouped ? groupAddress(line.value) : [...line.value];
    const maxParts = isGrouped ? Math.floor(MAX_LINE_LENGTH / 4) : MAX_LINE_LENGTH;
    const rows = Math.ceil(parts.length / maxParts);
    const size = Math.ceil(parts.length / rows);
    return Array.from({ length: rows }, (_, row) => ({
      ...line,
      key: row === 0 ? line.key : `${line.key}-${row}`,
      label: row === 0 ? line.label : '',
      value: parts.slice(row * size, (row + 1) * size).join(isGrouped ? ' ' : ''),
    }));
  });
