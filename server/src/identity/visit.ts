import type { BodyOf, login } from '@sarraf/domain/contracts';
import type { BrowserIdentity, BrowserLoginOrigin, Device } from './deps.ts';

export const readLoginOrigin = (
  body: Pick<BodyOf<typeof login>, 'osType' | 'deviceType' | 'browser'>,
  ip: string,
  client: BrowserIdentity,
): BrowserLoginOrigin => ({
  osType: body.osType ?? '',
  deviceType: body.deviceType ?? '',
  browser: body.browser ?? '',
  ip,
  client,
});

/** Returns the device without its network address, as stored with a pending step. */
export const deviceOf = ({ osType, deviceType, browser }: BrowserLoginOrigin): Device => ({
  osType,
  deviceType,
  browser,
});

/** Completes the device of the second step by that of the first. */
export const completeLoginOrigin = (
  loginOrigin: BrowserLoginOrigin,
  firstDevice: Device | null,
): BrowserLoginOrigin => ({
  osType: loginOrigin.osType || (firstDevice?.osType ?? ''),
  deviceType: loginOrigin.deviceType || (firstDevice?.deviceType ?? ''),
  browser: loginOrigin.browser || (firstDevice?.browser ?? ''),
  ip: loginOrigin.ip,
  client: loginOrigin.client,
});
