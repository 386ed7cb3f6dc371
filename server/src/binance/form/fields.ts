/** Types of the parameters of calls in Binance's format. */
import { described } from '@sarraf/domain/contracts';
import { type TProperties, Type } from 'typebox';

const optional = <P extends TProperties>(fields: P) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]));

const whole = (description: string, more: { minimum?: number; maximum?: number; default?: number } = {}) =>
  described(description, Type.Integer({ minimum: 0, ...more }));
const decimal = (description: string) =>
  described(description, Type.String({ pattern: '^\\d{1,30}(\\.\\d{1,30})?$', maxLength: 61 }));
const text = (description: string, example: string) =>
  described(description, Type.String({ maxLength: 2_000, examples: [example] }));
const word = (description: string, words: readonly string[]) => described(description, Type.Enum([...words]));
const flag = (description: string) => word(description, ['true', 'false', 'TRUE', 'FALSE']);

export const parameterFields = { optional, whole, decimal, text, word, flag };
