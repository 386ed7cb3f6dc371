import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { createFreezeLink } from '../account/freeze-link.ts';
import { countryOf } from '../country-of.ts';
import type { IdentityContext, LoginOrigin } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import type { Language } from '../ports.ts';
import type { User } from '../store.ts';

const SYSTEMS: Readonly<Record<string, string>> = {
  ANDROID: 'Android',
  IOS: 'iOS',
  WINDOWS: 'Windows',
  MAC: 'macOS',
  CHROME_OS: 'ChromeOS',
  LINUX: 'Linux',
};
const BROWSERS: Readonly<Record<string, string>> = {
  SAMSUNG: 'Samsung Internet',
  OPERA: 'Opera',
  EDGE: 'Edge',
  FIREFOX: 'Firefox',
  CHROME: 'Chrome',
  SAFARI: 'Safari',
};

/**
 * Returns a name such as "Chrome · Android". The browser's data is untrusted: only known names are used in an
 * e-mail.
 */
function deviceNameOf({ browser, osType }: LoginOrigin): string {
  const findKnownName = (names: Readonly<Record<string, string>>, name: string) =>
    Object.hasOwn(names, name) ? names[name] : undefined;
  return [findKnownName(BROWSERS, browser), findKnownName(SYSTEMS, osType)].filter(Boolean).join(' · ');
}

/** Number of latest sign-ins compared, and of their locations; users with more get a superfluous notice. */
const MAX_SIGN_INS = 1_000;
const MAX_PATHS = 200;

/**
 * Notifies a user of a sign-in with a new kind of device, or from a new country; called before this one is
 * recorded. The first sign-in causes no notice.
 */
export async function notifyNewDevice(
  context: IdentityContext,
  tx: Tx,
  user: User,
  loginOrigin: LoginOrigin,
  language: Language,
): Promise<void> {
  const { osType, deviceType, browser, ip } = loginOrigin;
  const { rows } = await sql<{ ip: string; same: boolean }>`select distinct ip,
      (os_type, device_type, browser) = (${osType}, ${deviceType}, ${browser}) as same
    from (select ip, os_type, device_type, browser from login_attempts
      where user_id = ${user.id} and successful order by id desc limit ${MAX_SIGN_INS}) newest
    order by same desc limit ${MAX_PATHS}`.execute(tx);
  const country = countryOf(ip);
  if (rows.length === 0 || rows.some((row) => row.same && countryOf(row.ip) === country)) return;
  await context.codeSender.notify(
    tx,
    { ...recipientOf(user), language },
    {
      kind: 'NEW_DEVICE',
      device: deviceNameOf(loginOrigin),
      country,
      at: context.now().toISOString(),
      freeze: createFreezeLink(context, user.id),
    },
  );
}
