/** Types of the parameters of calls in Binance's format. */
import { described } from '@sarraf/domain/contracts';
import { type TProperties, Type } from 'typebox';

const makeOptional = <P extends TProperties>(fields: P) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]));

const integerField = (
  description: string,
  constraints: { minimum?: number; maximum?: number; default?: number } = {},
) => described(description, Type.Integer({ minimum: 0, ...constraints }));
const decimalField = (description: string) =>
  described(description, Type.String({ pattern: '^\\d{1,30}(\\.\\d{1,30})?$', maxLength: 61 }));
const textField = (description: string, example: string) =>
  described(description, Type.String({ maxLength: 2_000, examples: [example] }));
const enumField = (description: string, values: readonly string[]) =>
  described(description, Type.Enum([...values]));
const flagField = (description: string) => enumField(description, ['true', 'false', 'TRUE', 'FALSE']);

export const parameterFields = {
  optional: makeOptional,
  whole: integerField,
  decimal: decimalField,
  text: textField,
  word: enumField,
  flag: flagField,
};
