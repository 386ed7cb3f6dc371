import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@sarraf/domain';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PROGRAM = join(import.meta.dirname, 'image-process.ts');
const MAX_MS = 20_000;
/** An image with the maximum number of pixels needs half of it. */
const MAX_MEMORY = 600_000_000;
const LOOK_MS = 50;
const PAGE = 4_096;
const NO_IMAGE = 2;
/** Maximum queued images: in total, and per user. */
const MAX_WAITING = 20;
const MAX_OF_ONE = 5;

/** Limits of the process, for tests. */
export interface ImageLimits {
  longestMs: number;
  /** In bytes; enforced where the system reports it (Linux). */
  mostMemory: number;
}
const LIMITS: ImageLimits = { longestMs: MAX_MS, mostMemory: MAX_MEMORY };

/** By user, in the order of their turns. */
const waiting = new Map<string, (() => void)[]>();
let waitingInAll = 0;
let isBusy = false;

/**
 * Re-encodes a PNG or JPEG as a JPEG: upright, uncropped, at most 2,400 pixels a side, without metadata or hidden
 * data. Images are processed one after another in a separate process; users take turns, so that each waits for at
 * most one image of each of the others. Source of the limits: security checklist S32.
 *
 * INVALID_IMAGE: another format, damaged, too many pixels, or too much for the process; SERVICE_UNAVAILABLE: too
 * many are queued, in total or of `personId`.
 */
export async function prepareImage(bytes: Buffer, personId: string, limits = LIMITS): Promise<Buffer> {
  if (!startsWith(bytes, PNG) && !startsWith(bytes, JPEG)) throw new AppError('INVALID_IMAGE');
  await turnOf(personId);
  try {
    return await makeAnew(bytes, limits);
  } finally {
    passOn();
  }
}

const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);

async function turnOf(personId: string): Promise<void> {
  if (!isBusy) {
    isBusy = true;
    return;
  }
  const queue = waiting.get(personId) ?? [];
  if (waitingInAll >= MAX_WAITING || queue.length >= MAX_OF_ONE) throw new AppError('SERVICE_UNAVAILABLE');
  waitingInAll += 1;
  await new Promise<void>((resolve) => {
    queue.push(resolve);
    waiting.set(personId, queue);
  });
}

/** Starts the first image of the user who has waited longest; their others queue behind all other users. */
function passOn(): void {
  const [first] = waiting;
  if (first === undefined) {
    isBusy = false;
    return;
  }
  const [personId, queue] = first;
  const next = queue.shift();
  waiting.delete(personId);
  if (queue.length > 0) waiting.set(personId, queue);
  waitingInAll -= 1;
  next?.();
}

async function makeAnew(bytes: Buffer, { longestMs, mostMemory }: ImageLimits): Promise<Buffer> {
  const child = spawn(process.execPath, [PROGRAM], {
    // Our settings, which contain secrets, are not inherited. Windows can't start programs without this variable.
    env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  const watch = setInterval(() => {
    if (memoryOf(child.pid) > mostMemory) child.kill('SIGKILL');
  }, LOOK_MS);
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    // It may exit before it has read all input.
    child.stdin.on('error', () => {});
    child.stdin.end(bytes);
    const [image, code] = await Promise.all([buffer(child.stdout), ended]);
    if (code === 0) return image;
    // Killed: by the time or memory limit, or by a crash on the image.
    if (code === NO_IMAGE || code === null) throw new AppError('INVALID_IMAGE');
    throw new Error(`the image process exited with ${code}`);
  } finally {
    clearInterval(watch);
  }
}

/** Returns the memory in use; 0 if the system doesn't report it. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? '', 10) * PAGE;
  } catch {
    return 0;
  }
}
