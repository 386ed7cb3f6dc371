/** The faults of an installation: each with its requirements on this machine, its injection and its end. */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { canMount, hasProc, listChildren } from '../own-postgres.ts';
import { createSeededRandom } from '../random.ts';
import { type BlackboxRig, findFakeTime, hasCompiler } from './rig.ts';

export const FAULTS = [
  'server',
  'worker',
  'signer',
  'postgres',
  'session',
  'freeze',
  'freeze-postgres',
  'clock',
  'serialization',
  'loss',
  'partition',
  'slow-disk',
  'sync-error',
  'disk',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface PlannedFault {
  /** Milliseconds since the start. */
  at: number;
  fault: Fault;
  /** From 0 to below 1: determines duration, target and direction. */
  chance: number;
}

/** Plans the faults, deterministically from the seed. */
export function planFaults(
  seed: number,
  seconds: number,
  faults: readonly Fault[],
  everySeconds: number,
): PlannedFault[] {
  const random = createSeededRandom(seed);
  const plan: PlannedFault[] = [];
  if (faults.length === 0) return plan;
  let bag: Fault[] = [];
  for (let at = 0; ; ) {
    // Random intervals around the mean, with a minimum distance.
    at += (0.5 + random()) * everySeconds * 1_000;
    if (at > seconds * 1_000) return plan;
    // Each comes once before any comes twice.
    if (bag.length === 0) bag = [...faults];
    const [fault] = bag.splice(Math.floor(random() * bag.length), 1);
    plan.push({ at, fault: fault as Fault, chance: random() });
  }
}

/** Returns why a fault can't be injected here; null: it can. */
export function findMissingRequirement(fault: Fault): string | null {
  if (!hasProc()) return 'processes are found in /proc';
  if (fault === 'clock' && findFakeTime() === null) return 'libfaketime is not installed';
  if ((fault === 'slow-disk' || fault === 'sync-error') && !hasCompiler()) return 'there is no C compiler';
  if (fault === 'disk' && !canMount()) return 'nothing may be mounted';
  if ((fault === 'loss' || fault === 'partition') && !hasOwnNetwork())
    return 'this is not a network namespace of its own (unshare -n) with iptables in it';
  return null;
}

/** Set by the creator of the network namespace: its firewall rules affect no other process, and disappear with it. */
export const hasOwnNetwork = (): boolean =>
  process.env.BLACKBOX_NETWORK === 'own' && spawnSync('iptables', ['-S'], { stdio: 'ignore' }).status === 0;

const randomBetween = (least: number, most: number, chance: number): number =>
  least + chance * (most - least);
const databasePortOf = (rig: BlackboxRig): string => new URL(rig.postgres.url).port;

function sendSignal(pid: number | null, name: NodeJS.Signals): void {
  try {
    if (pid !== null) process.kill(pid, name);
  } catch (error) {
    // It ended on its own in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function startUntilReady(rig: BlackboxRig): Promise<void> {
  // Retries while sessions of the previous database have not ended yet.
  for (let tries = 0; ; tries += 1) {
    try {
      return await rig.postgres.start();
    } catch (error) {
      if (tries > 20) throw error;
      await sleep(500);
    }
  }
}

const setPacketDropRule = (how: '-I' | '-D', port: string, probability: number): void => {
  for (const side of ['--dport', '--sport']) {
    const share = ['-m', 'statistic', '--mode', 'random', '--probability', String(probability)];
    const rule = [how, 'INPUT', '-p', 'tcp', side, port, ...(probability < 1 ? share : []), '-j', 'DROP'];
    const done = spawnSync('iptables', rule);
    if (done.status !== 0) throw new Error(`iptables: ${done.stderr}`);
  }
};

/** A trigger on each table that the product writes, created before it starts, so that it waits for no lock. */
export const DISTURBANCE_TRIGGERS = `create schema blackbox;
  grant usage on schema blackbox to public;
  create function blackbox.disturb() returns trigger language plpgsql as $$ begin return null; end $$;
  do $$ declare t text; begin
    for t in select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' loop
      execute format('create trigger blackbox before insert or update or delete on %s for each statement
        execute function blackbox.disturb()', t);
    end loop;
  end $$`;
/** Raises 40001 and 40P01 in this share of all writing statements. */
const disturbanceSql = (
  share: number,
): string => `create or replace function blackbox.disturb() returns trigger
  language plpgsql as $$ begin
    if random() < ${share / 2} then raise exception 'made up' using errcode = '40001'; end if;
    if random() < ${share / 2} then raise exception 'made up' using errcode = '40P01'; end if;
    return null;
  end $$`;

const INJECTORS: Record<Fault, (rig: BlackboxRig, chance: number) => Promise<void>> = {
  server: (rig) => rig.restart(),
  async worker(rig) {
    sendSignal(rig.pids().worker, 'SIGKILL');
  },
  async signer(rig) {
    sendSignal(rig.pids().signer, 'SIGKILL');
  },
  async postgres(rig, chance) {
    rig.postgres.kill();
    await sleep(randomBetween(0, 3_000, chance));
    await startUntilReady(rig);
  },
  async session(rig, chance) {
    const sessions = listChildren(rig.postgres.pid);
    sendSignal(sessions[Math.floor(chance * sessions.length)] ?? null, 'SIGKILL');
  },
  async freeze(rig, chance) {
    const { server, worker } = rig.pids();
    const frozen = chance < 0.7 ? server : worker;
    sendSignal(frozen, 'SIGSTOP');
    await sleep(randomBetween(1_000, 8_000, chance));
    sendSignal(frozen, 'SIGCONT');
  },
  async 'freeze-postgres'(rig, chance) {
    rig.postgres.freeze();
    await sleep(randomBetween(1_000, 8_000, chance));
    rig.postgres.thaw();
  },
  async clock(rig, chance) {
    rig.moveClocks(chance < 0.5 ? 3_600 : -3_600);
    await sleep(randomBetween(5_000, 15_000, chance));
    rig.moveClocks(0);
  },
  async serialization(rig, chance) {
    await retryQuery(rig, disturbanceSql(0.05));
    await sleep(randomBetween(4_000, 12_000, chance));
    await retryQuery(rig, disturbanceSql(0));
  },
  async loss(rig, chance) {
    setPacketDropRule('-I', databasePortOf(rig), 0.2);
    await sleep(randomBetween(5_000, 15_000, chance));
    setPacketDropRule('-D', databasePortOf(rig), 0.2);
  },
  async partition(rig, chance) {
    setPacketDropRule('-I', databasePortOf(rig), 1);
    await sleep(randomBetween(3_000, 30_000, chance));
    setPacketDropRule('-D', databasePortOf(rig), 1);
  },
  async 'slow-disk'(rig, chance) {
    rig.disturbDisk({ slow: randomBetween(50, 500, chance) });
    await sleep(randomBetween(4_000, 12_000, chance));
    rig.disturbDisk(null);
  },
  async 'sync-error'(rig, chance) {
    rig.disturbDisk({ fail: true });
    await sleep(randomBetween(500, 3_000, chance));
    rig.disturbDisk(null);
    await restartIfEnded(rig);
  },
  async disk(rig, chance) {
    rig.postgres.fill();
    await sleep(randomBetween(4_000, 12_000, chance));
    rig.postgres.release();
    await restartIfEnded(rig);
  },
};

/** After a panic PostgreSQL restarts itself, or has ended for good and is started again, as its service would. */
async function restartIfEnded(rig: BlackboxRig): Promise<void> {
  await sleep(1_000);
  await startUntilReady(rig);
}

/** Retries while the previous fault is still being recovered from. */
async function retryQuery(rig: BlackboxRig, text: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await rig.query(text);
    } catch (error) {
      if (tries > 40) throw error;
      await sleep(250);
    }
  }
}

export const injectFault = (rig: BlackboxRig, { fault, chance }: PlannedFault): Promise<void> =>
  INJECTORS[fault](rig, chance);
