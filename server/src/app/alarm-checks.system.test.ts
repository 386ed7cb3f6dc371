/** Things outside the ledger that expire, fill up or fail: an alarm of the product, and the metric for monitoring. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { DAY_MS, HOUR_MS } from '@sarraf/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../test/certificate.ts';
import { canMount } from '../../test/own-postgres.ts';
import { removeFolder } from '../../test/remove-folder.ts';
import { findFreePort } from '../../test/running-server.ts';
import { type DrillRecord, writeDrillRecord } from '../drill/index.ts';
import { manualClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { createLog } from '../platform/log.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import { createAlarmChecks } from './alarm-checks.ts';
import { registerMetricReaders } from './metrics/read-metrics.ts';

/** Expiry of the tests' certificate. */
const END = Date.parse('2049-12-31T23:59:59Z');
const MB = 1 << 20;
const folder = mkdtempSync(join(tmpdir(), 'sarraf-alarms-'));
const DRILL_RECORD = join(folder, 'last-drill.json');
const server = createServer(makeCertificate());
let place: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  removeFolder(folder);
});

const sourcesOf = (settings: Partial<Config>, now: number) => {
  const config = {
    PUBLIC_URL: 'http://127.0.0.1',
    DATABASE_URL: 'postgres://',
    DATA_DIR: folder,
    outgoing: { all: null, byVendor: {} },
    ...settings,
  };
  // The other checks are tested next to what they check.
  return { config, clock: manualClock(now), parts: {} } as never;
};

async function findingsOf(name: string, settings: Partial<Config>, now = END) {
  const look = createAlarmChecks(sourcesOf(settings, now)).find((one) => one.name === name);
  return (await look?.look(null))?.findings;
}

/** Returns the metrics of this name: label and value. */
async function figures(name: string, settings: Partial<Config>, now = END): Promise<Record<string, number>> {
  const metrics = new Metrics(createLog('silent'));
  registerMetricReaders(metrics, sourcesOf(settings, now));
  const samples = (await metrics.renderText()).matchAll(
    new RegExp(`^${name}(?:{\\w+="(.*)"})? (\\S+)$`, 'gm'),
  );
  return Object.fromEntries(
    [...samples].map(([, label = '', value]) => [label, Number(value?.replace('Inf', 'Infinity'))]),
  );
}

describe('the alarm and metric of a certificate', () => {
  it.each([
    [15, []],
    [13, [{ kind: 'CERTIFICATE_ENDS', figure: 13 }]],
    [1, [{ kind: 'CERTIFICATE_ENDS', figure: 1, severity: 'PAGE' }]],
    [-1, [{ kind: 'CERTIFICATE_ENDS', figure: 0, severity: 'PAGE' }]],
  ])('that expires in %i days', async (days, expected) => {
    const settings = { ALARM_CERTIFICATES: place };
    const now = END - days * DAY_MS - 1_000;
    expect(await findingsOf('certificates', settings, now)).toEqual(
      expected.map((one) => ({ ...one, subject: place })),
    );
    expect(await figures('sarraf_certificate_left_seconds', settings, now)).toEqual({
      [place]: (days * DAY_MS) / 1_000 + 1,
    });
  });

  it('of a host that can not be reached report that, and hide no other host', async () => {
    const away = `127.0.0.1:${await findFreePort()}`;
    const settings = { ALARM_CERTIFICATES: `${away},${place}` };
    expect((await findingsOf('certificates', settings))?.map(({ kind, subject }) => [kind, subject])).toEqual(
      [
        ['FIGURES_MISSING', `TLS ${away}`],
        ['CERTIFICATE_ENDS', place],
      ],
    );
    expect(await figures('sarraf_reading_failed', settings)).toMatchObject({ certificates: 1, ends: 0 });
  });

  it('cover the hosts that people type, and a witness by TLS', async () => {
    const settings = { PUBLIC_URL: `https://${place}`, WITNESS_SYSLOG: `tls://${place}` };
    expect(await findingsOf('certificates', settings)).toMatchObject([{ subject: place }]);
  });
});

it('the alarm of a third-party key is raised two weeks before it expires, and once it has', async () => {
  const settings = { ALARM_ENDS: 'KAVENEGAR=2026-02-01, domain=2026-06-01' };
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
  expect(await findingsOf('ends', settings, at('2026-01-17'))).toEqual([]);
  for (const [day, figure] of [
    ['2026-01-20', 12],
    ['2026-02-03', 0],
  ] as const)
    expect(await findingsOf('ends', settings, at(day))).toEqual([
      { kind: 'KEY_ENDS', subject: 'KAVENEGAR', figure },
    ]);
  expect(await figures('sarraf_key_left_seconds', settings, at('2026-02-03'))).toMatchObject({
    KAVENEGAR: -2 * 86_400,
  });
});

describe('the alarm and metric of a restore drill', () => {
  const startMs = Date.parse('2026-11-20T03:00:00Z');
  const record = (held: boolean): DrillRecord => ({
    held,
    begunAt: new Date(startMs).toISOString(),
    asked: null,
    recoveryPoint: null,
    batch: null,
    lostMs: 0,
    recoveryMs: 1,
    copyMs: 1,
    replayMs: 1,
    auditMs: 1,
    heads: '',
    faults: held ? [] : ['the books are not right'],
  });
  const kinds = async (now: number) =>
    (await findingsOf('drill', { DRILL_RECORD }, now))?.map(({ kind }) => kind);
  const figure = (name: string, now: number) => figures(`sarraf_drill_${name}`, { DRILL_RECORD }, now);

  it('for a drill that was never run, failed, passed, or is old', async () => {
    expect(await kinds(startMs)).toEqual(['DRILL_MISSING']);
    expect([await figure('age_seconds', startMs), await figure('held', startMs)]).toEqual([
      { '': Infinity },
      {},
    ]);
    writeDrillRecord(DRILL_RECORD, record(false));
    expect([await kinds(startMs), await figure('held', startMs)]).toEqual([['DRILL_FAILED'], { '': 0 }]);
    writeDrillRecord(DRILL_RECORD, record(true));
    expect([await kinds(startMs), await figure('held', startMs)]).toEqual([[], { '': 1 }]);
    // A night that was missed is not enough.
    const later = startMs + 54 * HOUR_MS + 1_000;
    expect(await kinds(later - 2_000)).toEqual([]);
    expect([await kinds(later), await figure('age_seconds', later)]).toEqual([
      ['DRILL_MISSING'],
      { '': 54 * 3_600 + 1 },
    ]);
  });

  it('are absent if no drill is set up', async () => {
    expect(await findingsOf('drill', {})).toEqual([]);
    expect(await figures('sarraf_drill_age_seconds', {})).toEqual({});
  });
});

describe.skipIf(!canMount())('the alarm and metric of a disk (needs the right to mount one)', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'sarraf-disk-'));
  beforeAll(() => void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', DATA_DIR]));
  afterAll(() => {
    execFileSync('umount', [DATA_DIR]);
    removeFolder(DATA_DIR);
  });

  it.each([
    [7, []],
    [8.5, [{ kind: 'DISK_FULL', subject: 'DATA_DIR', figure: 85 }]],
    [9.7, [{ kind: 'DISK_FULL', subject: 'DATA_DIR', figure: 97, severity: 'PAGE' }]],
    [7.5, []],
  ])('with %f of ten megabytes used', async (megabytes, expected) => {
    writeFileSync(join(DATA_DIR, 'filler'), Buffer.alloc(Math.round(megabytes * MB)));
    expect(await findingsOf('disks', { DATA_DIR })).toEqual(expected);
    const used = (await figures('sarraf_data_disk_used', { DATA_DIR }))[''];
    expect(used).toBeCloseTo(megabytes / 10, 2);
  });
});
