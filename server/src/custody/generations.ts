/** Of which seed a key is: the newest is first among the public keys. */
import type { Chain } from '@sarraf/domain';
import type { GenerationKeys, PublicKeys } from './ports.ts';

/** Newest first. */
export const allKeys = (keys: PublicKeys): readonly GenerationKeys[] => [keys, ...keys.older];

/** Null: nobody knows of such a seed. */
export const keysOfGeneration = (keys: PublicKeys, generation: number): GenerationKeys | null =>
  allKeys(keys).find((one) => one.generation === generation) ?? null;

/** Of which seed a hot address is; where they share one (EOS), the newest. Null: it is none of ours. */
export const generationOfHot = (keys: PublicKeys, chain: Chain, address: string): number | null =>
  allKeys(keys).find(({ chains }) => chains[chain]?.hot === address)?.generation ?? null;

/** Seeds that all is to move away from. */
export const olderSeeds = ({ older }: PublicKeys): readonly GenerationKeys[] =>
  older.filter(({ isRetired }) => isRetired !== true);

export const retiredSeeds = ({ older }: PublicKeys): number[] =>
  older.filter(({ isRetired }) => isRetired === true).map(({ generation }) => generation);
