import { init, openStored, reshare, restore, rotate, unlock, verifyShares } from './ceremony/commands.ts';
import type { Stdio } from './ceremony/terminal.ts';
import { release, retireSeed, setAllowances, setCaps, setCold, setEosKey, setKeys } from './operate.ts';
import { seedOf } from './seed-file.ts';
import type { SignerSettings } from './settings.ts';

/** Commands of operators, next to a running signer. */
const ACTS = new Map<string, typeof setCaps>([
  ['release', release],
  ['caps', setCaps],
  ['allowance', setAllowances],
  ['keys', setKeys],
  ['cold', setCold],
  ['eos-key', setEosKey],
  ['retire', retireSeed],
]);

const CEREMONIES = new Map<string, typeof init>([
  ['init', init],
  ['verify-shares', verifyShares],
  ['reshare', reshare],
  ['restore', restore],
  ['rotate', rotate],
  ['unlock', unlock],
]);

/** Runs any command of `npm run signer` except the start. Throws an error with the message for the operator. */
export async function runSignerCommand(
  stdio: Stdio,
  settings: SignerSettings,
  [command = '', ...rest]: readonly string[],
): Promise<void> {
  const act = ACTS.get(command);
  const ceremony = CEREMONIES.get(command);
  const openSeed = async () => seedOf(await openStored(stdio, settings));
  if (act) return act({ stdio, settings, openSeed }, rest);
  if (ceremony) return ceremony(stdio, settings, rest);
  throw new Error(`npm run signer ${[...ACTS.keys(), ...CEREMONIES.keys(), 'start'].join(' | ')}`);
}
