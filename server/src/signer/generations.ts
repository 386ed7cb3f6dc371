/** The seeds that the signer has, oldest first, and where each lies: docs/decisions/0079-rotation-of-the-seed.md. */
import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Crossing, readCrossing } from './crossing.ts';
import { bodyOf, eachLineOf } from './journal-file.ts';

/** 64 bytes of BIP39, and of which generation they are: 0 is the first. */
export interface HeldSeed {
  generation: number;
  seed: Uint8Array;
}

/** NEXT: made, and not begun with. */
export type Place = number | 'NEXT';

const suffixOf = (place: Place): string => (place === 'NEXT' ? '-next' : place === 0 ? '' : `-${place}`);
export const seedFileOf = ({ dir }: { dir: string }, place: Place = 0): string =>
  join(dir, `seed${suffixOf(place)}.json`);
export const sharesFileOf = ({ dir }: { dir: string }, place: Place = 0): string =>
  join(dir, `shares${suffixOf(place)}.json`);

/** What the journal says of its generations. Nothing of it is believed before the journal was opened with their keys. */
export interface Told {
  crossings: Crossing[];
  retired: number[];
}

/** Null: there is no journal. */
export function readTold(dir: string): Told | null {
  const file = join(dir, 'journal.jsonl');
  if (!existsSync(file)) return null;
  const told: Told = { crossings: [], retired: [] };
  const fd = openSync(file, 'r');
  try {
    eachLineOf(fd, (line) => {
      const body = bodyOf(line);
      const crossing = readCrossing(body);
      if (crossing) told.crossings.push(crossing.crossing);
      const retired = /^\{"act":\{"retired":\{"generation":(\d+),/.exec(body);
      if (retired) told.retired.push(Number.parseInt(retired[1] ?? '', 10));
    });
  } finally {
    closeSync(fd);
  }
  return told;
}

/**
 * The generations that a start needs, oldest first: all that the journal or the folder knows, without those that are
 * retired. Empty: there is no seed. What a rotation that was cut off left lies where it belongs afterwards.
 */
export function generationsOf(dir: string): number[] {
  const told = readTold(dir);
  finishRotation(dir, told);
  const known = new Set(generationsOnDisk(dir));
  for (const { from, to } of told?.crossings ?? []) {
    if (from) known.add(from.generation);
    known.add(to.generation);
  }
  for (const generation of told?.retired ?? []) known.delete(generation);
  return [...known].sort((a, b) => a - b);
}

export const hasNext = (dir: string): boolean => existsSync(sharesFileOf({ dir }, 'NEXT'));

/** The journal has crossed to it: the next one is the newest. */
function finishRotation(dir: string, told: Told | null): void {
  const newest = told?.crossings.at(-1)?.to.generation;
  if (newest === undefined || !hasNext(dir) || existsSync(sharesFileOf({ dir }, newest))) return;
  const [seed, shares] = [seedFileOf({ dir }, 'NEXT'), sharesFileOf({ dir }, 'NEXT')];
  if (existsSync(seed)) renameSync(seed, seedFileOf({ dir }, newest));
  renameSync(shares, sharesFileOf({ dir }, newest));
}

/** It is retired: what the folder has of it goes, and its shares open nothing here. */
export function forgetSeed(dir: string, generation: number): void {
  rmSync(sharesFileOf({ dir }, generation), { force: true });
  rmSync(seedFileOf({ dir }, generation), { force: true });
}

export function readGeneration(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${text} is no generation`);
  return Number.parseInt(text, 10);
}

export function forgetNext(dir: string): void {
  rmSync(sharesFileOf({ dir }, 'NEXT'), { force: true });
  rmSync(seedFileOf({ dir }, 'NEXT'), { force: true });
}

/** Whose seed or shares the folder has. */
export function generationsOnDisk(dir: string): number[] {
  return readdirSync(dir).flatMap((file) => {
    const found = /^(?:seed|shares)(?:-(\d+))?\.json$/.exec(file);
    return found ? [Number.parseInt(found[1] ?? '0', 10)] : [];
  });
}
