/** Name and appearance of an installation: brand.json, overridden by the staff's settings (white label). */
import { AppError } from '@sarraf/domain';
import {
  type BodyOf,
  type Brand,
  brand,
  brandLogo,
  type saveBrand as saveContract,
} from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { deleteLogo, resetBrand, saveBrand, saveLogo } from './change-brand.ts';
import { readDefaultBrand } from './defaults.ts';
import type { BrandContext, BrandDeps } from './deps.ts';
import { type BrandRow, readBrand } from './store.ts';

export { readDefaultInfo, sandboxIssuerOf } from './defaults.ts';
export { renderLogo } from './draw-logo.ts';

export interface Branding {
  /** Returns the current brand, from memory. */
  getBrand(): Brand;
  /** Returns the brand of brand.json, and which staff member changed it last (null: none) at which version. */
  readOrigin(): { usual: Brand; version: number; updatedBy: string | null };
  /** BAD_REQUEST: a blank name, or colours with too little contrast; CONFLICT: changed since `version`. */
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

/** Reads the database, which must be migrated, and brand.json. @throws if that is invalid. */
export async function createBrand(deps: BrandDeps): Promise<Branding> {
  const defaults = readDefaultBrand();
  let row = await readBrand(deps.db);
  let reading: Promise<void> = Promise.resolve();
  // Sequential, so that the last read is the one that counts.
  const reloadBrand = (): Promise<void> => {
    reading = reading
      .catch(() => {})
      .then(async () => {
        row = await readBrand(deps.db);
      });
    return reading;
  };
  const context: BrandContext = { ...deps, reloadBrand: reloadBrand };
  const reloadInBackground = () => {
    reloadBrand().catch((err: unknown) => deps.log.warn({ area: 'brand', err }, 'brand not reloaded'));
  };
  const unsubscribers = [
    deps.bus.subscribe('brand', reloadInBackground),
    deps.bus.subscribe('missed', reloadInBackground),
  ];
  const getBrand = () => mergeBrand(row, defaults);
  return {
    getBrand: getBrand,
    readOrigin: () => ({ usual: defaults, version: row?.version ?? 0, updatedBy: row?.updatedBy ?? null }),
    save: (staffId, body) => saveBrand(context, staffId, body),
    saveLogo: (staffId, file) => saveLogo(context, staffId, file),
    removeLogo: (staffId) => deleteLogo(context, staffId),
    reset: (staffId) => resetBrand(context, staffId),
    routes(http) {
      http.route(brand, async () => ({ ...OK, baseDTO: getBrand() }));
      http.route(brandLogo, async ({ reply }) => {
        if (!row?.logo) throw new AppError('NOT_FOUND');
        return reply
          .type('image/png')
          .header('cache-control', `public, max-age=${YEAR}, immutable`)
          .send(row.logo);
      });
    },
    stop() {
      for (const unsubscribe of unsubscribers) unsubscribe();
    },
  };
}

const mergeBrand = (row: BrandRow | null, defaults: Brand): Brand => ({
  name: { fa: row?.nameFa ?? defaults.name.fa, en: row?.nameEn ?? defaults.name.en },
  accent: {
    dark: row?.accentDark ?? defaults.accent.dark,
    light: row?.accentLight ?? defaults.accent.light,
  },
  mark: row?.mark ?? defaults.mark,
  // Each version has a URL of its own, so that browsers may cache it for ever.
  logo: row?.logo ? `/api/brand/logo?v=${row.version}` : defaults.logo,
});
