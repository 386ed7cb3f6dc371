import { type TSchema, Type } from 'typebox';
import { described, open } from '../endpoint.ts';

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const Id = Type.String({ maxLength: 60 });
export const withId = Type.Object({ id: described('The id from the list.', Id) }, open);

/** What a store's program gives with a request and gets back. How much of it: METADATA_LIMITS. */
export const Metadata = Type.Record(Type.String(), Type.String());
/** Names and texts as Stripe takes them; all of one request together stay small enough for lists of a hundred. */
export const METADATA_LIMITS = { names: 50, nameLength: 40, textLength: 500, total: 8_000 } as const;
