/** Money permissions of a store's program: granted, used by key, and decided by its owner in the browser. */
import { expect } from 'vitest';
import { callServer } from '../server/test/running-server.ts';
import type { Screen } from './screen.ts';

/** No money is moved in the end: the owner refuses. */
export async function testProgramInstruction(screen: Screen, url: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/company?list=developers');
  await page.getByText(screen.say('company.developers.noInstructions')).waitFor();
  await page.getByLabel(screen.say('company.developers.label')).fill('till');
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/company/keys') && answer.status() === 200),
    screen.button('company.developers.addKey').click(),
  ]);
  const token = (await response.json()).baseDTO.key as string;
  const requestSettlement = () =>
    callServer(url, 'POST', '/company-api/settlements', {
      token,
      body: { reason: 'evening' },
      key: 'evening-0001',
    });
  expect((await requestSettlement()).body.message).toBe('API_KEY_PERMISSION');
  const none = page.getByText(screen.say('company.developers.noPermission'), { exact: true });
  await none.waitFor();
  await page.getByRole('button', { name: screen.saying('company.developers.permissionsOf') }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('checkbox').last().check();
  await screen.examine('company-key-permissions');
  await dialog.getByRole('button', { name: screen.say('company.developers.savePermissions') }).click();
  await none.waitFor({ state: 'detached' });
  await page.getByLabel(screen.say('company.developers.ruleLabel')).click();
  await page.getByRole('option', { name: screen.say('company.developers.ruleABOVE') }).click();
  await page.getByLabel(screen.say('company.developers.limit')).fill('1000');
  await screen.button('company.developers.saveRule').click();
  await page.getByText(screen.say('company.developers.ruleSaved')).first().waitFor();
  expect((await requestSettlement()).body.baseDTO.state).toBe('WAITING');
  await page.goto('/profile/company');
  await page.getByText(screen.say('company.developers.waitsTitle')).waitFor();
  await screen.examine('company-program-waits');
  await screen.button('company.developers.look').click();
  await page.getByText('evening', { exact: true }).waitFor();
  await screen.examine('company-instructions');
  await page.getByRole('button', { name: screen.say('company.developers.approve'), exact: true }).click();
  await dialog.getByText(screen.say('company.developers.approveText.SETTLE')).waitFor();
  await screen.examine('company-approve');
  await dialog.getByRole('button', { name: screen.say('action.no') }).click();
  await page.getByRole('button', { name: screen.say('company.developers.refuse'), exact: true }).click();
  await page.getByText(screen.saying('company.developers.instructionState.REFUSED')).first().waitFor();
  await page.getByText(screen.say('company.developers.waitsTitle')).waitFor({ state: 'detached' });
}
