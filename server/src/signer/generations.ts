/** The signer's seeds, oldest first, and their files: docs/decisions/0079-rotation-of-the-seed.md. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type GenerationChange, readCrossing } from './crossing.ts';
import { bodyOf, eachLineOf } from './journal-file.ts';

/** 64 bytes of BIP39, and their generation: 0 is the first. */
export interface HeldSeed {
  generation: number;
  seed: Uint8Array;
}

/** NEXT: created, but not activated. */
export type SeedSlot = number | 'NEXT';

const suffixOf = (place: SeedSlot): string => (place === 'NEXT' ? '-next' : place === 0 ? '' : `-${place}`);
export const seedFileOf = ({ dir }: { dir: string }, place: SeedSlot = 0): string =>
  join(dir, `seed${suffixOf(place)}.json`);
export const sharesFileOf = ({ dir }: { dir: string }, place: SeedSlot = 0): string =>
  join(dir, `shares${suffixOf(place)}.json`);

/** Generations recorded in the journal; unverified until the journal was opened with their keys. */
export interface KnownSeeds {
  crossings: GenerationChange[];
  retired: number[];
}

/** Null: there is no journal. */
export function readCrossings(dir: string): KnownSeeds | null {
  const file = join(dir, 'journal.jsonl');
  if (!existsSync(file)) return null;
  const known: KnownSeeds = { crossings: [], retired: [] };
  const fd = openSync(file, 'r');
  try {
    eachLineOf(fd, (line) => {
      const body = bodyOf(line);
      const crossing = readCrossing(body);
      if (crossing) known.crossings.push(crossing.crossing);
      const retired = /^\{"act":\{"retired":\{"generation":(\d+),/.exec(body);
      if (retired) known.retired.push(Number.parseInt(retired[1] ?? '', 10));
    });
  } finally {
    closeSync(fd);
  }
  return known;
}

/**
 * Returns the generations that a start needs, oldest first: all in the journal or the folder, except retired ones.
 * Empty: there is no seed. Completes an interrupted rotation first.
 */
export function generationsOf(dir: string): number[] {
  const journal = readCrossings(dir);
  finishRotation(dir, journal);
  const found = new Set(generationsOnDisk(dir));
  for (const { from, to } of journal?.crossings ?? []) {
    if (from) found.add(from.generation);
    found.add(to.generation);
  }
  for (const generation of journal?.retired ?? []) found.delete(generation);
  return [...found].sort((a, b) => a - b);
}

/** Returns the generation that was created but not activated; null: there is none. */
export function nextGeneration(dir: string): number | null {
  const file = sharesFileOf({ dir }, 'NEXT');
  if (!existsSync(file)) return null;
  const { generation } = JSON.parse(readFileSync(file, 'utf8')) as { generation?: unknown };
  if (typeof generation !== 'number') throw new Error(`${file} has no valid description of the next seed`);
  return generation;
}

/** Renames the next seed's files to the newest's, if the journal has been switched to it. */
function finishRotation(dir: string, known: KnownSeeds | null): void {
  const newest = known?.crossings.at(-1)?.to.generation;
  if (newest === undefined || nextGeneration(dir) !== newest) return;
  const [seed, shares] = [seedFileOf({ dir }, 'NEXT'), sharesFileOf({ dir }, 'NEXT')];
  if (existsSync(seed)) renameSync(seed, seedFileOf({ dir }, newest));
  renameSync(shares, sharesFileOf({ dir }, newest));
}

/** Deletes the files of a retired seed, so that its shares open nothing here. */
export function forgetSeed(dir: string, generation: number): void {
  rmSync(sharesFileOf({ dir }, generation), { force: true });
  rmSync(seedFileOf({ dir }, generation), { force: true });
}

export function readGeneration(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${text} is not a generation`);
  return Number.parseInt(text, 10);
}

export function forgetNext(dir: string): void {
  rmSync(sharesFileOf({ dir }, 'NEXT'), { force: true });
  rmSync(seedFileOf({ dir }, 'NEXT'), { force: true });
}

/** Returns the generations with a seed or shares in the folder. */
export function generationsOnDisk(dir: string): number[] {
  return readdirSync(dir).flatMap((file) => {
    const found = /^(?:seed|shares)(?:-(\d+))?\.json$/.exec(file);
    return found ? [Number.parseInt(found[1] ?? '0', 10)] : [];
  });
}
