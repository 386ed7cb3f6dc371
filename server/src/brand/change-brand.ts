import { AppError } from '@sarraf/domain';
import type { BodyOf, saveBrand as contract } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import { findContrastProblems } from './defaults.ts';
import type { BrandContext } from './deps.ts';
import { renderLogo } from './draw-logo.ts';
import { type BrandRow, lockBrand, writeBrand } from './store.ts';

const EMPTY_BRAND = {
  nameFa: null,
  nameEn: null,
  accentDark: null,
  accentLight: null,
  mark: null,
  logo: null,
} as const;

/** BAD_REQUEST: a blank name, or colours with too little contrast; CONFLICT: changed since `version`. */
export function saveBrand(
  context: BrandContext,
  staffId: string,
  body: BodyOf<typeof contract>,
): Promise<void> {
  const { version, accent, mark } = body;
  const name = { fa: body.name.fa.trim(), en: body.name.en.trim() };
  const invalidFields = [
    ...(['fa', 'en'] as const)
      .filter((language) => name[language] === '')
      .map((emptyLanguage) => `name.${emptyLanguage}`),
    ...findContrastProblems(accent),
  ];
  if (invalidFields.length > 0) throw new AppError('BAD_REQUEST', { errors: invalidFields });
  return changeBrand(context, staffId, 'brand changed', { name: `${name.fa} / ${name.en}` }, (row) => {
    if ((row?.version ?? 0) !== version) throw new AppError('CONFLICT');
    return {
      logo: row?.logo ?? null,
      nameFa: name.fa,
      nameEn: name.en,
      accentDark: accent.dark.toLowerCase(),
      accentLight: accent.light.toLowerCase(),
      mark: mark.toLowerCase(),
    };
  });
}

/** INVALID_IMAGE; BAD_REQUEST: no file. */
export async function saveLogo(
  context: BrandContext,
  staffId: string,
  file: Buffer | undefined,
): Promise<void> {
  if (!file) throw new AppError('BAD_REQUEST', { errors: ['logo'] });
  const logo = await renderLogo(file);
  await changeBrand(context, staffId, 'brand logo changed', { bytes: logo.length }, (row) => ({
    ...(row ?? EMPTY_BRAND),
    logo,
  }));
}

export const deleteLogo = (context: BrandContext, staffId: string): Promise<void> =>
  changeBrand(context, staffId, 'brand logo removed', {}, (row) => ({ ...(row ?? EMPTY_BRAND), logo: null }));

export const resetBrand = (context: BrandContext, staffId: string): Promise<void> =>
  changeBrand(context, staffId, 'brand reset', {}, () => EMPTY_BRAND);

async function changeBrand(
  context: BrandContext,
  staffId: string,
  action: string,
  detail: Record<string, string | number>,
  decide: (row: BrandRow | null) => Omit<BrandRow, 'version' | 'updatedBy'>,
): Promise<void> {
  await context.db.transaction().execute(async (tx: Tx) => {
    const row = await lockBrand(tx);
    const version = (row?.version ?? 0) + 1;
    const now = new Date(context.clock.now());
    await writeBrand(tx, { ...decide(row), version, updatedBy: staffId }, now);
    await appendAudit(tx, { actorId: staffId, action, subjectId: null, detail }, now);
  });
  await context.reloadBrand();
  context.bus.publish('brand', { at: context.clock.now() });
}
