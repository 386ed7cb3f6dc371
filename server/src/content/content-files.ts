/**
 * The texts shipped with the product: `content/<kind>/<slug>.<language>.html`, and the privacy policy next to them.
 * A file starts with the fields of its text, a line each, between two lines of `---`; their values are JSON, which
 * YAML is too.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARTICLE_KINDS, ARTICLE_LANGUAGES, ArticleText } from '@sarraf/domain/contracts';
import { Value } from 'typebox/value';
import type { ArticleKey } from './staff-store.ts';

export const CONTENT = join(import.meta.dirname, '../../../content');

export interface ContentFile extends ArticleKey {
  text: ArticleText;
  /** SHA-256 of the whole file, in hexadecimal. */
  sha256: string;
}

const NAME = /^([a-z]+)[\\/]([a-z0-9-]+)\.([a-z]+)\.html$/;
const FILE = /^---\r?\n([\s\S]*?\n)---\r?\n([\s\S]*)$/;

/** Returns all texts but the privacy policy. @throws with the name of an invalid file. */
export function readContentFiles(directory: string = CONTENT): ContentFile[] {
  return globSync('*/*.html', { cwd: directory })
    .sort()
    .map((name) => {
      const file = parseContentFile(name, readFileSync(join(directory, name), 'utf8'));
      if (!file) throw new Error(`content/${name} is no text: see docs/decisions/0040-texts-are-files.md.`);
      return file;
    });
}

export const readPrivacyPolicy = (language: 'fa' | 'en', directory: string = CONTENT): string =>
  readFileSync(join(directory, `privacy-policy.${language}.html`), 'utf8').trim();

function parseContentFile(name: string, source: string): ContentFile | null {
  const [, folder, slug = '', ending] = NAME.exec(name) ?? [];
  const kind = ARTICLE_KINDS.find((candidateKind) => candidateKind.toLowerCase() === folder);
  const language = ARTICLE_LANGUAGES.find((candidateLanguage) => candidateLanguage === ending);
  const [, head = '', body = ''] = FILE.exec(source) ?? [];
  const text = {
    summary: '',
    coin: null,
    subject: null,
    picture: null,
    ...parseFields(head),
    body: body.trim(),
    state: 'PUBLISHED',
  };
  if (!kind || !language || !Value.Check(ArticleText, text)) return null;
  return { kind, slug, language, text, sha256: createHash('sha256').update(source).digest('hex') };
}

function parseFields(head: string): Record<string, unknown> {
  const lines = head.split(/\r?\n/).filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colonIndex = line.indexOf(':');
      return [line.slice(0, colonIndex), parseValue(line.slice(colonIndex + 1))];
    }),
  );
}

/** Parses a field; undefined if it isn't JSON, which no field may be. */
function parseValue(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
