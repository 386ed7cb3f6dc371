import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** Key by which a generation authenticates the journal. */
export interface JournalKey {
  generation: number;
  /** Identifies the seed without revealing it: the public integrity key. */
  name: string;
  key: Buffer;
}

/** Point at which the MACs of one generation end and those of the next begin. */
export interface GenerationChange {
  /** Null: nothing precedes it. */
  from: { generation: number; name: string } | null;
  to: { generation: number; name: string };
  /** SHA-256 of all that precedes it. */
  digest: string;
  /** Milliseconds. */
  at: number;
  /** The staff members who signed it. */
  by: readonly string[];
}

const Seed = Type.Object({ generation: Type.Integer({ minimum: 0 }), name: Type.String() });
const Line = Type.Object({
  crossing: Type.Object({
    from: Type.Union([Seed, Type.Null()]),
    to: Seed,
    digest: Type.String(),
    at: Type.Integer(),
    by: Type.Array(Type.String()),
  }),
  mac: Type.String(),
});

/** By the newer key. */
export const computeCrossingMac = (key: Buffer, { from, to, digest, at, by }: GenerationChange): string =>
  createHmac('sha256', key)
    .update(
      `sarraf crossing\0${JSON.stringify([from && [from.generation, from.name], to.generation, to.name, digest, at, by])}`,
    )
    .digest('hex');

/** Parses the line; null: not of this type. Nothing of it is verified yet. */
export function parseCrossing(body: string): { crossing: GenerationChange; mac: string } | null {
  if (!body.startsWith('{"crossing":')) return null;
  const line: unknown = JSON.parse(body);
  return Value.Check(Line, line) ? line : null;
}
