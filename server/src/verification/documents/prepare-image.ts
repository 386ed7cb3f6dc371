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
const MEMORY_CHECK_INTERVAL_MS = 50;
const PAGE = 4_096;
const NO_IMAGE = 2;
/** Maximum queued images: in total, and per user. */
const MAX_QUEUED = 20;
const MAX_QUEUED_PER_USER = 5;

/** Limits of the process, for tests. */
export interface ImageLimits {
  longestMs: number;
  /** In bytes; enforced where the system reports it (Linux). */
  mostMemory: number;
}
const LIMITS: ImageLimits = { longestMs: MAX_MS, mostMemory: MAX_MEMORY };

/** By user, in the order of their turns. */
const queuesByUser = new Map<string, (() => void)[]>();
let queuedCount = 0;
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
  if (!hasPrefix(bytes, PNG) && !hasPrefix(bytes, JPEG)) throw new AppError('INVALID_IMAGE');
  await waitForTurn(personId);
  try {
    return await reencodeImage(bytes, limits);
  } finally {
    startNext();
  }
}

const hasPrefix = (bytes: Buffer, prefix: Buffer): boolean => bytes.subarray(0, prefix.length).equals(prefix);

async function waitForTurn(personId: string): Promise<void> {
  if (!isBusy) {
    isBusy = true;
    return;
  }
  const queue = queuesByUser.get(personId) ?? [];
  if (queuedCount >= MAX_QUEUED || queue.length >= MAX_QUEUED_PER_USER)
    throw new AppError('SERVICE_UNAVAILABLE');
  queuedCount += 1;
  await new Promise<void>((resolve) => {
    queue.push(resolve);
    queuesByUser.set(personId, queue);
  });
}

/** Starts the first image of the user who has waited longest; their others queue behind all other users. */
function startNext(): void {
  const [firstEntry] = queuesByUser;
  if (firstEntry === undefined) {
    isBusy = false;
    return;
  }
  const [personId, queue] = firstEntry;
  const startTurn = queue.shift();
  queuesByUser.delete(personId);
  if (queue.length > 0) queuesByUser.set(personId, queue);
  queuedCount -= 1;
  startTurn?.();
}

async function reencodeImage(bytes: Buffer, { longestMs, mostMemory }: ImageLimits): Promise<Buffer> {
  const child = spawn(process.execPath, [PROGRAM], {
    // Our settings, which contain secrets, are not inherited. Windows can't start programs without this variable.
    env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  const memoryTimer = setInterval(() => {
    if (readMemoryUse(child.pid) > mostMemory) child.kill('SIGKILL');
  }, MEMORY_CHECK_INTERVAL_MS);
  try {
    const exitCode = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    // It may exit before it has read all input.
    child.stdin.on('error', () => {});
    child.stdin.end(bytes);
    const [image, code] = await Promise.all([buffer(child.stdout), exitCode]);
    if (code === 0) return image;
    // Killed: by the time or memory limit, or by a crash on the image.
    if (code === NO_IMAGE || code === null) throw new AppError('INVALID_IMAGE');
    throw new Error(`the image process exited with ${code}`);
  } finally {
    clearInterval(memoryTimer);
  }
}

/** Returns the memory in use; 0 if the system doesn't report it. */
function readMemoryUse(pid: number | undefined): number {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? '', 10) * PAGE;
  } catch {
    return 0;
  }
}
