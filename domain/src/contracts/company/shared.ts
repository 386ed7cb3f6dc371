import { type TSchema, Type } from 'typebox';
import { described, open } from '../endpoint.ts';

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const Id = Type.String({ maxLength: 60 });
export const withId = Type.Object({ id: described('The id from the list.', Id) }, open);
