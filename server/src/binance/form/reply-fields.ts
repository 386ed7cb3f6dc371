/** Types of the replies of calls in Binance's format. */
import { described, open } from '@sarraf/domain/contracts';
import { type TProperties, type TSchema, Type } from 'typebox';

const objectField = <P extends TProperties>(fields: P) => Type.Object(fields, open);
const list = (schema: TSchema) => Type.Array(schema);
const nullableField = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const amountField = (description: string) => described(description, Type.String({ examples: ['0.0015'] }));
const integerField = (description: string) => described(description, Type.Integer());
const textField = (description: string) => described(description, Type.String());
const booleanField = (description: string) => described(description, Type.Boolean());
const enumField = (description: string, values: readonly string[]) =>
  described(description, Type.Enum([...values]));

export const replyFields = {
  dto: objectField,
  list,
  nullable: nullableField,
  amount: amountField,
  whole: integerField,
  text: textField,
  yes: booleanField,
  words: enumField,
};
