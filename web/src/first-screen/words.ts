import { head as en } from '../i18n/en/head.ts';
import { head as fa } from '../i18n/fa/head.ts';
import type { Language } from '../i18n/language.ts';

/** Title and description of a page for those who find it elsewhere: search results, shared links. */
export function words(language: Language, path: string): { title: string; description: string } {
  const head = language === 'fa' ? fa : en;
  const page = head.pages[path as keyof typeof head.pages] ?? head.pages['/'];
  return { title: `${page.title} | ${head.name}`, description: page.description };
}
