/** Types of the replies of calls in Binance's format. */
import { described, open } from '@sarraf/domain/contracts';
import { type TProperties, type TSchema, Type } from 'typebox';

const dto = <P extends TProperties>(fields: P) => Type.Object(fields, open);
const list = (schema: TSchema) => Type.Array(schema);
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const amount = (description: string) => described(description, Type.String({ examples: ['0.0015'] }));
const whole = (description: string) => described(description, Type.Integer());
const text = (description: string) => described(description, Type.String());
const yes = (description: string) => described(description, Type.Boolean());
const words = (description: string, of: readonly string[]) => described(description, Type.Enum([...of]));

export const replyFields = { dto, list, nullable, amount, whole, text, yes, words };
