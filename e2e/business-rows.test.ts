/**
 * Business rows in the back office: an admin changes a coin, sees a concurrent change, and needs a second admin to
 * loosen a limit.
 */
import { ASSETS, type Coin } from '@sarraf/domain';
import { describe, expect, it } from 'vitest';
import { addPerson, addSession } from '../server/test/people.ts';
import { callServer } from '../server/test/running-server.ts';
import { DEFAULT_LOOKS, LOOKS, type Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { closeDialog, findDialog, signInWithoutForm, waitForButtonError } from './steps.ts';

const stage = useTestServer();
/** Each look closes a coin of its own, since a repeated change would be none. No name is part of another's. */
const COINS_TO_CLOSE: Coin[] = ['DASH', 'CELO', 'ELROND', 'MATIC', 'STELLAR', 'TRON', 'RIPPLE', 'DOGE_COIN'];

const findField = (screen: Screen, name: string) =>
  findDialog(screen).getByRole('textbox', { name: screen.say(`businessRows.field.${name}`) });

async function openEditor(screen: Screen, name: string): Promise<void> {
  await screen.button('businessRows.changeOf', { name }).click();
  await waitForButtonError(screen, 'businessRows.nothing');
}

async function enterReason(screen: Screen, reason: string): Promise<void> {
  await waitForButtonError(screen, 'businessRows.reasonNeeded');
  await findDialog(screen).getByLabel(screen.say('treasury.reason')).fill(reason);
}

const pressButton = (screen: Screen, button: string) =>
  findDialog(screen)
    .getByRole('button', { name: screen.say(button), exact: true })
    .click();

describe.each(DEFAULT_LOOKS)('business rows ($language, $theme, $width px)', (look) => {
  const coin = COINS_TO_CLOSE[LOOKS.indexOf(look)] as Coin;
  const name = ASSETS[coin][look.language === 'fa' ? 'persianName' : 'englishName'];

  it('a coin is changed, with a concurrent edit by another admin, and customers see it', async () => {
    const staff = await stage.open(look);
    const { page } = staff;
    const token = await signInWithoutForm(staff, stage.url, 'staff@sarraf.test');
    await page.goto('/backoffice/coins');
    await page.getByRole('heading', { level: 1, name: staff.say('businessRows.coins.title') }).waitFor();
    await staff.button('businessRows.changeOf', { name }).waitFor();
    await staff.examine('backoffice-coins');

    await openEditor(staff, name);
    await findField(staff, 'spread').fill('9');
    await findDialog(staff).getByText(staff.say('businessRows.error.TOO_HIGH')).waitFor();
    await waitForButtonError(staff, 'businessRows.fixMarkedFields');
    await findField(staff, 'spread').fill(look.language === 'fa' ? '۱٫۲' : '1.2');
    await enterReason(staff, 'a calmer market');
    await staff.examine('backoffice-coins-edit');
    const findRow = async () =>
      (await callServer(stage.url, 'GET', '/backoffice/rows/coin', { token })).body.content.find(
        (one: { key: string }) => one.key === coin,
      );
    // Another admin is faster; the typed values stay.
    const { version } = await findRow();
    const other = { version, changes: { maxInventory: '7' }, reason: 'less of it' };
    expect(
      (await callServer(stage.url, 'PUT', `/backoffice/rows/coin/${coin}`, { token, body: other })).status,
    ).toBe(200);
    await pressButton(staff, 'businessRows.save');
    await findDialog(staff).getByText(staff.say('businessRows.conflict')).waitFor();
    await staff.examine('backoffice-coins-conflict');
    await pressButton(staff, 'businessRows.save');
    await page.getByText(staff.say('businessRows.saved')).first().waitFor();
    await findDialog(staff).waitFor({ state: 'hidden' });
    expect((await findRow()).values).toMatchObject({ spread: '1.2' });
    await page.getByRole('row').filter({ hasText: name }).getByText('a calmer market').waitFor();

    await page.getByRole('tab', { name: staff.say('businessRows.coins.network') }).click();
    // Each of these coins has a chain of its own, which has the same name.
    const network = `${name} · ${name}`;
    await staff.button('businessRows.changeOf', { name: network }).waitFor();
    await staff.examine('backoffice-networks');
    // A visitor's open page is updated without a reload.
    const visitor = await stage.open(look);
    await visitor.page.goto(`/market/${coin}/TOMAN`);
    const shut = visitor.page.getByText(visitor.say('markets.coin.shut'), { exact: true });
    await visitor.page
      .getByText(visitor.say('markets.coin.networksOf', { coin: name }))
      .first()
      .waitFor();
    expect(await shut.count()).toBe(0);
    await openEditor(staff, network);
    await findDialog(staff)
      .getByRole('checkbox', { name: staff.say('businessRows.field.withdrawEnabled') })
      .uncheck();
    await enterReason(staff, 'the node is away');
    await pressButton(staff, 'businessRows.save');
    await findDialog(staff).waitFor({ state: 'hidden' });
    const { content } = (await callServer(stage.url, 'GET', '/coins/details')).body;
    const row = content.find((one: { name: string }) => one.name === coin);
    expect(row.tokenTypeDetails[0].withdrawEnable).toBe(false);
    await shut.first().waitFor();
    await visitor.close();
    await page.getByRole('tab', { name: staff.say('businessRows.coins.market') }).click();
    await page.getByText(staff.say('businessRows.note.market')).waitFor();
    await staff.examine('backoffice-markets');

    // The reply of each source, and one that is switched off for this coin.
    await page.getByRole('tab', { name: staff.say('businessRows.coins.priceSource') }).click();
    await page.getByRole('combobox', { name: staff.say('businessRows.sources.coin') }).click();
    await page.getByRole('option', { name }).click();
    const second = `${name} · ${staff.say('businessRows.sourceName.sandbox-second')}`;
    await staff.examine('backoffice-price-sources');
    await openEditor(staff, second);
    await findDialog(staff)
      .getByRole('checkbox', { name: staff.say('businessRows.field.counts') })
      .uncheck();
    await enterReason(staff, 'it stands still');
    await pressButton(staff, 'businessRows.save');
    await findDialog(staff).waitFor({ state: 'hidden' });
    await page
      .getByRole('row')
      .filter({ hasText: staff.say('businessRows.sourceName.sandbox-second') })
      .getByText(staff.say('businessRows.sources.state.OFF'), { exact: true })
      .first()
      .waitFor();
    await page.getByRole('tab', { name: staff.say('businessRows.coins.bank') }).click();
    await page.getByText(staff.say('businessRows.history.emptyTitle')).waitFor();
    // Cards of a new bank are named as soon as staff has saved the prefix.
    const prefix = `9090${LOOKS.indexOf(look)}0`;
    await staff.button('businessRows.cardPrefixes.add').click();
    await waitForButtonError(staff, 'businessRows.cardPrefixes.prefixNeeded');
    const findInput = (name: string) =>
      findDialog(staff).getByLabel(staff.say(`businessRows.cardPrefixes.${name}`));
    await findInput('prefix').fill(prefix);
    await waitForButtonError(staff, 'businessRows.cardPrefixes.namesNeeded');
    await findInput('fa').fill('بانک نو');
    await findInput('en').fill('New Bank');
    await pressButton(staff, 'businessRows.cardPrefixes.save');
    await findDialog(staff).waitFor({ state: 'hidden' });
    await page.getByRole('row').filter({ hasText: prefix }).getByText('New Bank').waitFor();
    await staff.examine('backoffice-bank');
    const { body: prefixes } = await callServer(stage.url, 'GET', '/country/iran/card-prefixes', {});
    expect(prefixes).toContainEqual({ prefix, fa: 'بانک نو', en: 'New Bank' });
    await staff.button('businessRows.cardPrefixes.removeOf', { prefix }).click();
    await pressButton(staff, 'businessRows.cardPrefixes.remove');
    await findDialog(staff).waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('row').filter({ hasText: prefix }).count()).toBe(0);
    await staff.close();

    // Out of hours: everything is readable, and can only be closed.
    const night = await stage.open(look);
    const id = await addPerson(stage.db, {
      email: `night-${look.language}-${look.theme}-${look.width}@sarraf.test`,
      roles: ['treasury'],
    });
    const value = encodeURIComponent(`Bearer ${await addSession(stage.db, id)}`);
    await night.page.context().addCookies([{ name: 'sarraf_token', value, url: stage.url }]);
    await night.page.goto('/backoffice/coins');
    await openEditor(night, name);
    await findDialog(night).getByText(night.say('businessRows.switchOffOnly')).waitFor();
    await expect.poll(() => findField(night, 'spread').isDisabled()).toBe(true);
    await findDialog(night).getByRole('checkbox').uncheck();
    await enterReason(night, 'prices run away');
    await night.examine('backoffice-coins-night');
    await pressButton(night, 'businessRows.save');
    await findDialog(night).waitFor({ state: 'hidden' });
    expect((await findRow()).values.active).toBe(false);
    await night.close();
  });

  it('a level shows the affected users, and a looser limit waits for a second admin', async () => {
    const staff = await stage.open(look);
    const { page } = staff;
    await signInWithoutForm(staff, stage.url, 'staff@sarraf.test');
    await page.goto('/backoffice/limits');
    const gold = staff.say('profile.level.GOLD');
    await staff.button('businessRows.changeOf', { name: gold }).waitFor();
    // The withdrawal limits of a level are next to its fees.
    await staff.button('businessRows.changeLimitsOf', { name: gold }).waitFor();
    await staff.examine('backoffice-levels');
    await openEditor(staff, gold);
    await findField(staff, 'tradeAmount').fill('400000000');
    await findDialog(staff).getByText(staff.say('businessRows.effect.title')).waitFor();
    await findDialog(staff).getByText(staff.saying('businessRows.effect.same')).first().waitFor();
    await staff.examine('backoffice-levels-edit');
    await closeDialog(staff);

    await page.goto('/backoffice/limits?list=withdrawal');
    const thresholds = staff.say('businessRows.kind.thresholds');
    await staff.button('businessRows.changeOf', { name: thresholds }).waitFor();
    await page.getByText(staff.say('businessRows.note.withdrawalCoin')).waitFor();
    await openEditor(staff, thresholds);
    await findField(staff, 'review').fill('350000000');
    await findDialog(staff).getByText(staff.say('businessRows.loosens')).waitFor();
    await enterReason(staff, 'more staff by day');
    await staff.examine('backoffice-thresholds-edit');
    await pressButton(staff, 'businessRows.ask');
    await page.getByText(staff.say('businessRows.asked')).first().waitFor();
    await staff.button('businessRows.waiting.own').waitFor();
    await staff.examine('backoffice-limits-waiting');
    await staff.close();

    const second = await stage.open(look);
    const token = await signInWithoutForm(second, stage.url, 'staff2@sarraf.test');
    await second.page.goto('/backoffice/limits?list=withdrawal');
    await second.button('businessRows.waiting.confirm').click();
    await findDialog(second).getByText(second.say('businessRows.waiting.confirmText')).waitFor();
    await second.examine('backoffice-limits-confirm');
    await pressButton(second, 'businessRows.waiting.confirm');
    await second.page.getByText(second.say('businessRows.waiting.confirmed')).first().waitFor();
    await second.page.getByText('more staff by day').first().waitFor();
    const { body } = await callServer(stage.url, 'GET', '/backoffice/rows/thresholds', { token });
    expect(body.content[0].values.review).toBe('350000000');
    // Restored for the next look: lowering it needs no second admin.
    const back = { version: body.content[0].version, changes: { review: '300000000' }, reason: 'as it was' };
    await callServer(stage.url, 'PUT', '/backoffice/rows/thresholds/ALL', { token, body: back });
    await second.page.goto('/backoffice/limits?list=storeLimits');
    await second
      .button('businessRows.changeOf', { name: second.say('businessRows.kind.storeLimits') })
      .waitFor();
    await second.examine('backoffice-store-limits');
    await second.close();
  });
});
