import type { Brand } from '@sarraf/domain/contracts';
import sharp from 'sharp';
import { withUnblockedLoader } from '../platform/drawing/pictures.ts';
import { BACKGROUND_COLOUR, buildMarkSvg } from './mark.ts';

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

type LogoFetcher = (address: string) => Promise<{ statusCode: number; rawPayload: Buffer }>;

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
export class IconRenderer {
  readonly #brandNow: () => Brand;
  readonly #fetch: LogoFetcher;
  readonly #renderedIcons = new Map<string, Promise<Buffer>>();
  #brandKey = '';

  constructor(brandNow: () => Brand, fetch: LogoFetcher) {
    this.#brandNow = brandNow;
    this.#fetch = fetch;
  }

  renderMark = (): string => buildMarkSvg(this.#brandNow());

  getIcon(name: keyof typeof ICONS): Promise<Buffer> {
    const brand = this.#brandNow();
    const brandKey = JSON.stringify(brand);
    if (brandKey !== this.#brandKey) this.#renderedIcons.clear();
    this.#brandKey = brandKey;
    let icon = this.#renderedIcons.get(name);
    if (!icon) {
      icon = this.#renderIcon(brand, ICONS[name]);
      this.#renderedIcons.set(name, icon);
      icon.catch(() => this.#renderedIcons.delete(name));
    }
    return icon;
  }

  async #renderIcon(brand: Brand, { side, share }: { side: number; share: number }): Promise<Buffer> {
    const inner = Math.round(side * share);
    const { data } = await this.renderEmblem(brand, { width: inner, height: inner });
    return sharp({ create: { width: side, height: side, channels: 3, background: BACKGROUND_COLOUR } })
      .composite([{ input: data, gravity: 'centre' }])
      .png({ compressionLevel: 9 })
      .toBuffer();
  }

  /** Returns the logo as large as fits; the mark if there is none, or it can't be rendered. */
  async renderEmblem(brand: Brand, maxSize: Size): Promise<RasterImage> {
    const logoReply = brand.logo === null ? null : await this.#fetch(brand.logo);
    const logo =
      logoReply?.statusCode === 200
        ? await fitPicture(logoReply.rawPayload, maxSize).catch(() => null)
        : null;
    return logo ?? fitPicture(Buffer.from(buildMarkSvg(brand)), maxSize);
  }
}

/** Uploads of staff are PNG already; brand.json may name an SVG, and the mark is one. */
const fitPicture = (picture: Buffer, { width, height }: Size): Promise<RasterImage> =>
  withUnblockedLoader('VipsForeignLoadSvgBuffer', () =>
    sharp(picture).resize(width, height, { fit: 'inside' }).png().toBuffer({ resolveWithObject: true }),
  );
