import { type TSchema, Type } from 'typebox';
import { described, open } from '../endpoint.ts';

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const Id = Type.String({ maxLength: 60 });
export const withId = Type.Object({ id: described('Identifier from the list.', Id) }, open);

/** Custom data that a store's program sends with a request and gets back. Limits: METADATA_LIMITS. */
export const Metadata = Type.Record(Type.String(), Type.String());
/** Name and text limits as at Stripe; the total per request is small enough for lists of a hundred. */
export const METADATA_LIMITS = { names: 50, nameLength: 40, textLength: 500, total: 8_000 } as const;
