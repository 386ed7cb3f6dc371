import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { SealingKey } from '../platform/config/key-files.ts';
import { assertCanariesOpen } from '../platform/secrets/sealed-canary.ts';

export const MANIFEST_FILE = 'manifest.json';

const FileSchema = Type.Object({
  /** Path below the backup's folder. */
  file: Type.String({ pattern: '^[\\w./-]+$' }),
  bytes: Type.Integer(),
  sha256: Type.String(),
});
export type BackupFile = Static<typeof FileSchema>;

/** Content of a backup; anything missing or changed is detected before a restore begins. */
export const Manifest = Type.Object({
  /** 1 is of development versions before the first release, whose tables no migration leads to (decision 137). */
  format: Type.Literal(2),
  madeAt: Type.String(),
  /** Number of the last migration, which defines the tables. */
  migration: Type.Integer(),
  tables: Type.Array(
    Type.Object({
      schema: Type.String(),
      name: Type.String(),
      columns: Type.Array(Type.String()),
      rows: Type.Integer(),
      data: FileSchema,
    }),
  ),
  sequences: Type.Array(Type.Object({ schema: Type.String(), name: Type.String(), value: Type.String() })),
  documents: Type.Array(FileSchema),
  /** Samples of what each key opens (platform/secrets/sealed-canary.ts), in base64. */
  canaries: Type.Array(Type.Object({ name: Type.String(), sealed: Type.String() })),
});
export type Manifest = Static<typeof Manifest>;

/** @throws when there is none, or it is incomplete. */
export function readManifest(dir: string): Manifest {
  const manifest: unknown = JSON.parse(readFileSync(join(dir, MANIFEST_FILE), 'utf8'));
  if (!Value.Check(Manifest, manifest))
    throw new Error(`${MANIFEST_FILE} is not one of a backup that this version reads.`);
  return manifest;
}

/** @throws StartError when one of these keys is not the one that sealed the backup's database. */
export const verifyManifestKeys = ({ canaries }: Manifest, keys: readonly SealingKey[]): void =>
  assertCanariesOpen(
    canaries.map(({ name, sealed }) => ({ name, sealed: Buffer.from(sealed, 'base64') })),
    keys,
    'backup',
  );

/** @throws with the first file that differs from its digest. */
export async function verifyBackupFiles(dir: string, files: BackupFile[]): Promise<void> {
  for (const { file, sha256 } of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(dir, file)), hash);
    if (hash.digest('hex') !== sha256) throw new Error(`${file} of the backup is damaged.`);
  }
}
