/** Alerts and dashboards use existing metrics, and each alert has its section in docs/runbook.md. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ALARM_KINDS } from '@sarraf/domain/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMetricHooks } from '../server/src/app/metrics/count-metrics.ts';
import { registerMetricReaders } from '../server/src/app/metrics/read-metrics.ts';
import { createLog } from '../server/src/platform/log.ts';
import { Metrics } from '../server/src/platform/metrics/metrics.ts';
import { findTool } from './debian.ts';
import { findBrokenLinks, listHeadings } from './markdown.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy/prometheus');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const rules = read('deploy/prometheus/alerts.yaml');
const runbook = read('docs/runbook.md');
const prometheus = findTool('prometheus');
const promtool = (...args: string[]) =>
  spawnSync(join(dirname(prometheus ?? ''), 'promtool'), args, { cwd: folder, encoding: 'utf8' });

interface Alert {
  name: string;
  expr: string;
  body: string;
}
const alerts: Alert[] = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((body) => ({
    name: /^\w+/.exec(body)?.[0] ?? '',
    expr: /^ {8}expr: (.+)$/m.exec(body)?.[1] ?? '',
    body,
  }));

/** All metrics of our processes, with the names that Prometheus stores. */
let exported: ReadonlySet<string>;
beforeAll(async () => {
  const metrics = new Metrics(createLog('silent'));
  createMetricHooks(metrics);
  // They are only declared; nothing is read.
  registerMetricReaders(metrics, {} as never);
  const names = await metrics.listNames();
  exported = new Set(
    names.flatMap(({ name, type }) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
});

/** Prometheus' own metrics. */
const ITS_OWN = new Set(['up']);
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'Inf', 'NaN']);

/** Returns the series named in a query. */
function seriesOf(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring|group_left|group_right) ?\([^)]*\)/g, ' ');
  const words = bare.matchAll(/(?<![\w.$])([a-zA-Z_:][\w:]*)(?!\w*\s*\()/g);
  return [...new Set([...words].map(([, word = '']) => word))].filter((word) => !WORDS.has(word));
}
const unknown = (query: string) =>
  seriesOf(query).filter((name) => !exported.has(name) && !ITS_OWN.has(name));

it.each([
  ['max by (name) (sarraf_jobs_waiting{state="dead"}) > 0', ['sarraf_jobs_waiting']],
  ['sum(rate(a_total{x=~"b.."}[5m])) / sum(c) > 0.1 and on () d offset 3h == 1e9', ['a_total', 'c', 'd']],
  ['histogram_quantile(0.99, sum by (le) (rate(a_bucket[5m]))) > 1', ['a_bucket']],
  ['(sum(a) or vector(0)) < 1', ['a']],
])('seriesOf finds the series of a query: %s', (query, series) => {
  expect(seriesOf(query)).toEqual(series);
});

/** An alarm of the back office and an alert of the same thing share a section. */
const alarmNames = ALARM_KINDS.map((kind) =>
  kind.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
);

describe('Prometheus alerts', () => {
  it('are all parsed by this test', () => {
    expect(alerts.length).toBeGreaterThan(30);
    expect(alerts).toHaveLength([...rules.matchAll(/\balert:/g)].length);
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
  });

  it('use existing metrics', () => {
    for (const { name, expr } of alerts) {
      expect([name, seriesOf(expr).length > 0]).toEqual([name, true]);
      expect([name, unknown(expr)]).toEqual([name, []]);
    }
  });

  it('have a severity, a description, and a link to the runbook', () => {
    for (const { name, body } of alerts) {
      expect(body).toMatch(/^ {10}severity: (page|ticket)$/m);
      expect(body).toMatch(/^ {10}summary: '.+'$/m);
      const url = /^ {10}runbook_url: (\S+)$/m.exec(body)?.[1] ?? 'nowhere';
      expect(url).toBe(`docs/runbook.md#${name.toLowerCase()}`);
      expect(findBrokenLinks(join(root, 'ALERT.md'), `[${name}](${url})`)).toEqual([]);
    }
  });

  it('and alarms each have a section with symptoms, checks, actions and contacts, and there is no other section', () => {
    const names = [...new Set([...alerts.map(({ name }) => name), ...alarmNames])];
    const [, ...sections] = runbook.split(/^### /m);
    expect(sections.map((section) => /^\w+/.exec(section)?.[0]).sort()).toEqual([...names].sort());
    for (const section of sections)
      for (const part of ['Felt:', 'Look:', 'Do:', 'Call'])
        expect([section.split('\n')[0], section.includes(`**${part}**`)]).toEqual([
          section.split('\n')[0],
          true,
        ]);
    expect(listHeadings(runbook)).toEqual(expect.arrayContaining(names));
  });

  it('are each tested by a case in which they fire', () => {
    const tried = read('deploy/prometheus/alerts.test.yaml');
    for (const { name } of alerts) expect(tried).toContain(`{alertname="${name}"}`);
  });
});

describe.skipIf(prometheus === undefined)('promtool tests', () => {
  it.each([
    ['accepts the alerts', ['check', 'rules', 'alerts.yaml']],
    ['accepts the example configuration', ['check', 'config', 'prometheus.yaml']],
    [
      'confirms that alerts fire when everything fails, and not when all is well',
      ['test', 'rules', 'alerts.test.yaml'],
    ],
  ])('%s', (_what, args) => {
    const { status, stdout, stderr } = promtool(...args);
    expect([status, `${stdout}${stderr}`.includes('FAILED') ? `${stdout}${stderr}` : '']).toEqual([0, '']);
  });
});

describe('Grafana dashboards', () => {
  const files = globSync('deploy/grafana/*.json', { cwd: root });
  it('deploy/grafana contains the exchange and the process dashboard', () =>
    expect(files.sort()).toEqual(['deploy/grafana/exchange.json', 'deploy/grafana/process.json']));

  it.each(files)('%s uses existing metrics', (file) => {
    const { panels } = JSON.parse(read(file)) as {
      panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[];
    };
    const dataPanels = panels.filter(({ type }) => type !== 'row');
    expect(dataPanels.length).toBeGreaterThan(10);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, targets = [] } of dataPanels) {
      expect([title, targets.length > 0]).toEqual([title, true]);
      for (const { expr } of targets) expect([title, expr, unknown(expr)]).toEqual([title, expr, []]);
    }
  });

  it('show every metric of ours', () => {
    const text = files.map(read).join('\n');
    const ours = [...exported].filter((name) => name.startsWith('sarraf_'));
    expect(ours.length).toBeGreaterThan(40);
    const stems = new Set(ours.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    expect([...stems].filter((name) => !text.includes(name))).toEqual([]);
  });
});

it('an example configuration for this machine is valid', () => {
  const example = read('deploy/prometheus/prometheus.yaml');
  for (const job of new Set([...rules.matchAll(/job="([\w-]+)"/g)].map(([, name]) => name)))
    expect(example).toContain(`job_name: ${job}`);
});
