import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pseudoTexts } from './pseudo-language.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compiledTexts(), earlyFetches()],
  build: {
    outDir: 'dist',
    manifest: 'manifest.json',
    target: 'es2022',
    // The content policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            {
              name: 'frame',
              test: /node_modules[\\/](react-router|@tanstack|use-intl|intl-messageformat|@formatjs|cookie)/,
              priority: 2,
            },
            // What every page begins with, in one piece: each small chunk costs the first load some 300 bytes.
            // But for main.tsx, which waits for pages that need this piece.
            { name: 'app', tags: ['$initial'], test: /(?<!main\.tsx|index\.html)$/, priority: 1 },
            // The quick trade box of the home page, for the same reason; what opens above it comes later.
            {
              name: 'trade-box',
              test: /[\\/]src[\\/]trade-box[\\/](keep-trade|part|price-life|market-price|use-balances|use-trade-box|use-held-price|held-price|form|trade-(action|box|facts|lines|words))\./,
            },
            // The small parts of which most pages are made, in one piece for the same reason.
            {
              name: 'parts',
              test: /[\\/]src[\\/]ui[\\/](?:(?!overlays|calendar)\w+[\\/](card|coin-|countdown|facts|field|money|number-|percent|picture|section-|segmented|select|skeleton|sparkline|text-input)|overlays[\\/](part|select-face))|[\\/](use-title|Icon(ChartLine|Chevron(Left|Right)|Receipt|Scale))\./,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
});

/** Tells boot.js the hashed names of what it fetches early. */
function earlyFetches(): Plugin {
  return {
    name: 'sarraf-early-fetches',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const files = Object.values(bundle);
        const chunk = (end: string) =>
          files.find((f) => f.type === 'chunk' && f.facadeModuleId?.endsWith(end))?.fileName;
        const font = (start: string) =>
          files.find((f) => f.type === 'asset' && f.fileName.startsWith(`assets/${start}`))?.fileName;
        const hints = {
          fa: chunk('/i18n/fa/first.ts'),
          en: chunk('/i18n/en/first.ts'),
          home: chunk('/pages/home/index.tsx'),
          'font-fa': font('vazirmatn-arabic'),
          'font-en': font('vazirmatn-latin-wght'),
        };
        const attributes = Object.entries(hints).map(([name, file]) =>
          file ? ` data-${name}="/${file}"` : '',
        );
        return html.replace(' data-boot', attributes.join(''));
      },
    },
  };
}

type Texts = { [key: string]: string | Texts };

/**
 * Compiles the dictionaries while building, so that the browser needs no parser for them (9 kB less on the first
 * load). The compiler is the one use-intl itself brings.
 */
function compiledTexts(): Plugin {
  const require = createRequire(createRequire(import.meta.url).resolve('use-intl'));
  return {
    name: 'sarraf-compiled-texts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    async transform(_, id) {
      const part = /\/src\/i18n\/(?:fa|en)\/(first|rest|staff)\.ts$/.exec(id)?.[1];
      if (!part) return null;
      const { default: compile } = await import(pathToFileURL(require.resolve('icu-minify/compile')).href);
      // What tests build in the place of Persian.
      const pseudo = process.env.PSEUDO_LANGUAGE !== undefined && id.includes('/i18n/fa/');
      const source = pseudo ? id.replace('/i18n/fa/', '/i18n/en/') : id;
      const read: Texts = (await import(`${pathToFileURL(source).href}?${Date.now()}`))[part];
      const texts = pseudo ? pseudoTexts(read) : read;
      const compiled = (all: Texts): object =>
        Object.fromEntries(
          Object.entries(all).map(([key, text]) => [
            key,
            typeof text === 'string' ? compile(text) : compiled(text),
          ]),
        );
      return { code: `export const ${part} = ${JSON.stringify(compiled(texts))};`, map: null };
    },
  };
}
