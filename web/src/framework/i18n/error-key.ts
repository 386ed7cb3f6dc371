import type { ErrorCode } from '@sarraf/domain';

/**
 * Converts a code to a dictionary key, which can't have every character ("You Don't Have …"): blanks become
 * underscores, marks are removed, letters become upper case.
 */
type ToErrorKey<S extends string> = S extends `${infer A} ${infer B}`
  ? ToErrorKey<`${A}_${B}`>
  : S extends `${infer A}'${infer B}`
    ? ToErrorKey<`${A}${B}`>
    : S extends `${infer A}!${infer B}`
      ? ToErrorKey<`${A}${B}`>
      : S extends `${infer A}.${infer B}`
        ? ToErrorKey<`${A}${B}`>
        : Uppercase<S>;

/** One text per code of the server; a code without a text fails the type check. */
export type ErrorKey = ToErrorKey<ErrorCode>;

export const toErrorKey = (code: string): string =>
  code
    .replace(/[^A-Za-z0-9_ ]/g, '')
    .trim()
    .replace(/ +/g, '_')
    .toUpperCase();
