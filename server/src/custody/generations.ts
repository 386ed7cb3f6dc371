/** The seed generation of a key: the newest comes first among the public keys. */
import type { Chain } from '@sarraf/domain';
import type { GenerationKeys, PublicKeys } from './ports.ts';

/** Newest first. */
export const listGenerations = (keys: PublicKeys): readonly GenerationKeys[] => [keys, ...keys.older];

/** Returns null for an unknown generation. */
export const keysOfGeneration = (keys: PublicKeys, generation: number): GenerationKeys | null =>
  listGenerations(keys).find((candidate) => candidate.generation === generation) ?? null;

/**
 * Returns the seed generation of a hot address; where generations share one (EOS), the newest. Null: it is none of
 * ours.
 */
export const findHotGeneration = (keys: PublicKeys, chain: Chain, address: string): number | null =>
  listGenerations(keys).find(({ chains }) => chains[chain]?.hot === address)?.generation ?? null;

/** Older seeds, whose funds move to the newest one. */
export const listOlderSeeds = ({ older }: PublicKeys): readonly GenerationKeys[] =>
  older.filter(({ isRetired }) => isRetired !== true);

export const listRetiredGenerations = ({ older }: PublicKeys): number[] =>
  older.filter(({ isRetired }) => isRetired === true).map(({ generation }) => generation);
