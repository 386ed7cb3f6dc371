/** Metrics of a process: `name{label="value"}` and its value. */
export type ScrapedMetrics = ReadonlyMap<string, number>;

export async function scrape(port: number): Promise<ScrapedMetrics> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(20_000) });
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number.parseFloat(line.slice(at + 1))];
    }),
  );
}

/** Returns the values of all labels. */
export const listLabels = (scraped: ScrapedMetrics): string[] =>
  [...scraped.keys()].flatMap((series) => [...series.matchAll(/="([^"]*)"/g)].map(([, value = '']) => value));
