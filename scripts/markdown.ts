// Links and headings of Markdown, as on GitHub.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Removes code, in which nothing is a link. */
const withoutCode = (text: string): string =>
  text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '``');

/** Returns the headings' texts, in order; a `#` within a code block is none. */
export const headingsOf = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, title = '']) => title);

/** Returns the anchors of a page's headings. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const title of headingsOf(text)) {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let name = slug;
    for (let n = 1; anchors.has(name); n += 1) name = `${slug}-${n}`;
    anchors.add(name);
  }
  return anchors;
}

/** Returns targets of links and pictures within the repository that don't exist. `file`: the file of the text. */
export function brokenLinks(file: string, text: string): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z][a-z+.-]*:/i.test(target) && !leadsSomewhere(file, text, target));
}

function leadsSomewhere(file: string, text: string, target: string): boolean {
  const [path = '', anchor = ''] = target.split('#', 2);
  if (path === '') return anchorsOf(text).has(anchor);
  const found = resolve(dirname(file), path);
  if (!existsSync(found)) return false;
  if (anchor === '') return true;
  return found.endsWith('.md') && anchorsOf(readFileSync(found, 'utf8')).has(anchor);
}
