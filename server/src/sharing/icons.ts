import type { Brand } from '@sarraf/domain/contracts';
import sharp from 'sharp';
import { withLoader } from '../platform/drawing/pictures.ts';
import { GROUND, markOf } from './mark.ts';

/**
 * By file name: pixels per side, and the share of them that the mark fills. A maskable icon's corners may be cut
 * off.
 */
export const ICONS = {
  '192.png': { side: 192, share: 0.72 },
  '512.png': { side: 512, share: 0.72 },
  'maskable-192.png': { side: 192, share: 0.52 },
  'maskable-512.png': { side: 512, share: 0.52 },
  'apple.png': { side: 180, share: 0.62 },
} as const;

type Fetch = (address: string) => Promise<{ statusCode: number; rawPayload: Buffer }>;

interface Size {
  width: number;
  height: number;
}

/** A PNG of that size. */
export interface RasterImage {
  data: Buffer;
  info: Size;
}

/** The exchange's own logo, or its mark: in the sizes of phones, rendered once per brand, and for pictures. */
export class Icons {
  readonly #brandNow: () => Brand;
  readonly #fetch: Fetch;
  readonly #drawn = new Map<string, Promise<Buffer>>();
  #of = '';

  constructor(brandNow: () => Brand, fetch: Fetch) {
    this.#brandNow = brandNow;
    this.#fetch = fetch;
  }

  mark = (): string => markOf(this.#brandNow());

  of(name: keyof typeof ICONS): Promise<Buffer> {
    const brand = this.#brandNow();
    const look = JSON.stringify(brand);
    if (look !== this.#of) this.#drawn.clear();
    this.#of = look;
    let icon = this.#drawn.get(name);
    if (!icon) {
      icon = this.#draw(brand, ICONS[name]);
      this.#drawn.set(name, icon);
      icon.catch(() => this.#drawn.delete(name));
    }
    return icon;
  }

  async #draw(brand: Brand, { side, share }: { side: number; share: number }): Promise<Buffer> {
    const inner = Math.round(side * share);
    const { data } = await this.emblem(brand, { width: inner, height: inner });
    return sharp({ create: { width: side, height: side, channels: 3, background: GROUND } })
      .composite([{ input: data, gravity: 'centre' }])
      .png({ compressionLevel: 9 })
      .toBuffer();
  }

  /** Returns the logo as large as fits; the mark if there is none, or it can't be rendered. */
  async emblem(brand: Brand, within: Size): Promise<RasterImage> {
    const reply = brand.logo === null ? null : await this.#fetch(brand.logo);
    const logo = reply?.statusCode === 200 ? await fitted(reply.rawPayload, within).catch(() => null) : null;
    return logo ?? fitted(Buffer.from(markOf(brand)), within);
  }
}

/** Uploads of staff are PNG already; brand.json may name an SVG, and the mark is one. */
const fitted = (picture: Buffer, { width, height }: Size): Promise<RasterImage> =>
  withLoader('VipsForeignLoadSvgBuffer', () =>
    sharp(picture).resize(width, height, { fit: 'inside' }).png().toBuffer({ resolveWithObject: true }),
  );
