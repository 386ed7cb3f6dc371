import { Type } from 'typebox';
import { described, object } from '../fields.ts';

export const Id = Type.String({ maxLength: 60 });
export const withId = object({ id: described('Identifier from the list.', Id) });

/** Custom data that a store's program sends with a request and gets back. Limits: METADATA_LIMITS. */
export const Metadata = Type.Record(Type.String(), Type.String());
/** Name and text limits as at Stripe; the total per request is small enough for lists of a hundred. */
export const METADATA_LIMITS = { names: 50, nameLength: 40, textLength: 500, total: 8_000 } as const;
