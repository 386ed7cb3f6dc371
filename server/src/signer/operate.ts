import { readFileSync } from 'node:fs';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Asset, formatAmount } from '@sarraf/domain';
import { askSigner } from '../custody/sending/signer-client.ts';
import { toWire } from '../platform/wire.ts';
import { type Cap, type Caps, changeCaps } from './caps.ts';
import { type Asked, type OperatorView, operatorMac } from './operator.ts';
import type { SignerSettings } from './settings.ts';

/** `npm run signer release`: has a latched signer sign again. */
export async function release(settings: SignerSettings, openSeed: () => Uint8Array): Promise<void> {
  const { acts, latch } = await view(settings);
  if (latch === null) return say('The signer is not latched.');
  await send(settings, openSeed, { acts, release: latch.id });
  say(
    `Released. It was latched at ${new Date(latch.at).toISOString()}: ${latch.reason} ${latch.about ?? 'TOTAL'}.`,
  );
}

/** `npm run signer caps [file]`: shows the caps, or sets what the file (see `changeCaps`) names. */
export async function setCaps(
  settings: SignerSettings,
  openSeed: () => Uint8Array,
  file: string | undefined,
): Promise<void> {
  const { acts, caps } = await view(settings);
  if (file === undefined) return say(textOf(caps));
  const text = readFileSync(file, 'utf8');
  const changed = changeCaps(caps, text);
  await send(settings, openSeed, { acts, caps: text });
  say(textOf(changed));
}

/** Typed where nobody sees it; from a pipe its first line. */
export async function askPassphrase(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stdout.write('Passphrase of the signer: ');
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    if (stdin.isTTY) stdout.write('\n');
  }
}

const view = async (settings: SignerSettings): Promise<OperatorView> =>
  (await askSigner(settings, 'operator-view', null)) as OperatorView;

async function send(settings: SignerSettings, openSeed: () => Uint8Array, request: Asked): Promise<void> {
  const asked = toWire(request);
  const seed = openSeed();
  const mac = operatorMac(seed, asked);
  seed.fill(0);
  await askSigner(settings, 'operate', { asked, mac });
}

/** In the form that `changeCaps` takes. */
function textOf({ coins, total, ceilings }: Caps): string {
  const shown = (asset: Asset, { hour, day }: Cap) => ({
    hour: formatAmount(hour, asset),
    day: formatAmount(day, asset),
  });
  const each = <T, R>(of: Partial<Record<Asset, T>>, text: (asset: Asset, value: T) => R) =>
    Object.fromEntries(
      (Object.entries(of) as [Asset, T][]).map(([asset, value]) => [asset, text(asset, value)]),
    );
  return JSON.stringify(
    {
      coins: each<Cap, unknown>(coins, shown),
      total: shown('TETHER', total),
      ceilings: each<bigint, string>(ceilings, (_asset, value) => formatAmount(value, 'TETHER')),
    },
    null,
    2,
  );
}

function say(line: string): void {
  stdout.write(`${line}\n`);
}
