import type { ErrorCode } from '@sarraf/domain';

/** Dictionary keys can't hold every code ("You Don't Have …"): blanks become underscores, marks go, letters rise. */
type KeyOf<S extends string> = S extends `${infer A} ${infer B}`
  ? KeyOf<`${A}_${B}`>
  : S extends `${infer A}'${infer B}`
    ? KeyOf<`${A}${B}`>
    : S extends `${infer A}!${infer B}`
      ? KeyOf<`${A}${B}`>
      : S extends `${infer A}.${infer B}`
        ? KeyOf<`${A}${B}`>
        : Uppercase<S>;

/** One text for each code of the server; a code without one fails the type check. */
export type ErrorKey = KeyOf<ErrorCode>;

export const errorKey = (code: string): string =>
  code
    .replace(/[^A-Za-z0-9_ ]/g, '')
    .trim()
    .replace(/ +/g, '_')
    .toUpperCase();
