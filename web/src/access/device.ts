export interface Device {
  osType: string;
  deviceType: string;
  browser: string;
}

const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'ANDROID'],
  [/iPhone|iPad|iPod/, 'IOS'],
  [/Windows/, 'WINDOWS'],
  [/Mac OS X|Macintosh/, 'MAC'],
  [/CrOS/, 'CHROME_OS'],
  [/Linux|X11/, 'LINUX'],
];
/** In this order: each of them also contains the names of later ones. */
const BROWSERS: readonly [RegExp, string][] = [
  [/SamsungBrowser\//, 'SAMSUNG'],
  [/OPR\/|Opera/, 'OPERA'],
  [/Edg(e|A|iOS)?\//, 'EDGE'],
  [/Firefox\/|FxiOS\//, 'FIREFOX'],
  [/Chrome\/|Chromium\/|CriOS\//, 'CHROME'],
  [/Safari\//, 'SAFARI'],
];

/** Returns the browser and device for the person's own login history. */
export function deviceOf(agent: string): Device {
  const first = (list: readonly [RegExp, string][], otherwise: string): string =>
    list.find(([pattern]) => pattern.test(agent))?.[1] ?? otherwise;
  const tablet = /iPad|Tablet/.test(agent) || (/Android/.test(agent) && !/Mobile/.test(agent));
  return {
    osType: first(SYSTEMS, 'OTHER'),
    deviceType: tablet ? 'TABLET' : /Mobi|iPhone|iPod/.test(agent) ? 'MOBILE' : 'DESKTOP',
    browser: first(BROWSERS, 'CHROME'),
  };
}
