export type Params = Readonly<Record<string, string | undefined>>;

const patterns = new Map<string, RegExp>();

/**
 * Returns the parameters of a pattern (`/profile/trade/:quote?/:coin?`, `/backoffice/*`) in an address, or null if
 * it doesn't match. Ignores case and a trailing slash.
 */
export function matchPath(path: string, pathname: string): Params | null {
  let pattern = patterns.get(path);
  if (!pattern) {
    pattern = compilePattern(path);
    patterns.set(path, pattern);
  }
  const match = pattern.exec(pathname);
  if (!match) return null;
  const groups = Object.entries(match.groups ?? {});
  return Object.fromEntries(groups.map(([name, text]) => [name, text && decodePart(text)]));
}

function compilePattern(path: string): RegExp {
  const source = path
    .replace(/\/\*$/, '(?:/.*)?')
    .replace(/\/:(\w+)(\??)/g, '(?:/(?<$1>[^/]+))$2')
    .replace(/\/$/, '');
  return new RegExp(`^${source}/*$`, 'i');
}

/** Decodes a part of an address; a hand-written address may contain a percent sign that starts no escape. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
