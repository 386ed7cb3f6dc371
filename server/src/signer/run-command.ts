import {
  initSeed,
  openNewestSeed,
  reshareSeed,
  restoreSeeds,
  rotateSeed,
  unlockSigner,
  verifyShares,
} from './ceremony/commands.ts';
import type { Stdio } from './ceremony/terminal.ts';
import { releaseLatch, retireSeed, setAllowances, setCaps, setCold, setEosKey, setKeys } from './operate.ts';
import { deriveSeed } from './seed-file.ts';
import type { SignerSettings } from './settings.ts';

/** Commands of operators, next to a running signer. */
const OPERATOR_COMMANDS = new Map<string, typeof setCaps>([
  ['release', releaseLatch],
  ['caps', setCaps],
  ['allowance', setAllowances],
  ['keys', setKeys],
  ['cold', setCold],
  ['eos-key', setEosKey],
  ['retire', retireSeed],
]);

const CEREMONY_COMMANDS = new Map<string, typeof initSeed>([
  ['init', initSeed],
  ['verify-shares', verifyShares],
  ['reshare', reshareSeed],
  ['restore', restoreSeeds],
  ['rotate', rotateSeed],
  ['unlock', unlockSigner],
]);

/** Runs any command of `npm run signer` except the start. Throws an error with the message for the operator. */
export async function runSignerCommand(
  stdio: Stdio,
  settings: SignerSettings,
  [command = '', ...rest]: readonly string[],
): Promise<void> {
  const operatorCommand = OPERATOR_COMMANDS.get(command);
  const ceremony = CEREMONY_COMMANDS.get(command);
  const openSeed = async () => deriveSeed(await openNewestSeed(stdio, settings));
  if (operatorCommand) return operatorCommand({ stdio, settings, openSeed }, rest);
  if (ceremony) return ceremony(stdio, settings, rest);
  throw new Error(
    `npm run signer ${[...OPERATOR_COMMANDS.keys(), ...CEREMONY_COMMANDS.keys(), 'start'].join(' | ')}`,
  );
}
