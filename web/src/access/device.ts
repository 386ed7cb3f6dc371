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
export function parseDevice(agent: string): Device {
  const findFirst = (list: readonly [RegExp, string][], fallback: string): string =>
    list.find(([pattern]) => pattern.test(agent))?.[1] ?? fallback;
  const tablet = /iPad|Tablet/.test(agent) || (/Android/.test(agent) && !/Mobile/.test(agent));
  return {
    osType: findFirst(SYSTEMS, 'OTHER'),
    deviceType: tablet ? 'TABLET' : /Mobi|iPhone|iPod/.test(agent) ? 'MOBILE' : 'DESKTOP',
    browser: findFirst(BROWSERS, 'CHROME'),
  };
}
