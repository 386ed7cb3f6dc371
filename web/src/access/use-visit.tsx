import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../framework/i18n/language.ts';
import {
  deviceKind,
  formatProgram,
  getVisitCountryName,
  isPrivateAddress,
  type SignInClient,
} from './visit.ts';

const ICONS = { DESKTOP: IconDeviceDesktop, MOBILE: IconDeviceMobile, TABLET: IconDeviceTablet };

export function DeviceIcon({ type, size }: { type: string; size: number }) {
  const kind = deviceKind(type);
  const Icon = kind ? ICONS[kind] : IconDeviceUnknown;
  return <Icon size={size} stroke={1.6} aria-hidden />;
}

/** Texts for a visit in the language of the page. */
export function useVisitText() {
  const t = useTranslations('settings.visit');
  const language = useLanguage();
  return {
    /** "Chrome · Android", or the kind of device. */
    device: (visit: SignInClient): string => {
      const kind = deviceKind(visit.deviceType);
      return formatProgram(visit) ?? (kind ? t(kind) : t('unknownDevice'));
    },
    /** The kind of device, unless `device` already returns it. */
    kind: (visit: SignInClient): string | null => {
      const kind = deviceKind(visit.deviceType);
      return kind && formatProgram(visit) ? t(kind) : null;
    },
    place: ({ countryCode, ipAddress }: SignInClient): string =>
      getVisitCountryName(countryCode, language) ??
      t(isPrivateAddress(ipAddress) ? 'privateNetwork' : 'unknownPlace'),
  };
}
