/** The version of the product in the files that state it: packages, clients and the installation page. */

/** The head of a package.json, and of each of our packages in the lock file. */
const PACKAGE_VERSION = /(?<="name": "(?:sarraf|@sarraf\/\w+)",\n\s*"version": ")[^"]*/g;
const PACKAGES = ['', 'domain/', 'server/', 'web/', 'clients/ccxt/', 'clients/typescript/'];

/** Files by their path in the repository. */
const VERSION_PATTERNS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(PACKAGES.map((folder) => [`${folder}package.json`, PACKAGE_VERSION])),
  'package-lock.json': PACKAGE_VERSION,
  'clients/python/pyproject.toml': /(?<=^version = ")[^"]*/gm,
  'clients/woocommerce/readme.txt': /(?<=^Stable tag: ).*/gm,
  'clients/woocommerce/sarraf-for-woocommerce.php': /(?<=^ \* Version: +|'SARRAF_WC_VERSION', ')[\d.]+/gm,
  // Not the later version that is the example of an upgrade.
  'docs/operate.md': /(?<=\bsarraf-)\d+\.\d+\.\d+\b(?! \/opt\/sarraf\.next)/g,
};

export const VERSIONED_FILES = Object.keys(VERSION_PATTERNS);

/** Returns the version as often as the file states it. @throws when it doesn't. */
export function findVersions(file: string, text: string): string[] {
  const found = text.match(VERSION_PATTERNS[file] as RegExp);
  if (!found) throw new Error(`${file} does not state the version.`);
  return found;
}

/** Returns the text of the file with another version. @throws when it states none. */
export function setVersion(file: string, text: string, version: string): string {
  findVersions(file, text);
  return text.replace(VERSION_PATTERNS[file] as RegExp, version);
}
