/** Comments, test titles and names of a source file, found by patterns; strings that look like comments are included. */
import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Returns files of the folders that match the pattern, such as `*.ts`, in order, without what tools have written. */
export const findSources = (folders: readonly string[], pattern: string): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/${pattern}`),
    {
      cwd: root,
      exclude: (name) => /^(?:node_modules|dist.*|data|\.cache)$/.test(name.split('/').at(-1) ?? ''),
    },
  ).sort();

/** Consecutive lines that begin with `//` are one comment. */
const COMMENT = /(?:^|\s)\/\/ (.*(?:\n\s*\/\/ .*)*)|\/\*\*?([\s\S]*?)\*\//gm;
const TITLE = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;
/** Comments, texts and property keys in quotes. */
const NOT_CODE = /\/\/.*$|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/gm;
const IDENTIFIER = /(?<![\w$-])[A-Za-z_$][\w$]*/g;

const joinLines = (text: string): string =>
  text
    .replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')
    .replace(/^\* /, '')
    .trim();

/** Comments of SQL, and those on tables and columns, whose pieces are joined. */
const SQL_COMMENT = /^-- (.*(?:\n-- .*)*)|^comment on [^;]*? is\s+([\s\S]*?');$/gm;

export const findSqlComments = (source: string): string[] =>
  [...source.matchAll(SQL_COMMENT)].map(([, line, text]) =>
    (line ?? text ?? '').replace(/\n-- /g, ' ').replace(/'\s*\n\s*'/g, ''),
  );

export const findComments = (source: string): string[] =>
  [...source.matchAll(COMMENT)].map(([, line, block]) => joinLines(line ?? block ?? ''));

function findTitleCalls(file: string, source: string): { isGroup: boolean; indent: number; title: string }[] {
  if (!/\.test\.tsx?$/.test(file)) return [];
  return [...source.matchAll(TITLE)].map(({ 0: call, 2: title = '', index }) => ({
    isGroup: call.startsWith('describe'),
    indent: index - source.lastIndexOf('\n', index) - 1,
    title: joinLines(title),
  }));
}

export const findTitles = (file: string, source: string): string[] =>
  findTitleCalls(file, source).map(({ title }) => title);

/** Returns the titles of tests after those of the groups around them, as a log prints them; indentation tells which. */
export function findTitlesInGroups(file: string, source: string): string[] {
  const groups: { indent: number; title: string }[] = [];
  return findTitleCalls(file, source).flatMap(({ isGroup, indent, title }) => {
    while (groups.length > 0 && (groups.at(-1)?.indent ?? 0) >= indent) groups.pop();
    if (isGroup) groups.push({ indent, title });
    return isGroup ? [] : [[...groups.map((group) => group.title), title].join(' > ')];
  });
}

/** Returns each identifier once, those of the language included. */
export const findIdentifiers = (source: string): string[] => [
  ...new Set(source.replace(NOT_CODE, ' ').match(IDENTIFIER)),
];
