/** Six sample posts with drawn pictures; each links to a public page about its subject. */
import { DAY_MS } from '@sarraf/domain';
import sharp from 'sharp';
import type { FeedPost, NewsFeed } from '../content/ports.ts';
import type { Clock } from '../platform/clock.ts';
import { withUnblockedLoader } from '../platform/drawing/pictures.ts';

interface Sample {
  name: string;
  fa: string;
  en: string;
  link: { fa: string; en: string };
  /** Hue of the background, and the drawing on it, 640 × 360. */
  hue: number;
  drawing: string;
}

const ring = (x: number, y: number, r: number, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#ffffff" stroke-width="10" ${more}/>`;
const line = (d: string, more = '') =>
  `<path d="${d}" fill="none" stroke="#ffffff" stroke-width="10" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
const block = (x: number, y: number) =>
  `<rect x="${x}" y="${y}" width="96" height="96" rx="18" fill="none" stroke="#ffffff" stroke-width="10"/>`;
const FAINT = 'opacity="0.35"';

const SAMPLES: readonly Sample[] = [
  {
    name: 'how-bitcoin-works',
    fa: 'خبر نمونه: بیت‌کوین چگونه کار می‌کند؟',
    en: 'Sample news: how does Bitcoin work?',
    link: { fa: 'https://bitcoin.org/fa/how-it-works', en: 'https://bitcoin.org/en/how-it-works' },
    hue: 32,
    drawing: `${block(100, 132)}${block(272, 132)}${block(444, 132)}${line('M206 180H262M378 180H434')}`,
  },
  {
    name: 'proof-of-stake',
    fa: 'خبر نمونه: اثبات سهام در اتریوم یعنی چه؟',
    en: 'Sample news: what proof of stake means in Ethereum',
    link: {
      fa: 'https://ethereum.org/fa/developers/docs/consensus-mechanisms/pos/',
      en: 'https://ethereum.org/en/developers/docs/consensus-mechanisms/pos/',
    },
    hue: 250,
    drawing: `${line('M320 70L404 184L320 234L236 184Z')}${line('M244 220L320 296L396 220', FAINT)}`,
  },
  {
    name: 'keep-it-safe',
    fa: 'خبر نمونه: چند عادت ساده برای امنیت کیف پول',
    en: 'Sample news: simple habits that keep a wallet safe',
    link: {
      fa: 'https://bitcoin.org/fa/secure-your-wallet',
      en: 'https://bitcoin.org/en/secure-your-wallet',
    },
    hue: 165,
    drawing: `${line('M320 66L432 106V186C432 248 384 286 320 304C256 286 208 248 208 186V106Z')}${line('M270 184L308 222L374 148')}`,
  },
  {
    name: 'what-is-a-blockchain',
    fa: 'خبر نمونه: زنجیره بلوکی به زبان ساده',
    en: 'Sample news: a chain of blocks in plain words',
    link: { fa: 'https://fa.wikipedia.org/wiki/بلاک‌چین', en: 'https://en.wikipedia.org/wiki/Blockchain' },
    hue: 215,
    drawing: `${ring(210, 180, 62)}${ring(320, 180, 62)}${ring(430, 180, 62, FAINT)}`,
  },
  {
    name: 'stablecoins',
    fa: 'خبر نمونه: استیبل‌کوین چیست و ارزشش از کجا می‌آید؟',
    en: 'Sample news: what a stablecoin is and where its worth comes from',
    link: { fa: 'https://ethereum.org/fa/stablecoins/', en: 'https://ethereum.org/en/stablecoins/' },
    hue: 190,
    drawing: `${ring(320, 150, 76)}${line('M180 282H460')}${line('M320 226V282')}${line('M286 132H354M320 132V186')}`,
  },
  {
    name: 'network-fees',
    fa: 'خبر نمونه: چرا کارمزد شبکه بالا و پایین می‌رود؟',
    en: 'Sample news: why network fees rise and fall',
    link: { fa: 'https://bitcoin.org/fa/faq', en: 'https://bitcoin.org/en/faq' },
    hue: 345,
    drawing: `${line('M120 258L214 176L290 216L396 106L520 158')}${line('M120 300H520', FAINT)}`,
  },
];

const PICTURES = 'https://news.sandbox/';

const renderSvg = ({ hue, drawing }: Sample): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">
  <rect width="640" height="360" fill="hsl(${hue}, 46%, 34%)"/>
  <circle cx="560" cy="40" r="190" fill="hsl(${hue}, 52%, 40%)"/>
  <circle cx="60" cy="350" r="130" fill="hsl(${hue}, 48%, 29%)"/>
  ${drawing}
</svg>`;

/** One post a day, in both languages. */
export function createSandboxNews(clock: Clock): NewsFeed {
  return {
    async read() {
      const today = Math.floor(clock.now() / DAY_MS) * DAY_MS + 8 * 3_600_000;
      return SAMPLES.flatMap((sample, at) =>
        (['fa', 'en'] as const).map(
          (language): FeedPost => ({
            id: `${sample.name}-${language}`,
            language,
            title: sample[language],
            date: new Date(today - at * DAY_MS).toISOString().slice(0, 19),
            link: new URL(sample.link[language]).href,
            picture: PICTURES + sample.name,
          }),
        ),
      );
    },
    async fetchPicture(address) {
      const sample = SAMPLES.find(({ name }) => address === PICTURES + name);
      if (!sample) throw new Error('no such picture');
      return withUnblockedLoader('VipsForeignLoadSvgBuffer', () =>
        sharp(Buffer.from(renderSvg(sample)))
          .png()
          .toBuffer(),
      );
    },
  };
}
