/** What an installation calls itself and looks like: brand.json, and over it what staff has set (white label). */
import { AppError } from '@sarraf/domain';
import {
  type BodyOf,
  type Brand,
  brand,
  brandLogo,
  type saveBrand as saveContract,
} from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { removeLogo, resetBrand, saveBrand, saveLogo } from './change-brand.ts';
import { defaultBrand } from './defaults.ts';
import type { BrandContext, BrandDeps } from './deps.ts';
import { type BrandRow, readBrand } from './store.ts';

export { defaultInfo, sandboxIssuer } from './defaults.ts';
export { drawLogo } from './draw-logo.ts';

export interface Branding {
  /** As it stands, from memory. */
  brandNow(): Brand;
  /** What brand.json says, and who of the staff changed it last (null: nobody) at which version. */
  origin(): { usual: Brand; version: number; updatedBy: string | null };
  /** BAD_REQUEST: a name of blanks, or colours that can't be read; CONFLICT: changed since `version`. */
  save(staffId: string, body: BodyOf<typeof saveContract>): Promise<void>;
  /** INVALID_IMAGE; BAD_REQUEST: no file. */
  saveLogo(staffId: string, file: Buffer | undefined): Promise<void>;
  removeLogo(staffId: string): Promise<void>;
  reset(staffId: string): Promise<void>;
  routes(http: Http): void;
  /** Stops listening to the bus. */
  stop(): void;
}

const OK = { status: 'OK', message: 'OK' } as const;
const YEAR = 31_536_000;

/** Reads the database, which must be migrated, and brand.json. @throws where that is no brand. */
export async function createBrand(deps: BrandDeps): Promise<Branding> {
  const defaults = defaultBrand();
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
  const context: BrandContext = { ...deps, reread };
  const onNews = () => {
    reread().catch((err: unknown) => deps.log.warn({ area: 'brand', err }, 'brand not read anew'));
  };
  const stops = [deps.bus.subscribe('brand', onNews), deps.bus.subscribe('missed', onNews)];
  const brandNow = () => brandOf(row, defaults);
  return {
    brandNow,
    origin: () => ({ usual: defaults, version: row?.version ?? 0, updatedBy: row?.updatedBy ?? null }),
    save: (staffId, body) => saveBrand(context, staffId, body),
    saveLogo: (staffId, file) => saveLogo(context, staffId, file),
    removeLogo: (staffId) => removeLogo(context, staffId),
    reset: (staffId) => resetBrand(context, staffId),
    routes(http) {
      http.route(brand, async () => ({ ...OK, baseDTO: brandNow() }));
      http.route(brandLogo, async ({ reply }) => {
        if (!row?.logo) throw new AppError('NOT_FOUND');
        return reply
          .type('image/png')
          .header('cache-control', `public, max-age=${YEAR}, immutable`)
          .send(row.logo);
      });
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

const brandOf = (row: BrandRow | null, defaults: Brand): Brand => ({
  name: { fa: row?.nameFa ?? defaults.name.fa, en: row?.nameEn ?? defaults.name.en },
  accent: {
    dark: row?.accentDark ?? defaults.accent.dark,
    light: row?.accentLight ?? defaults.accent.light,
  },
  mark: row?.mark ?? defaults.mark,
  // Each version has an address of its own, so that a browser may keep it for ever.
  logo: row?.logo ? `/api/brand/logo?v=${row.version}` : defaults.logo,
});
