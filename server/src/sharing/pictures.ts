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
import { withUnblockedLoader } from '../platform/drawing/pictures.ts';
import type { IconRenderer, RasterImage } from './icons.ts';
import { BACKGROUND_COLOUR } from './mark.ts';
import { SHARING_TEXTS } from './texts.ts';

const [WIDTH, HEIGHT, MARGIN] = [1_200, 630, 80];
/** The exchange's logo, in a coin's picture and in its own; a wide one takes the space of a few words. */
const [SMALL_LOGO, LARGE_LOGO] = [
  { width: 240, height: 60 },
  { width: 480, height: 96 },
];
/** Side of the logo behind the text. */
const BACKGROUND_LOGO_SIDE = 620;
const CACHE_MS = 60_000;
/** Some 40 kB each. */
const MAX_CACHED = 150;
const MAX_QUEUED = 16;
/** Opacity of the large mark behind the text, of 255. */
const BACKGROUND_LOGO_OPACITY = 36;
const FONTS = {
  Bold: join(import.meta.dirname, 'fonts/Vazirmatn-Bold.ttf'),
  Regular: join(import.meta.dirname, 'fonts/Vazirmatn-Regular.ttf'),
};
/** Colours of the dark theme, web/src/ui/tokens.css. */
const COLOURS = { text: '#eef2f8', quiet: '#a3aec0', up: '#2fc58e', down: '#ff6477', line: '#1a2232' };

interface PictureDeps {
  webRoot: string;
  publicUrl: string;
  readPage: (address: string, language: PageLanguage) => Promise<{ status: number; body: string }>;
  brandNow: () => Brand;
  icons: IconRenderer;
}

/** Preview pictures of shared links: the exchange, or a coin with its price of this minute. */
export class SharePictureRenderer {
  readonly #deps: PictureDeps;
  readonly #cache = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED, ttl: CACHE_MS });
  #previousRendering: Promise<unknown> = Promise.resolve();
  #queuedCount = 0;

  constructor(deps: PictureDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a PNG of 1200 × 630; null: there is none of that name. @throws when too many are requested
   * concurrently.
   */
  async getPicture(language: PageLanguage, file: string): Promise<Buffer | null> {
    const [, coin, quote] = /^([A-Z_]+)-([A-Z]+)\.png$/.exec(file) ?? [];
    const market = isCoin(coin) && isQuote(quote) && (coin as string) !== quote ? { coin, quote } : null;
    if (!market && file !== 'home.png') return null;
    const name = JSON.stringify([language, file, this.#deps.brandNow()]);
    const cached = this.#cache.get(name);
    if (cached) return cached;
    if (this.#queuedCount >= MAX_QUEUED) throw new Error('too many concurrent pictures');
    this.#queuedCount += 1;
    // One after another: rendering takes a core for a moment, and trades need one.
    const picture = this.#previousRendering.then(() =>
      market ? this.#renderCoin(language, market.coin, market.quote) : this.#renderHome(language),
    );
    this.#previousRendering = picture.catch(() => {}).finally(() => (this.#queuedCount -= 1));
    this.#cache.set(name, picture);
    picture.catch(() => this.#cache.delete(name));
    return picture;
  }

  async #renderHome(language: PageLanguage): Promise<Buffer> {
    const { brandNow, icons } = this.#deps;
    const brand = brandNow();
    const texts = SHARING_TEXTS[language].picture;
    const [name, firstLine, secondLine] = await Promise.all([
      renderLine(brand.name[language], 'Bold', 96, COLOURS.text),
      renderLine(texts.first, 'Regular', 46, COLOURS.quiet),
      renderLine(texts.second, 'Regular', 46, COLOURS.quiet),
    ]);
    const placeImage = createPlacer(language);
    return this.#compose(language, [
      placeImage(await icons.renderEmblem(brand, LARGE_LOGO), 96),
      placeImage(name, 220),
      placeImage(firstLine, 370),
      placeImage(secondLine, 438),
    ]);
  }

  async #renderCoin(language: PageLanguage, coin: Coin, quote: Quote): Promise<Buffer> {
    const { readPage, brandNow, icons, webRoot } = this.#deps;
    const texts = SHARING_TEXTS[language].picture;
    const path = quote === 'TOMAN' ? 'usd' : 'usdt';
    const { status, body } = await readPage(
      `/api/coins/exchange-price/${path}?include24hrChange=true`,
      language,
    );
    const rows: CoinPrice[] = status === 200 ? JSON.parse(body) : [];
    const row = rows.find(({ destCoinSymbol }) => destCoinSymbol === coin);
    const info = ASSETS[coin];
    const name = language === 'fa' ? info.persianName : info.englishName;
    const icon = await withUnblockedLoader('VipsForeignLoadSvgBuffer', async () =>
      sharp(await readFile(join(webRoot, 'coins', `${coin}.svg`)), { density: 400 })
        .resize(112, 112)
        .png()
        .toBuffer(),
    );
    const placeImage = createPlacer(language);
    const leftOf = (offset: number) => (language === 'fa' ? WIDTH - MARGIN - offset : MARGIN + offset);
    const overlays: OverlayOptions[] = [
      { input: icon, top: 190, left: language === 'fa' ? leftOf(112) : leftOf(0) },
      placeImage(await renderLine(name, 'Bold', 68, COLOURS.text), 190, 144),
      placeImage(
        await renderLine(`${info.symbol} / ${ASSETS[quote].symbol}`, 'Regular', 32, COLOURS.quiet),
        272,
        144,
      ),
    ];
    if (row?.referencePrice) {
      const price = await renderLine(
        formatPrice(row.referencePrice, coin, quote, language),
        'Bold',
        92,
        COLOURS.text,
      );
      const unit = await renderLine(texts.unit[quote], 'Regular', 42, COLOURS.quiet);
      overlays.push(placeImage(price, 350), placeImage(unit, 390, price.info.width + 24));
      if (row.price24hrChangePercent !== null) {
        const { text, colour } = formatChange(row.price24hrChangePercent, language);
        const change = await renderLine(text, 'Bold', 42, colour);
        const day = await renderLine(texts.day, 'Regular', 34, COLOURS.quiet);
        overlays.push(placeImage(change, 474), placeImage(day, 480, change.info.width + 20));
      }
    }
    const [date, time] = formatTime(new Date(), language);
    const timeText = texts.at.replace('{date}', date).replace('{time}', time);
    const timeLine = await renderLine(timeText, 'Regular', 26, COLOURS.quiet);
    const brand = await renderLine(brandNow().name[language], 'Bold', 40, COLOURS.text);
    const emblem = await icons.renderEmblem(brandNow(), SMALL_LOGO);
    const verticalOffset = Math.round((SMALL_LOGO.height - emblem.info.height) / 2);
    overlays.push(
      placeImage(emblem, 72 + verticalOffset),
      placeImage(brand, 76, emblem.info.width + 18),
      placeImage(timeLine, 552),
    );
    return this.#compose(language, overlays);
  }

  async #compose(language: PageLanguage, overlays: OverlayOptions[]): Promise<Buffer> {
    const { brandNow, icons } = this.#deps;
    // The logo or mark, large and dim, on the side where lines end.
    const emblem = await icons.renderEmblem(brandNow(), {
      width: BACKGROUND_LOGO_SIDE,
      height: BACKGROUND_LOGO_SIDE,
    });
    const dimmedEmblem = await sharp(emblem.data)
      .composite([
        {
          input: Buffer.from([255, 255, 255, BACKGROUND_LOGO_OPACITY]),
          raw: { width: 1, height: 1, channels: 4 },
          tile: true,
          blend: 'dest-in',
        },
      ])
      .png()
      .toBuffer();
    const host = await renderLine(new URL(this.#deps.publicUrl).host, 'Regular', 26, COLOURS.quiet);
    const hostLeft = language === 'fa' ? MARGIN : WIDTH - MARGIN - host.info.width;
    return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: BACKGROUND_COLOUR } })
      .composite([
        {
          input: dimmedEmblem,
          top: Math.round((HEIGHT - emblem.info.height) / 2),
          left: language === 'fa' ? -150 : WIDTH + 150 - emblem.info.width,
        },
        ...overlays,
        { input: host.data, top: 552, left: hostLeft },
      ])
      .png({ compressionLevel: 9, palette: true, quality: 95, effort: 3 })
      .toBuffer();
  }
}

/** Renders a line of text; Pango shapes and orders it by its script, with our font alone. */
const renderLine = (
  text: string,
  weight: keyof typeof FONTS,
  pixels: number,
  colour: string,
): Promise<RasterImage> =>
  sharp({
    text: {
      text: `<span foreground="${colour}">${escapeXml(text)}</span>`,
      font: `Vazirmatn${weight === 'Bold' ? ' Bold' : ''} ${pixels}`,
      fontfile: FONTS[weight],
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Lines and logos start at the side where the language does, with an offset of `after` pixels. */
const createPlacer =
  (language: PageLanguage) =>
  ({ data, info }: RasterImage, top: number, offset = 0): OverlayOptions => ({
    input: data,
    top,
    left: language === 'fa' ? WIDTH - MARGIN - offset - info.width : MARGIN + offset,
  });

const localizeDigits = (text: string, language: PageLanguage): string =>
  language === 'en' ? text : toPersianDigits(text.replaceAll(',', '٬').replace('.', '٫'));

function formatPrice(price: string, coin: Coin, quote: Quote, language: PageLanguage): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const fractionDigits = fraction.slice(0, priceDecimals(coin, quote));
  return localizeDigits(groupThousands(fractionDigits ? `${whole}.${fractionDigits}` : whole), language);
}

function formatChange(change: string, language: PageLanguage): { text: string; colour: string } {
  const isFall = change.startsWith('-');
  const size = change.replace(/^[+-]/, '');
  const isRise = !isFall && /[1-9]/.test(size);
  const number = localizeDigits(size, language);
  const text = `${isFall ? '−' : isRise ? '+' : ''}${number}${language === 'fa' ? '٪' : '%'}`;
  return { text, colour: isFall ? COLOURS.down : isRise ? COLOURS.up : COLOURS.quiet };
}

/** Formats date and time in Tehran, by the calendar of the language. */
function formatTime(now: Date, language: PageLanguage): [date: string, time: string] {
  const locale = language === 'fa' ? 'fa-IR-u-ca-persian-nu-arabext' : 'en-GB';
  const formatPart = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Tehran', ...options }).format(now);
  return [
    formatPart({ year: 'numeric', month: 'long', day: 'numeric' }),
    formatPart({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  ];
}
