/** Returns the theme's colours for the canvas. */
export function readChartColors() {
  const style = getComputedStyle(document.documentElement);
  const readToken = (name: string) => style.getPropertyValue(name).trim();
  return {
    text3: readToken('--text-3'),
    line: readToken('--line'),
    controlLine: readToken('--control-line'),
    label: readToken('--accent'),
    accent: readToken('--accent'),
    accentSoft: readToken('--accent-soft'),
    up: readToken('--up'),
    down: readToken('--down'),
    // Hex tokens plus alpha: for the volume, and for candles of the reference price among candles of trades.
    upPale: `${readToken('--up')}80`,
    downPale: `${readToken('--down')}80`,
    upSoft: `${readToken('--up')}59`,
    downSoft: `${readToken('--down')}59`,
    /** The twelve chart colours, starting with index 0. */
    hues: Array.from({ length: 12 }, (_, at) => readToken(`--c-${at + 1}`)),
  };
}
