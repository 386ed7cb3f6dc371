/** The signer's seeds, oldest first, and their files: docs/decisions/0079-rotation-of-the-seed.md. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type GenerationChange, parseCrossing } from './crossing.ts';
import { forEachLineOf, stripMac } from './journal-file.ts';

/** 64 bytes of BIP39, and their generation: 0 is the first. */
export interface HeldSeed {
  generation: number;
  seed: Uint8Array;
}

/** NEXT: created, but not activated. */
export type SeedSlot = number | 'NEXT';

const fileSuffix = (slot: SeedSlot): string => (slot === 'NEXT' ? '-next' : slot === 0 ? '' : `-${slot}`);
export const seedFilePath = ({ dir }: { dir: string }, slot: SeedSlot = 0): string =>
  join(dir, `seed${fileSuffix(slot)}.json`);
export const shareFilePath = ({ dir }: { dir: string }, slot: SeedSlot = 0): string =>
  join(dir, `shares${fileSuffix(slot)}.json`);

/** Generations recorded in the journal; unverified until the journal was opened with their keys. */
export interface KnownSeeds {
  crossings: GenerationChange[];
  retired: number[];
}

/** Null: there is no journal. */
export function readKnownSeeds(dir: string): KnownSeeds | null {
  const file = join(dir, 'journal.jsonl');
  if (!existsSync(file)) return null;
  const knownSeeds: KnownSeeds = { crossings: [], retired: [] };
  const fd = openSync(file, 'r');
  try {
    forEachLineOf(fd, (line) => {
      const body = stripMac(line);
      const crossing = parseCrossing(body);
      if (crossing) knownSeeds.crossings.push(crossing.crossing);
      const retired = /^\{"act":\{"retired":\{"generation":(\d+),/.exec(body);
      if (retired) knownSeeds.retired.push(Number.parseInt(retired[1] ?? '', 10));
    });
  } finally {
    closeSync(fd);
  }
  return knownSeeds;
}

/**
 * Returns the generations that a start needs, oldest first: all in the journal or the folder, except retired ones.
 * Empty: there is no seed. Completes an interrupted rotation first.
 */
export function listNeededGenerations(dir: string): number[] {
  const journal = readKnownSeeds(dir);
  finishRotation(dir, journal);
  const generations = new Set(listGenerationsOnDisk(dir));
  for (const { from, to } of journal?.crossings ?? []) {
    if (from) generations.add(from.generation);
    generations.add(to.generation);
  }
  for (const generation of journal?.retired ?? []) generations.delete(generation);
  return [...generations].sort((a, b) => a - b);
}

/** Returns the generation that was created but not activated; null: there is none. */
export function findNextGeneration(dir: string): number | null {
  const file = shareFilePath({ dir }, 'NEXT');
  if (!existsSync(file)) return null;
  const { generation } = JSON.parse(readFileSync(file, 'utf8')) as { generation?: unknown };
  if (typeof generation !== 'number') throw new Error(`${file} has no valid description of the next seed`);
  return generation;
}

/** Renames the next seed's files to the newest's, if the journal has been switched to it. */
function finishRotation(dir: string, knownSeeds: KnownSeeds | null): void {
  const newest = knownSeeds?.crossings.at(-1)?.to.generation;
  if (newest === undefined || findNextGeneration(dir) !== newest) return;
  const [seed, shares] = [seedFilePath({ dir }, 'NEXT'), shareFilePath({ dir }, 'NEXT')];
  if (existsSync(seed)) renameSync(seed, seedFilePath({ dir }, newest));
  renameSync(shares, shareFilePath({ dir }, newest));
}

/** Deletes the files of a retired seed, so that its shares open nothing here. */
export function deleteSeedFiles(dir: string, generation: number): void {
  rmSync(shareFilePath({ dir }, generation), { force: true });
  rmSync(seedFilePath({ dir }, generation), { force: true });
}

export function parseGeneration(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${text} is not a generation`);
  return Number.parseInt(text, 10);
}

export function deleteNextSeedFiles(dir: string): void {
  rmSync(shareFilePath({ dir }, 'NEXT'), { force: true });
  rmSync(seedFilePath({ dir }, 'NEXT'), { force: true });
}

/** Returns the generations with a seed or shares in the folder. */
export function listGenerationsOnDisk(dir: string): number[] {
  return readdirSync(dir).flatMap((file) => {
    const found = /^(?:seed|shares)(?:-(\d+))?\.json$/.exec(file);
    return found ? [Number.parseInt(found[1] ?? '0', 10)] : [];
  });
}
