/** Compares two non-negative decimal texts exactly: below 0, 0 or above, as for sorting. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', partA = ''] = a.split('.');
  const [wholeB = '', partB = ''] = b.split('.');
  const [left, right] = [wholeA.replace(/^0+/, ''), wholeB.replace(/^0+/, '')];
  if (left.length !== right.length) return left.length - right.length;
  const most = Math.max(partA.length, partB.length);
  return compareText(left + partA.padEnd(most, '0'), right + partB.padEnd(most, '0'));
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export const isZero = (text: string): boolean => /^[0.]*$/.test(text);
