import type { LoginRecord } from '@sarraf/domain/contracts';

/** Client of a sign-in, as reported by the browser and seen by the server. */
export type SignInClient = Pick<
  LoginRecord,
  'osType' | 'deviceType' | 'browser' | 'ipAddress' | 'countryCode'
>;

/** Product names are the same in every language. */
const SYSTEMS = new Map(
  Object.entries({
    ANDROID: 'Android',
    IOS: 'iOS',
    WINDOWS: 'Windows',
    MAC: 'macOS',
    CHROME_OS: 'ChromeOS',
    LINUX: 'Linux',
  }),
);
const BROWSERS = new Map(
  Object.entries({
    SAMSUNG: 'Samsung Internet',
    OPERA: 'Opera',
    EDGE: 'Edge',
    FIREFOX: 'Firefox',
    CHROME: 'Chrome',
    SAFARI: 'Safari',
  }),
);

/** "Chrome · Android", or null if neither is known. */
export function formatProgram({ osType, browser }: Pick<SignInClient, 'osType' | 'browser'>): string | null {
  const names = [BROWSERS.get(browser), SYSTEMS.get(osType)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : null;
}

export type DeviceKind = 'DESKTOP' | 'MOBILE' | 'TABLET';
export const deviceKind = (deviceType: string): DeviceKind | null =>
  deviceType === 'DESKTOP' || deviceType === 'MOBILE' || deviceType === 'TABLET' ? deviceType : null;

/** Whether an address belongs to no country: the local machine and private networks. */
export function isPrivateAddress(ip: string): boolean {
  const v4 = ip.replace(/^::ffff:/i, '');
  return /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)|^(::1$|f[cd]|fe[89ab])/i.test(v4);
}

/** Returns the country's name in the language; null without a country. */
export function getVisitCountryName(code: string | null, language: string): string | null {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code) ?? null;
}
