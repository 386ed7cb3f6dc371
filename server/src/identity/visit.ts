import type { BodyOf, login } from '@sarraf/domain/contracts';
import type { Visit } from './deps.ts';

export const visitOf = (
  body: Pick<BodyOf<typeof login>, 'osType' | 'deviceType' | 'browser'>,
  ip: string,
): Visit => ({
  osType: body.osType ?? '',
  deviceType: body.deviceType ?? '',
  browser: body.browser ?? '',
  ip,
});
