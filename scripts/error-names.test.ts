/**
 * The `name` of each error is that of its class. It has to be written out: without it logs say "Error", and a name
 * taken from the class would be shortened by the build of the web.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const sources = globSync('{server,domain,web,clients/typescript}/src/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: (name) => name.endsWith('node_modules'),
})
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'));

/** Name, superclass and body of a class at the top level of a formatted file. */
const CLASS = /\bclass (\w+) extends (\w+) \{(\}|[\s\S]*?\n\})/g;
const NAME = /\bname(?:: string)? = '(\w+)';/;

interface ErrorClass {
  className: string;
  /** Its `name`; undefined: it inherits one. */
  name: string | undefined;
}

function findErrorClasses(texts: readonly string[]): ErrorClass[] {
  const classes = texts.flatMap((text) => [...text.matchAll(CLASS)]);
  const errorClasses = new Map<string, ErrorClass>();
  const visit = (superclass: string): void => {
    for (const [, className = '', extended, body = ''] of classes)
      if (extended === superclass && !errorClasses.has(className)) {
        errorClasses.set(className, { className, name: NAME.exec(body)?.[1] });
        visit(className);
      }
  };
  visit('Error');
  return [...errorClasses.values()];
}

const findMisnamed = (texts: readonly string[]): string[] =>
  findErrorClasses(texts).flatMap(({ className, name }) =>
    name === className ? [] : [`${className}: ${name}`],
  );

it('the name of each error of the product is that of its class', () => {
  expect(findErrorClasses(sources).length).toBeGreaterThan(25);
  expect(findMisnamed(sources)).toEqual([]);
});

it('an error with the name of another class, or that of its superclass, is reported', () => {
  const source =
    "class VendorFailure extends Error {\n  override readonly name: string = 'VendorFailure';\n}\n";
  expect(findMisnamed([source, 'class NotListed extends VendorFailure {}'])).toEqual([
    'NotListed: undefined',
  ]);
  expect(findMisnamed(["class Late extends Error {\n  override readonly name = 'Early';\n}"])).toEqual([
    'Late: Early',
  ]);
  expect(findMisnamed([source, 'class Panel extends Component {}'])).toEqual([]);
});
