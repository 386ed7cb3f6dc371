import { ASSETS, isAsset } from './assets.ts';

/** The coin or chain that an alarm is about, as people call it: "TETHER TRC20" is "Tether (TRC20)". Null: it is about neither. */
export function formatCoinSubject(subject: string, language: 'fa' | 'en'): string | null {
  const [asset = '', tokenType = asset] = subject.split(' ');
  if (!isAsset(asset)) return null;
  const name = language === 'fa' ? ASSETS[asset].persianName : ASSETS[asset].englishName;
  return tokenType === asset ? name : `${name} (${tokenType})`;
}
