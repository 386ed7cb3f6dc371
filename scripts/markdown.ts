// Links and headings of Markdown, as on GitHub.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Removes code, in which nothing is a link. */
const removeCode = (text: string): string =>
  text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '``');

/** Returns the headings' texts, in order; a `#` within a code block is none. */
export const listHeadings = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, title = '']) => title);

/** Returns the anchors of a page's headings. */
function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const title of listHeadings(text)) {
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
export function findBrokenLinks(file: string, text: string): string[] {
  const targets = [...removeCode(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z][a-z+.-]*:/i.test(target) && !isValidTarget(file, text, target));
}

function isValidTarget(file: string, text: string, target: string): boolean {
  const [path = '', anchor = ''] = target.split('#', 2);
  if (path === '') return listAnchors(text).has(anchor);
  const targetPath = resolve(dirname(file), path);
  if (!existsSync(targetPath)) return false;
  if (anchor === '') return true;
  return targetPath.endsWith('.md') && listAnchors(readFileSync(targetPath, 'utf8')).has(anchor);
}
