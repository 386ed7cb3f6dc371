import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
    // The content security policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    // The entry script lists what every page needs in addition: only styles, since scripts load their own imports a
    // moment later. The page of a hovered link is preloaded anyway (framework/navigation/router.tsx).
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
            {
              name: 'frame',
              // Except paginated lists and parallel queries, which no first screen has.
              test: /node_modules[\\/](@tanstack(?!.*(nfiniteQuery|[qQ]ueries(Observer)?\.))|icu-minify)/,
              priority: 8,
            },
            // Everything that every page starts with, in one chunk: each small chunk costs the first load some 300
            // bytes.
            // Except main.tsx, which waits for pages that need this chunk.
            { name: 'app', tags: ['$initial'], test: /(?<!main\.tsx|index\.html)$/, priority: 7 },
            // Small components used by most pages, in one chunk for the same reason.
            {
              name: 'parts',
              priority: 6,
              test: /[\\/]src[\\/]ui[\\/](?:(?!overlays|calendar)\w+[\\/](card|coin-|countdown|facts|field|money|number-|percent|picture|section-|segmented|select|skeleton|sparkline|text-input)|overlays[\\/](part|select-face))|[\\/](use-title|use-worth|tether-text|pauses|needs|Icon(ChartLine|Chevron(Left|Right)|Receipt|Scale))\./,
            },
            // The quick trade box of the home page, for the same reason; its overlays are loaded later. A group
            // includes its modules' dependencies: so it follows the components above, which other pages would
            // otherwise have to load with it.
            { name: 'trade-box', test: /[\\/]src[\\/]trade-box[\\/][^\\/]+$/, priority: 5 },
            // Shared by the home page and pages of texts.
            { name: 'text-parts', test: /[\\/]src[\\/]ui[\\/]texts[\\/]/, priority: 6 },
            // Small modules shared by several pages: as separate chunks they would cost more, and the entry script
            // lists each next to every page that uses it.
            { name: 'icons', test: /@tabler/, minShareCount: 3, priority: 2 },
            {
              name: 'popups',
              test: /node_modules[\\/]@(base-ui|floating-ui)/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'shared',
              test: /[\\/]src[\\/](framework|lib|access|inbox|receipts)[\\/][^?]*\.ts$/,
              minShareCount: 6,
              maxModuleSize: 3_000,
              priority: 1,
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

/** Passes the hashed names of early fetches to boot.js. */
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
          fa: chunk('/i18n/fa/start.ts'),
          en: chunk('/i18n/en/start.ts'),
          home: chunk('/pages/home/index.tsx'),
          'font-fa': font('sarraf-arabic'),
          'font-en': font('sarraf-latin'),
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

/** Modules of `src/framework/i18n/<language>` that are compiled, with the name that each exports. */
const PARTS: Readonly<Record<string, string>> = { 'first.ts': 'initialMessages', 'staff.ts': 'staff' };

/**
 * Compiles the dictionaries at build time, so that the browser needs no parser for them (9 kB less on the first
 * load). The compiler is the one included in use-intl.
 */
function compiledTexts(): Plugin {
  const require = createRequire(createRequire(import.meta.url).resolve('use-intl'));
  return {
    name: 'sarraf-compiled-texts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl': join(import.meta.dirname, 'src/framework/i18n/compiled-intl.tsx') } },
    }),
    async transform(_, id) {
      const part = PARTS[/\/src\/framework\/i18n\/(?:fa|en)\/(\w+\.ts)$/.exec(id)?.[1] ?? ''];
      const file = /\.json\?texts$/.test(id);
      if (!part && !file) return null;
      const { default: compile } = await import(pathToFileURL(require.resolve('icu-minify/compile')).href);
      // Tests build the pseudo language in place of Persian.
      const pseudo = process.env.PSEUDO_LANGUAGE !== undefined && id.includes('/fa/');
      const source = pseudo ? id.replace('/fa/', '/en/') : id;
      const read: Texts = part
        ? (await import(`${pathToFileURL(source).href}?${Date.now()}`))[part]
        : JSON.parse(readFileSync(source.replace(/\?texts$/, ''), 'utf8'));
      const texts = pseudo ? pseudoTexts(read) : read;
      const compiled = (all: Texts): object =>
        Object.fromEntries(
          Object.entries(all).map(([key, text]) => [
            key,
            typeof text === 'string' ? compile(text) : compiled(text),
          ]),
        );
      const json = JSON.stringify(compiled(texts));
      return {
        code: `export ${part ? `const ${part} =` : 'default'} ${json};`,
        moduleType: 'js',
        map: null,
      };
    },
  };
}
