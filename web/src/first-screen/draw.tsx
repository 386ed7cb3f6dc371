import { prerender } from 'react-dom/static';
import { App } from '../app.tsx';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { loadLanguage } from '../i18n/messages.ts';
import { placeAt } from '../lib/place.ts';
import { pageAt, SCREENS } from './pages.ts';
import { words } from './words.ts';

export interface Screen {
  path: string;
  language: Language;
  title: string;
  description: string;
  html: string;
  /** The page's module, by which its styles are found. */
  module: string;
}

/** Nothing is put aside to be moved in its place by a script. */
const WHOLE = { progressiveChunkSize: Number.MAX_SAFE_INTEGER };

/** Runs while the web is built, without a browser: what a visitor sees of each public page before any script runs. */
export async function drawScreens(): Promise<Screen[]> {
  const screens: Screen[] = [];
  // One after another: place and language are the whole page's.
  for (const language of LANGUAGES) {
    await loadLanguage(language);
    for (const { path, module } of SCREENS) {
      placeAt(path);
      await pageAt(path)?.preload();
      const { prelude } = await prerender(<App />, WHOLE);
      const html = await new Response(prelude).text();
      screens.push({ path, language, ...words(language, path), html, module });
    }
  }
  return screens;
}
