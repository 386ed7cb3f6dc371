/** What an installation calls itself and looks like: brand.json, and over it what staff has set (white label). */
import { Refusal } from '@sarraf/domain';
import type { Brand, DeskBrand } from '@sarraf/domain/contracts';
import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http.ts';
import { removeLogo, resetBrand, saveBrand, saveLogo } from './change-brand.ts';
import type { BrandDeps, Kit } from './deps.ts';
import { type BrandRow, readBrand } from './store.ts';
import { usualBrand } from './usual.ts';

export { usualInfo } from './usual.ts';

export interface Branding {
  /** As it stands, from memory. */
  brandNow(): Brand;
  routes(http: Http): void;
  /** Stops listening to the bus. */
  stop(): void;
}

const OK = { status: 'OK', message: 'OK' } as const;
const YEAR = 31_536_000;

/** Reads the database, which must be migrated, and brand.json. @throws where that is no brand. */
export async function createBrand(deps: BrandDeps): Promise<Branding> {
  const usual = usualBrand();
  let row = await readBrand(deps.db);
  let reading: Promise<void> = Promise.resolve();
  // One after another, so that what was read last is what counts.
  const reread = (): Promise<void> => {
    reading = reading
      .catch(() => {})
      .then(async () => {
        row = await readBrand(deps.db);
      });
    return reading;
  };
  const kit: Kit = { ...deps, reread };
  const onNews = () => {
    reread().catch((err: unknown) => deps.log.warn({ area: 'brand', err }, 'brand not read anew'));
  };
  const stops = [deps.bus.subscribe('brand', onNews), deps.bus.subscribe('missed', onNews)];
  const brandNow = () => brandOf(row, usual);
  const deskView = async (): Promise<DeskBrand> => ({
    brand: brandNow(),
    usual,
    version: row?.version ?? 0,
    updatedBy: row ? ((await deps.emailsOf([row.updatedBy])).get(row.updatedBy) ?? '') : '',
  });
  return {
    brandNow,
    routes(http) {
      http.route(contract.brand, async () => ({ ...OK, baseDTO: brandNow() }));
      http.route(contract.brandLogo, async ({ reply }) => {
        if (!row?.logo) throw new Refusal('NOT_FOUND');
        return reply
          .type('image/png')
          .header('cache-control', `public, max-age=${YEAR}, immutable`)
          .send(row.logo);
      });
      const desk = async () => ({ ...OK, baseDTO: await deskView() });
      http.route(contract.deskBrand, desk);
      http.route(contract.saveBrand, async ({ caller, body }) => {
        await saveBrand(kit, caller.userId, body);
        return desk();
      });
      http.route(contract.saveBrandLogo, async ({ caller, files }) => {
        await saveLogo(kit, caller.userId, files.logo);
        return desk();
      });
      http.route(contract.removeBrandLogo, async ({ caller }) => {
        await removeLogo(kit, caller.userId);
        return desk();
      });
      http.route(contract.resetBrand, async ({ caller }) => {
        await resetBrand(kit, caller.userId);
        return desk();
      });
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

const brandOf = (row: BrandRow | null, usual: Brand): Brand => ({
  name: { fa: row?.nameFa ?? usual.name.fa, en: row?.nameEn ?? usual.name.en },
  accent: {
    dark: row?.accentDark ?? usual.accent.dark,
    light: row?.accentLight ?? usual.accent.light,
  },
  mark: row?.mark ?? usual.mark,
  // Each version has an address of its own, so that a browser may keep it for ever.
  logo: row?.logo ? `/api/brand/logo?v=${row.version}` : usual.logo,
});
