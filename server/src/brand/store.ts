import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';

/** Settings of the staff; null: as in brand.json. */
export interface BrandRow {
  nameFa: string | null;
  nameEn: string | null;
  accentDark: string | null;
  accentLight: string | null;
  mark: string | null;
  /** PNG. */
  logo: Buffer | null;
  version: number;
  updatedBy: string;
}

const ROW = sql`name_fa as "nameFa", name_en as "nameEn", accent_dark as "accentDark", accent_light as "accentLight", mark,
  logo, version, updated_by as "updatedBy"`;

export async function readBrand(db: Queryable): Promise<BrandRow | null> {
  const { rows } = await sql<BrandRow>`select ${ROW} from brand`.execute(db);
  return rows[0] ?? null;
}

/** Serializes changes, also while there is no row yet. */
export async function lockBrand(tx: Tx): Promise<BrandRow | null> {
  await sql`lock table brand in share row exclusive mode`.execute(tx);
  return readBrand(tx);
}

export async function writeBrand(tx: Tx, row: BrandRow, now: Date): Promise<void> {
  const { nameFa, nameEn, accentDark, accentLight, mark, logo, version, updatedBy } = row;
  await sql`insert into brand (name_fa, name_en, accent_dark, accent_light, mark, logo, version, updated_at, updated_by)
    values (${nameFa}, ${nameEn}, ${accentDark}, ${accentLight}, ${mark}, ${logo}, ${version}, ${now}, ${updatedBy})
    on conflict (singleton) do update set name_fa = excluded.name_fa, name_en = excluded.name_en,
      accent_dark = excluded.accent_dark, accent_light = excluded.accent_light, mark = excluded.mark,
      logo = excluded.logo, version = excluded.version, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by`.execute(tx);
}
