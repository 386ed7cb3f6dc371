import type { BodyOf, login } from '@sarraf/domain/contracts';
import type { BrowserIdentity, BrowserLoginOrigin, Device } from './deps.ts';

export const visitOf = (
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
export const completeVisit = (visit: BrowserLoginOrigin, first: Device | null): BrowserLoginOrigin => ({
  osType: visit.osType || (first?.osType ?? ''),
  deviceType: visit.deviceType || (first?.deviceType ?? ''),
  browser: visit.browser || (first?.browser ?? ''),
  ip: visit.ip,
  client: visit.client,
});
