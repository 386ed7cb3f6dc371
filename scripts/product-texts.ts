/** Every text that people read: dictionaries of the web, mails and SMS, and articles, by its file and key. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

type Tree = { readonly [key: string]: string | Tree };
export type TextLanguage = 'fa' | 'en';
export interface ProductText {
  /** `web wallet bankReturn.title`, `server notices …`, or the path of an article. */
  name: string;
  /** Without tags in an article. */
  text: string;
}

export function readProductTexts(language: TextLanguage): ProductText[] {
  const texts: ProductText[] = [];
  const walk = (tree: Tree, name: string): void => {
    for (const [key, value] of Object.entries(tree))
      if (typeof value === 'string') texts.push({ name: name + key, text: value });
      else walk(value, `${name}${key}.`);
  };
  for (const file of globSync(`messages/*/${language}/*.json`, { cwd: ROOT })) {
    const [, side = '', , part = ''] = file.replaceAll('\\', '/').split('/');
    walk(JSON.parse(readFileSync(join(ROOT, file), 'utf8')), `${side} ${part.replace('.json', '')} `);
  }
  for (const file of globSync(`content/**/*.${language}.html`, { cwd: ROOT }))
    texts.push({
      name: file.replaceAll('\\', '/'),
      text: readFileSync(join(ROOT, file), 'utf8').replace(/<[^>]*>/g, ' '),
    });
  return texts;
}
