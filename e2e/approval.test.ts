/**
 * Coins above the allowance: approved with the sandbox's button, and with a security key enrolled by the signer's
 * operator.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { minimalEnvironment } from '../server/test/processes.ts';
import { programPath } from '../server/test/programs.ts';
import { callServer, signIn } from '../server/test/running-server.ts';
import { LOOKS, PHONE_LOOK, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { findDialog, requestTetherWithdrawal, signInWithoutForm } from './steps.ts';

const stage = useTestServer({ signer: true });
const DEMO = 'demo@sarraf.test';
const STAFF = 'staff@sarraf.test';

/** The customer's token. */
let token: string;

/** Runs an operator command next to the signer; returns its output. */
function runOperatorCommand(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [programPath('server/src/signer/main.ts'), ...args],
    { env: { ...minimalEnvironment(), MODE: 'sandbox', DATA_DIR: stage.dataDir }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
function writeInputFile(name: string, text: string): string {
  const path = join(stage.dataDir, name);
  writeFileSync(path, text);
  return path;
}

const readState = async (id: string): Promise<string> => {
  const { body } = await callServer(stage.url, 'GET', '/wallets/withdrawal-requests', { token });
  return body.content.find((row: { id: string }) => row.id === id)?.state;
};
/** The customer's own page shows the same state. */
const expectState = (id: string, state: string) =>
  expect.poll(() => readState(id), { timeout: 120_000, interval: 2_000 }).toBe(state);

async function openApproval(screen: Screen): Promise<void> {
  await screen.page.goto('/backoffice/withdrawals');
  await screen.button('treasury.withdrawals.approve').click();
}

/** As in production, without a key: the dialog explains what to do, and links there. */
async function expectKeyInstructions(screen: Screen): Promise<void> {
  const { page } = screen;
  const KEYS = '**/api/backoffice/approval-keys';
  await page.context().route(KEYS, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, baseDTO: { ...body.baseDTO, sandbox: false } } });
  });
  await openApproval(screen);
  const dialog = findDialog(screen);
  await dialog.getByRole('button', { name: screen.say('treasury.sign.off.NONE') }).waitFor();
  await screen.examine('backoffice-sign-no-key');
  await dialog.getByRole('link', { name: screen.say('treasury.sign.toKeys') }).click();
  await page.waitForURL('**/backoffice/treasury/keys');
  await page.context().unroute(KEYS);
}

beforeAll(async () => {
  token = await signIn(stage.url, DEMO);
  // Withdrawals without approval are no longer allowed.
  runOperatorCommand('allowance', writeInputFile('allowance.json', '{"none":{"withdrawal":"0"}}'));
});

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))(
  'staff approval of withdrawals ($name)',
  ({ look }) => {
    it("a withdrawal above the signer's allowance waits for a staff member, who signs with the sandbox's button", async () => {
      const id = await requestTetherWithdrawal(stage.url, DEMO, token, '25');
      await expectState(id, 'REVIEW');
      const screen = await stage.open(look);
      await signInWithoutForm(screen, stage.url, STAFF);
      await expectKeyInstructions(screen);
      await openApproval(screen);
      const dialog = findDialog(screen);
      await dialog.getByText(screen.say('treasury.sign.note.SANDBOX')).waitFor();
      await screen.examine('backoffice-sign-sandbox');
      await dialog.getByRole('button', { name: screen.say('treasury.sign.do.SANDBOX') }).click();
      await screen.page.getByText(screen.say('treasury.withdrawals.approved')).first().waitFor();
      await expectState(id, 'SENT');
      await screen.page.goto('/backoffice/treasury/keys');
      await screen.page.getByText(screen.say('treasury.keys.emptyTitle')).waitFor();
      await screen.examine('backoffice-keys-empty');
      await screen.close();
    });
  },
);

it('a staff member creates a key, the operator enrols it, and it is required for approving coins', async () => {
  const url = stage.url.replace('127.0.0.1', 'localhost');
  const screen = await stage.open(PHONE_LOOK, { url });
  const { page } = screen;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signInWithoutForm(screen, url, STAFF);
  await page.goto('/backoffice/treasury/keys');
  await page.getByRole('checkbox').check();
  await screen.button('treasury.keys.make').click();
  await page.getByText(screen.say('treasury.keys.madeText')).waitFor();
  await screen.examine('backoffice-key-made');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    screen.button('treasury.keys.saveKey').click(),
  ]);
  const key = join(stage.dataDir, 'key.json');
  await download.saveAs(key);
  const commandOutput = runOperatorCommand('keys', 'add', key);
  const fingerprint = /fingerprint {2}([0-9a-f ]+)/.exec(commandOutput)?.[1] ?? 'none';
  const pageText = (await page.locator('main').textContent()) ?? '';
  expect(pageText.replaceAll(/\s/g, '')).toContain(fingerprint.replaceAll(' ', ''));
  await page.goto('/backoffice/treasury/keys');
  await page.getByText(screen.say('treasury.keys.own')).waitFor();
  await screen.examine('backoffice-keys');

  // Message that the key signs in addition to the operator.
  const raised = writeInputFile('raised.json', '{"none":{"withdrawal":"1"}}');
  let requestText = '';
  try {
    runOperatorCommand('allowance', raised);
  } catch (error) {
    requestText = (error as Error).message.split('\n').find((line) => line.startsWith('{')) ?? '';
  }
  await page.getByLabel(screen.say('treasury.keys.act')).fill(requestText);
  await page.getByText('"withdrawal": "1"').waitFor();
  await screen.button('treasury.sign.do.KEY').click();
  await page.getByText(screen.say('treasury.keys.signedText')).waitFor();
  await screen.examine('backoffice-act-signed');
  const [signature] = await Promise.all([
    page.waitForEvent('download'),
    screen.button('treasury.keys.saveSignature').click(),
  ]);
  const signed = join(stage.dataDir, 'signature.json');
  await signature.saveAs(signed);
  expect(runOperatorCommand('allowance', raised, signed)).toContain('"withdrawal": "1.00"');

  // A withdrawal: refused with a key without user verification, then signed.
  const id = await requestTetherWithdrawal(stage.url, DEMO, token, '26');
  await expectState(id, 'REVIEW');
  await openApproval(screen);
  const dialog = findDialog(screen);
  await dialog.getByText(screen.say('treasury.sign.note.KEY')).waitFor();
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await dialog.getByRole('button', { name: screen.say('treasury.sign.do.KEY') }).click();
  await dialog.getByText(screen.say('treasury.sign.error.CANCELLED')).waitFor();
  await screen.examine('backoffice-sign-cancelled');
  expect(await readState(id)).toBe('REVIEW');
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await dialog.getByRole('button', { name: screen.say('treasury.sign.do.KEY') }).click();
  await page.getByText(screen.say('treasury.withdrawals.approved')).first().waitFor();
  await expectState(id, 'SENT');
  await screen.close();
});
