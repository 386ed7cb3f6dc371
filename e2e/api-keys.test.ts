/**
 * API keys on phone and desktop: an empty page that explains them, one of each kind, a program that uses it, and
 * its revocation.
 */
import { describe, expect, it } from 'vitest';
import { createKeyPair, createSecretProgram, createSignedHeaders } from '../server/test/program.ts';
import { DEMO_PASSWORD } from '../server/test/running-server.ts';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { confirmChange, findDialog, readNewestCode, signInWithoutForm, waitForNextCode } from './steps.ts';

const stage = useTestServer();
const EMAIL = 'demo@sarraf.test';

/** Enters password and code on the way. */
async function submitWithCode(screen: Screen, url: string): Promise<void> {
  const last = await readNewestCode(url, EMAIL);
  await findDialog(screen)
    .getByRole('button', { name: screen.say('apiKeys.make.submit') })
    .click();
  await confirmChange(screen, { password: DEMO_PASSWORD, code: () => waitForNextCode(last, url, EMAIL) });
}

async function createKeyWithPair(screen: Screen, url: string): Promise<void> {
  const { page } = screen;
  await screen.button('apiKeys.add').click();
  const dialog = findDialog(screen);
  await dialog.getByLabel(screen.say('apiKeys.label'), { exact: true }).fill('Ledger reader');
  const { publicKey, privateKey } = createKeyPair();
  const field = dialog.getByLabel(screen.say('apiKeys.publicKey'), { exact: true });
  // It is rejected before it leaves the browser.
  await field.fill(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  await dialog.getByText(screen.say('apiKeys.missing.privateKey')).first().waitFor();
  await field.fill(publicKey);
  await screen.examine('api-key-make');
  await submitWithCode(screen, url);
  await findDialog(screen).getByText(screen.say('apiKeys.made.title')).waitFor();
  await screen.examine('api-key-made');
  await findDialog(screen)
    .getByRole('button', { name: screen.say('apiKeys.made.done') })
    .click();
  await page.getByText('Ledger reader').waitFor();
}

/** Returns id and secret, as they were shown. */
async function createKeyWithSecret(screen: Screen, url: string): Promise<{ id: string; secret: string }> {
  await screen.button('apiKeys.add').click();
  const dialog = findDialog(screen);
  await dialog.getByLabel(screen.say('apiKeys.label'), { exact: true }).fill('Bot');
  await dialog.getByRole('radio').nth(1).check();
  await dialog.getByRole('checkbox').nth(3).check();
  await dialog.getByText(screen.say('apiKeys.withdrawTitle')).waitFor();
  await dialog.getByText(screen.say('apiKeys.missing.addresses')).waitFor();
  await dialog.getByLabel(screen.say('apiKeys.addressesNeeded')).fill('127.0.0.1 203.0.113.0/24');
  await dialog.getByText(screen.say('apiKeys.missing.withdrawalLimit')).waitFor();
  await dialog.getByLabel(screen.say('apiKeys.withdrawalLimit')).fill('5000000');
  await screen.examine('api-key-make-withdraw');
  await submitWithCode(screen, url);
  const keyDialog = findDialog(screen).filter({ hasText: screen.say('apiKeys.made.title') });
  await keyDialog.getByText(screen.say('apiKeys.made.needSaved')).waitFor();
  await screen.examine('api-key-secret');
  const text = (await keyDialog.textContent()) ?? '';
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? '';
  const secret = /[A-Za-z0-9+/]{43}=/.exec(text.replace(id, ''))?.[0] ?? '';
  await keyDialog.getByRole('checkbox').check();
  await keyDialog.getByRole('button', { name: screen.say('apiKeys.made.done') }).click();
  return { id, secret };
}

async function callWithKey(url: string, { id, secret }: { id: string; secret: string }): Promise<number> {
  const request = { method: 'GET', path: '/api/users/api-keys/self', time: Date.now() };
  const headers = createSignedHeaders(createSecretProgram(id, secret), request);
  return (await fetch(url + request.path, { headers })).status;
}

async function revokeKey(screen: Screen, label: string): Promise<void> {
  const { page } = screen;
  await page.getByRole('button', { name: screen.say('apiKeys.revokeOf', { label }) }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(screen.say('apiKeys.revokeTitle')).waitFor();
  await screen.examine('api-key-revoke');
  await dialog.getByRole('button', { name: screen.say('apiKeys.revoke') }).click();
  await page.getByText(label, { exact: true }).waitFor({ state: 'detached' });
}

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))('API keys ($name)', ({ look }) => {
  it('are created, used, changed and revoked', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithoutForm(screen, stage.url, EMAIL);
    await page.goto('/profile/settings');
    await page.getByRole('link', { name: screen.say('apiKeys.card.open') }).click();
    await page.waitForURL('**/profile/settings/api');
    await page.getByText(screen.say('apiKeys.none')).waitFor();
    await screen.examine('api-keys-none');
    await createKeyWithPair(screen, stage.url);
    const key = await createKeyWithSecret(screen, stage.url);
    expect(await callWithKey(stage.url, key)).toBe(200);
    await page.getByText('Bot', { exact: true }).waitFor();
    await screen.examine('api-keys');
    await page.getByRole('button', { name: screen.say('apiKeys.changeOf', { label: 'Bot' }) }).click();
    await findDialog(screen).getByLabel(screen.say('apiKeys.label')).fill('Payer');
    await findDialog(screen)
      .getByRole('button', { name: screen.say('apiKeys.save') })
      .click();
    await page.getByText('Payer', { exact: true }).waitFor();
    await revokeKey(screen, 'Payer');
    expect(await callWithKey(stage.url, key)).toBe(401);
    await revokeKey(screen, 'Ledger reader');
    await page.getByText(screen.say('apiKeys.none')).waitFor();
    await screen.close();
  });
});
