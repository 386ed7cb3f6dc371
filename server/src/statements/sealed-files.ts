import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets, Unsealer } from '../platform/secrets/secrets.ts';

/** Encrypted files of any length, written and read in parts; with random names, each for one row. */
export interface SealedFiles {
  create(row: string): Promise<SealedWriter>;
  /**
   * Yields parts, in order. Throws before the end when the file was changed, cut, or belongs to another file or
   * row.
   */
  read(name: string, row: string): AsyncGenerator<Buffer>;
  /** Returns the beginning of its first part, which identifies its key. */
  readHead(name: string): Promise<Buffer>;
  exists(name: string): Promise<boolean>;
  /** A missing file is no error. */
  remove(name: string): Promise<void>;
  /** Returns names, and when each was last written, in milliseconds. */
  list(): Promise<{ name: string; writtenAt: number }[]>;
}

export interface SealedWriter {
  write(bytes: Buffer): Promise<void>;
  /** Resolves with its name once it is safely on disk. */
  finish(): Promise<string>;
  /** Removes everything after a failure. */
  discard(): Promise<void>;
}

const CHUNK_BYTES = 64 * 1024;
const NAME_BYTES = 24;
const LABEL_BYTES = NAME_BYTES + 5;
const LENGTH_BYTES = 4;
const HEAD_BYTES = 16;
const SEAL_CONTEXT = 'statements.file';
/** Maximum overhead of sealing. */
const MAX_SEALED_BYTES = CHUNK_BYTES + LABEL_BYTES + 1024;

/** `opener`: decrypts, if other than what encrypts. */
export function openSealedFiles(folder: string, secrets: Secrets, opener: Unsealer = secrets): SealedFiles {
  const ensureFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  async function create(row: string): Promise<SealedWriter> {
    await ensureFolder();
    const name = randomBytes(NAME_BYTES).toString('hex');
    const path = join(folder, name);
    const file = await open(`${path}.part`, 'wx', 0o600);
    let buffered: Buffer[] = [];
    let size = 0;
    let index = 0;
    async function writeChunk(bytes: Buffer, isLast: boolean): Promise<void> {
      const plain = Buffer.concat([label(name, index, isLast), bytes]);
      const sealed = secrets.encryptBytes(plain, SEAL_CONTEXT, row);
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(sealed.length);
      await file.writeFile(Buffer.concat([length, sealed]));
      index += 1;
    }
    return {
      async write(bytes) {
        buffered.push(bytes);
        size += bytes.length;
        if (size < CHUNK_BYTES) return;
        const joined = Buffer.concat(buffered);
        let offset = 0;
        for (; joined.length - offset >= CHUNK_BYTES; offset += CHUNK_BYTES)
          await writeChunk(joined.subarray(offset, offset + CHUNK_BYTES), false);
        buffered = [Buffer.from(joined.subarray(offset))];
        size = joined.length - offset;
      },
      async finish() {
        await writeChunk(Buffer.concat(buffered), true);
        await file.sync();
        await file.close();
        await rename(`${path}.part`, path);
        // A rename is durable once the folder is synced.
        const handle = await open(folder, 'r');
        await handle.sync().finally(() => handle.close());
        return name;
      },
      async discard() {
        await file.close().catch(() => {});
        await rm(`${path}.part`, { force: true });
        await rm(path, { force: true });
      },
    };
  }

  async function* read(name: string, row: string): AsyncGenerator<Buffer> {
    const file = await open(join(folder, name), 'r');
    try {
      for (let index = 0; ; index += 1) {
        const length = (await readExactly(file, LENGTH_BYTES)).readUInt32BE();
        if (length > MAX_SEALED_BYTES) throw new Error(`file ${name} was changed`);
        const plain = opener.decryptBytes(await readExactly(file, length), SEAL_CONTEXT, row);
        const isLast = plain[NAME_BYTES + 4] === 1;
        if (!plain.subarray(0, LABEL_BYTES).equals(label(name, index, isLast)))
          throw new Error(`file ${name} was changed`);
        yield plain.subarray(LABEL_BYTES);
        if (isLast) return;
      }
    } finally {
      await file.close();
    }
  }

  return {
    create,
    read,
    async readHead(name) {
      const file = await open(join(folder, name), 'r');
      return readExactly(file, LENGTH_BYTES + HEAD_BYTES)
        .then((bytes) => bytes.subarray(LENGTH_BYTES))
        .finally(() => file.close());
    },
    exists: async (name) => (await statIfThere(join(folder, name))) !== null,
    remove: (name) => rm(join(folder, name), { force: true }),
    async list() {
      await ensureFolder();
      const files: { name: string; writtenAt: number }[] = [];
      for (const name of await readdir(folder)) {
        const file = await statIfThere(join(folder, name));
        if (file) files.push({ name, writtenAt: file.mtimeMs });
      }
      return files;
    },
  };
}

/** Labels a part with its file, its index, and whether it is the last. */
function label(name: string, index: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(LABEL_BYTES);
  bytes.write(name, 'hex');
  bytes.writeUInt32BE(index, NAME_BYTES);
  bytes.writeUInt8(last ? 1 : 0, NAME_BYTES + 4);
  return bytes;
}

const statIfThere = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

async function readExactly(file: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let offset = 0; offset < length; ) {
    const { bytesRead } = await file.read(bytes, offset, length - offset);
    if (bytesRead === 0) throw new Error('the file was cut');
    offset += bytesRead;
  }
  return bytes;
}
