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

/** The device without its address, as a step that waits for its code remembers it. */
export const deviceOf = ({ osType, deviceType, browser }: BrowserLoginOrigin): Device => ({
  osType,
  deviceType,
  browser,
});

/** What the second step leaves unsaid, the first one has said. */
export const completeVisit = (visit: BrowserLoginOrigin, first: Device | null): BrowserLoginOrigin => ({
  osType: visit.osType || (first?.osType ?? ''),
  deviceType: visit.deviceType || (first?.deviceType ?? ''),
  browser: visit.browser || (first?.browser ?? ''),
  ip: visit.ip,
  client: visit.client,
});
