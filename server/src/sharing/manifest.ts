import type { Brand } from '@sarraf/domain/contracts';
import { SHARING_TEXTS } from './texts.ts';

/** Returns the web app manifest. */
export function manifestOf(brand: Brand, language: 'fa' | 'en') {
  const words = SHARING_TEXTS[language].manifest;
  const name = brand.name[language];
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/icons/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string) => ({ name, url });
  return {
    id: '/',
    name,
    short_name: name,
    description: words.description,
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
      icon('192.png', 192, 'any'),
      icon('512.png', 512, 'any'),
      icon('maskable-192.png', 192, 'maskable'),
      icon('maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      shortcut(words.trade, '/profile/otc'),
      shortcut(words.markets, '/markets'),
      shortcut(words.wallet, '/profile/wallet'),
    ],
  };
}
