export type Params = Readonly<Record<string, string | undefined>>;

const patterns = new Map<string, RegExp>();

/**
 * What an address has in the places of a pattern (`/profile/trade/:quote?/:coin?`, `/backoffice/*`), or null where it
 * doesn't fit. Letters match in either case, and a slash at the end doesn't count.
 */
export function matchPath(path: string, pathname: string): Params | null {
  let pattern = patterns.get(path);
  if (!pattern) {
    pattern = compile(path);
    patterns.set(path, pattern);
  }
  const match = pattern.exec(pathname);
  if (!match) return null;
  const found = Object.entries(match.groups ?? {});
  return Object.fromEntries(found.map(([name, text]) => [name, text && decoded(text)]));
}

function compile(path: string): RegExp {
  const source = path
    .replace(/\/\*$/, '(?:/.*)?')
    .replace(/\/:(\w+)(\??)/g, '(?:/(?<$1>[^/]+))$2')
    .replace(/\/$/, '');
  return new RegExp(`^${source}/*$`, 'i');
}

/** Whoever writes an address by hand may write a percent sign that begins nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
