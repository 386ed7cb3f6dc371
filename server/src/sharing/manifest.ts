import type { Brand } from '@sarraf/domain/contracts';
import { SHARING_TEXTS } from './texts.ts';

/** Returns the web app manifest. */
export function buildManifest(brand: Brand, language: 'fa' | 'en') {
  const texts = SHARING_TEXTS[language].manifest;
  const name = brand.name[language];
  const buildIcon = (file: string, size: number, purpose: string) => ({
    src: `/icons/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const buildShortcut = (name: string, url: string) => ({ name, url });
  return {
    id: '/',
    name,
    short_name: name,
    description: texts.description,
    lang: language,
    dir: language === 'fa' ? 'rtl' : 'ltr',
    start_url: language === 'fa' ? '/' : '/?lang=en',
    scope: '/',
    display: 'standalone',
    // --ground of the dark theme, the initial one of a page.
    background_color: '#0b0f17',
    theme_color: '#0b0f17',
    categories: ['finance'],
    icons: [
      buildIcon('192.png', 192, 'any'),
      buildIcon('512.png', 512, 'any'),
      buildIcon('maskable-192.png', 192, 'maskable'),
      buildIcon('maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      buildShortcut(texts.trade, '/profile/otc'),
      buildShortcut(texts.markets, '/markets'),
      buildShortcut(texts.wallet, '/profile/wallet'),
    ],
  };
}
