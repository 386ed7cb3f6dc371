/** JSON that knows bigint: `{"$n":"123"}`. */
export const toWire = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? { $n: part.toString() } : part));

/** Throws on what is no JSON, and on a bigint that is none. */
export const fromWire = (text: string): unknown =>
  JSON.parse(text, (_key, part: unknown) => (isBig(part) ? BigInt(part.$n) : part));

const isBig = (part: unknown): part is { $n: string } =>
  typeof part === 'object' &&
  part !== null &&
  Object.keys(part).length === 1 &&
  '$n' in part &&
  typeof part.$n === 'string' &&
  /^-?[0-9]{1,80}$/.test(part.$n);
