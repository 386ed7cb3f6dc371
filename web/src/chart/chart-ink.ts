/** Returns the theme's colours for the canvas. */
export function readChartColors() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    text3: token('--text-3'),
    line: token('--line'),
    controlLine: token('--control-line'),
    label: token('--accent'),
    accent: token('--accent'),
    accentSoft: token('--accent-soft'),
    up: token('--up'),
    down: token('--down'),
    // Hex tokens plus alpha: for the volume, and for candles of the reference price among candles of trades.
    upPale: `${token('--up')}80`,
    downPale: `${token('--down')}80`,
    upSoft: `${token('--up')}59`,
    downSoft: `${token('--down')}59`,
    /** The twelve chart colours, starting with index 0. */
    hues: Array.from({ length: 12 }, (_, at) => token(`--c-${at + 1}`)),
  };
}
