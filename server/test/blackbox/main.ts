// `npm run blackbox -- --seconds 600 --seed 7 --faults server,postgres,clock --every 10 --people 24`, and `npm run
// soak -- --hours 8`: load and faults against the whole product, checked from outside. `--faults all` uses all
// faults that this machine supports, `none` none. A run is repeated with its seed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findFreePort } from '../running-server.ts';
import { FAULTS, type Fault, findMissingRequirement } from './faults.ts';
import { readGitCommit, runBlackbox } from './run.ts';
import { listGrowingFigures } from './soak.ts';

const NETWORK_FAULTS: readonly string[] = ['loss', 'partition', 'all'];
const printLine = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    hours: { type: 'string' },
    seed: { type: 'string', default: process.env.SARRAF_SEED ?? String(randomInt(1_000_000)) },
    faults: { type: 'string' },
    every: { type: 'string', default: '10' },
    people: { type: 'string', default: '24' },
    pause: { type: 'string', default: '250' },
  },
});
const faultChoice = values.faults ?? (values.hours === undefined ? 'all' : 'none');

if (
  faultChoice.split(',').some((name) => NETWORK_FAULTS.includes(name)) &&
  process.env.BLACKBOX_NETWORK !== 'own'
) {
  // Packets are dropped in a network namespace, which disappears with this process.
  const inside = [
    '-n',
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
    process.execPath,
    ...process.argv.slice(1),
  ];
  if (spawnSync('unshare', ['-n', 'true'], { stdio: 'ignore' }).status === 0) {
    const env = { ...process.env, BLACKBOX_NETWORK: 'own' };
    const { status } = spawnSync('unshare', inside, { stdio: 'inherit', env });
    process.exit(status ?? 1);
  }
}

function selectFaults(): Fault[] {
  if (faultChoice === 'none') return [];
  const names = faultChoice === 'all' ? FAULTS : faultChoice.split(',');
  const strange = names.filter((name) => !(FAULTS as readonly string[]).includes(name));
  if (strange.length > 0)
    throw new Error(`no such fault: ${strange.join(', ')}; there are ${FAULTS.join(', ')}`);
  return (names as Fault[]).filter((name) => {
    const why = findMissingRequirement(name);
    if (why !== null) printLine(`skipped: ${name}, since ${why}`);
    return why === null;
  });
}

const seed = Number.parseInt(values.seed, 10);
const seconds =
  values.hours === undefined ? Number.parseFloat(values.seconds) : Number.parseFloat(values.hours) * 3_600;
const faults = selectFaults();
const verdict = await runBlackbox({
  seed,
  seconds,
  faults,
  everySeconds: Number.parseFloat(values.every),
  people: Number.parseInt(values.people, 10),
  pauseMs: Number.parseInt(values.pause, 10),
  port: await findFreePort(),
  whole: true,
  sampled: true,
  say: printLine,
});
const { wrong, samples, ...figures } = verdict;
printLine(JSON.stringify(figures, (_, value) => (typeof value === 'bigint' ? value.toString() : value), 1));
const growingFigures = listGrowingFigures(samples ?? [], faults);
const failed = wrong.length > 0 || growingFigures.length > 0;
printLine(
  failed
    ? `FAILED: ${wrong.length} wrong, ${growingFigures.length} growing; seed ${seed}, commit ${readGitCommit()}`
    : `held: ${figures.operations} operations, ${figures.looks} checks of the ledger, seed ${seed}, commit ${readGitCommit()}`,
);
process.exit(failed ? 1 : 0);
