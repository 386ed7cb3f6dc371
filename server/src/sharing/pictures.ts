import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ASSETS,
  type Coin,
  groupThousands,
  isCoin,
  isQuote,
  priceDecimals,
  type Quote,
  toPersianDigits,
} from '@sarraf/domain';
import type { Brand, CoinPrice } from '@sarraf/domain/contracts';
import { LRUCache } from 'lru-cache';
import sharp, { type OverlayOptions } from 'sharp';
import type { PageLanguage } from '../platform/drawing/page.ts';
import { withLoader } from '../platform/drawing/pictures.ts';
import type { Icons, RasterImage } from './icons.ts';
import { GROUND } from './mark.ts';
import { SHARING_TEXTS } from './texts.ts';

const [WIDTH, HEIGHT, MARGIN] = [1_200, 630, 80];
/** The exchange's logo, in a coin's picture and in its own; a wide one takes the space of a few words. */
const [SMALL, LARGE] = [
  { width: 240, height: 60 },
  { width: 480, height: 96 },
];
/** Side of the logo behind the text. */
const BEHIND = 620;
const KEPT_MS = 60_000;
/** Some 40 kB each. */
const MOST = 150;
const MAX_WAITING = 16;
/** Opacity of the large mark behind the text, of 255. */
const DIM = 36;
const FONTS = {
  Bold: join(import.meta.dirname, 'fonts/Vazirmatn-Bold.ttf'),
  Regular: join(import.meta.dirname, 'fonts/Vazirmatn-Regular.ttf'),
};
/** Colours of the dark theme, web/src/ui/tokens.css. */
const COLOURS = { text: '#eef2f8', quiet: '#a3aec0', up: '#2fc58e', down: '#ff6477', line: '#1a2232' };

interface PictureDeps {
  webRoot: string;
  publicUrl: string;
  visit: (address: string, language: PageLanguage) => Promise<{ status: number; body: string }>;
  brandNow: () => Brand;
  icons: Icons;
}

/** Preview pictures of shared links: the exchange, or a coin with its price of this minute. */
export class SharePictures {
  readonly #deps: PictureDeps;
  readonly #kept = new LRUCache<string, Promise<Buffer>>({ max: MOST, ttl: KEPT_MS });
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(deps: PictureDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a PNG of 1200 × 630; null: there is none of that name. @throws when too many are requested
   * concurrently.
   */
  async of(language: PageLanguage, file: string): Promise<Buffer | null> {
    const [, coin, quote] = /^([A-Z_]+)-([A-Z]+)\.png$/.exec(file) ?? [];
    const market = isCoin(coin) && isQuote(quote) && (coin as string) !== quote ? { coin, quote } : null;
    if (!market && file !== 'home.png') return null;
    const name = JSON.stringify([language, file, this.#deps.brandNow()]);
    const known = this.#kept.get(name);
    if (known) return known;
    if (this.#waiting >= MAX_WAITING) throw new Error('too many pictures at once');
    this.#waiting += 1;
    // One after another: rendering takes a core for a moment, and trades need one.
    const picture = this.#last.then(() =>
      market ? this.#coin(language, market.coin, market.quote) : this.#home(language),
    );
    this.#last = picture.catch(() => {}).finally(() => (this.#waiting -= 1));
    this.#kept.set(name, picture);
    picture.catch(() => this.#kept.delete(name));
    return picture;
  }

  async #home(language: PageLanguage): Promise<Buffer> {
    const { brandNow, icons } = this.#deps;
    const brand = brandNow();
    const words = SHARING_TEXTS[language].picture;
    const [name, first, second] = await Promise.all([
      line(brand.name[language], 'Bold', 96, COLOURS.text),
      line(words.first, 'Regular', 46, COLOURS.quiet),
      line(words.second, 'Regular', 46, COLOURS.quiet),
    ]);
    const place = placing(language);
    return this.#picture(language, [
      place(await icons.emblem(brand, LARGE), 96),
      place(name, 220),
      place(first, 370),
      place(second, 438),
    ]);
  }

  async #coin(language: PageLanguage, coin: Coin, quote: Quote): Promise<Buffer> {
    const { visit, brandNow, icons, webRoot } = this.#deps;
    const words = SHARING_TEXTS[language].picture;
    const path = quote === 'TOMAN' ? 'usd' : 'usdt';
    const { status, body } = await visit(
      `/api/coins/exchange-price/${path}?include24hrChange=true`,
      language,
    );
    const rows: CoinPrice[] = status === 200 ? JSON.parse(body) : [];
    const row = rows.find(({ destCoinSymbol }) => destCoinSymbol === coin);
    const info = ASSETS[coin];
    const name = language === 'fa' ? info.persianName : info.englishName;
    const icon = await withLoader('VipsForeignLoadSvgBuffer', async () =>
      sharp(await readFile(join(webRoot, 'coins', `${coin}.svg`)), { density: 400 })
        .resize(112, 112)
        .png()
        .toBuffer(),
    );
    const place = placing(language);
    const side = (offset: number) => (language === 'fa' ? WIDTH - MARGIN - offset : MARGIN + offset);
    const parts: OverlayOptions[] = [
      { input: icon, top: 190, left: language === 'fa' ? side(112) : side(0) },
      place(await line(name, 'Bold', 68, COLOURS.text), 190, 144),
      place(await line(`${info.symbol} / ${ASSETS[quote].symbol}`, 'Regular', 32, COLOURS.quiet), 272, 144),
    ];
    if (row?.referencePrice) {
      const price = await line(
        priceText(row.referencePrice, coin, quote, language),
        'Bold',
        92,
        COLOURS.text,
      );
      const unit = await line(words.unit[quote], 'Regular', 42, COLOURS.quiet);
      parts.push(place(price, 350), place(unit, 390, price.info.width + 24));
      if (row.price24hrChangePercent !== null) {
        const { text, colour } = changeText(row.price24hrChangePercent, language);
        const change = await line(text, 'Bold', 42, colour);
        const day = await line(words.day, 'Regular', 34, COLOURS.quiet);
        parts.push(place(change, 474), place(day, 480, change.info.width + 20));
      }
    }
    const [date, time] = timeOf(new Date(), language);
    const moment = words.at.replace('{date}', date).replace('{time}', time);
    const at = await line(moment, 'Regular', 26, COLOURS.quiet);
    const brand = await line(brandNow().name[language], 'Bold', 40, COLOURS.text);
    const emblem = await icons.emblem(brandNow(), SMALL);
    const above = Math.round((SMALL.height - emblem.info.height) / 2);
    parts.push(place(emblem, 72 + above), place(brand, 76, emblem.info.width + 18), place(at, 552));
    return this.#picture(language, parts);
  }

  async #picture(language: PageLanguage, parts: OverlayOptions[]): Promise<Buffer> {
    const { brandNow, icons } = this.#deps;
    // The logo or mark, large and dim, on the side where lines end.
    const large = await icons.emblem(brandNow(), { width: BEHIND, height: BEHIND });
    const dim = await sharp(large.data)
      .composite([
        {
          input: Buffer.from([255, 255, 255, DIM]),
          raw: { width: 1, height: 1, channels: 4 },
          tile: true,
          blend: 'dest-in',
        },
      ])
      .png()
      .toBuffer();
    const host = await line(new URL(this.#deps.publicUrl).host, 'Regular', 26, COLOURS.quiet);
    const end = language === 'fa' ? MARGIN : WIDTH - MARGIN - host.info.width;
    return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: GROUND } })
      .composite([
        {
          input: dim,
          top: Math.round((HEIGHT - large.info.height) / 2),
          left: language === 'fa' ? -150 : WIDTH + 150 - large.info.width,
        },
        ...parts,
        { input: host.data, top: 552, left: end },
      ])
      .png({ compressionLevel: 9, palette: true, quality: 95, effort: 3 })
      .toBuffer();
  }
}

/** Renders a line of text; Pango shapes and orders it by its script, with our font alone. */
const line = (
  text: string,
  weight: keyof typeof FONTS,
  pixels: number,
  colour: string,
): Promise<RasterImage> =>
  sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(text)}</span>`,
      font: `Vazirmatn${weight === 'Bold' ? ' Bold' : ''} ${pixels}`,
      fontfile: FONTS[weight],
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Lines and logos start at the side where the language does, with an offset of `after` pixels. */
const placing =
  (language: PageLanguage) =>
  ({ data, info }: RasterImage, top: number, after = 0): OverlayOptions => ({
    input: data,
    top,
    left: language === 'fa' ? WIDTH - MARGIN - after - info.width : MARGIN + after,
  });

const digits = (text: string, language: PageLanguage): string =>
  language === 'en' ? text : toPersianDigits(text.replaceAll(',', '٬').replace('.', '٫'));

function priceText(price: string, coin: Coin, quote: Quote, language: PageLanguage): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const kept = fraction.slice(0, priceDecimals(coin, quote));
  return digits(groupThousands(kept ? `${whole}.${kept}` : whole), language);
}

function changeText(change: string, language: PageLanguage): { text: string; colour: string } {
  const falls = change.startsWith('-');
  const size = change.replace(/^[+-]/, '');
  const rises = !falls && /[1-9]/.test(size);
  const number = digits(size, language);
  const text = `${falls ? '−' : rises ? '+' : ''}${number}${language === 'fa' ? '٪' : '%'}`;
  return { text, colour: falls ? COLOURS.down : rises ? COLOURS.up : COLOURS.quiet };
}

/** Formats date and time in Tehran, by the calendar of the language. */
function timeOf(now: Date, language: PageLanguage): [date: string, time: string] {
  const locale = language === 'fa' ? 'fa-IR-u-ca-persian-nu-arabext' : 'en-GB';
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Tehran', ...options }).format(now);
  return [
    shown({ year: 'numeric', month: 'long', day: 'numeric' }),
    shown({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  ];
}
