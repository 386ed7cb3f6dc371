import type { Brand } from '@sarraf/domain/contracts';
import sharp from 'sharp';
import { withLoader } from '../platform/pictures.ts';
import { GROUND, markOf } from './mark.ts';

/** By file name: pixels a side, and how much of them the mark takes. A maskable one may lose its corners. */
export const ICONS = {
  '192.png': { side: 192, share: 0.72 },
  '512.png': { side: 512, share: 0.72 },
  'maskable-192.png': { side: 192, share: 0.52 },
  'maskable-512.png': { side: 512, share: 0.52 },
  'apple.png': { side: 180, share: 0.62 },
} as const;

type Fetch = (address: string) => Promise<{ statusCode: number; rawPayload: Buffer }>;

/** The exchange's mark, or its own logo, as the sizes that phones want; drawn once for each brand. */
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
    const mark = (await this.#logo(brand, inner)) ?? (await drawnMark(brand, inner));
    return sharp({ create: { width: side, height: side, channels: 3, background: GROUND } })
      .composite([{ input: mark, gravity: 'centre' }])
      .png({ compressionLevel: 9 })
      .toBuffer();
  }

  async #logo({ logo }: Brand, side: number): Promise<Buffer | null> {
    const reply = logo === null ? null : await this.#fetch(logo);
    if (reply?.statusCode !== 200) return null;
    const work = () => sharp(reply.rawPayload).resize(side, side, { fit: 'inside' }).png().toBuffer();
    return work().catch(() => null);
  }
}

export const drawnMark = (brand: Brand, side: number): Promise<Buffer> =>
  withLoader('VipsForeignLoadSvgBuffer', () =>
    sharp(Buffer.from(markOf(brand)), { density: (72 * side) / 30 })
      .resize(side, side)
      .png()
      .toBuffer(),
  );
