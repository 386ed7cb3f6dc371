/** Returns the kind of a string: an amount, a time, an id, or text. */
function stringKind(text: string): string {
  if (/^-?\d+(\.\d+)?$/.test(text)) return 'amount';
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return 'time';
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text) ? 'id' : 'text';
}

/**
 * Returns the differences in shape of two values: fields that only one of them has, or values of different kinds.
 * Null matches any value, and an empty list any list. `optional`: fields that may be absent.
 */
export function listDifferences(
  a: unknown,
  b: unknown,
  optional: readonly string[] = [],
  path = '$',
): readonly string[] {
  if (a === null || b === null) return [];
  if (Array.isArray(a) && Array.isArray(b))
    return a.length > 0 && b.length > 0 ? listDifferences(a[0], b[0], optional, `${path}[0]`) : [];
  if (typeof a === 'string' && typeof b === 'string') return stringKind(a) === stringKind(b) ? [] : [path];
  if (typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b))
    return typeof a === typeof b && typeof a !== 'object' ? [] : [path];
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => {
    if (key in left && key in right)
      return listDifferences(left[key], right[key], optional, `${path}.${key}`);
    return optional.includes(key) ? [] : [`${path}.${key}`];
  });
}
