/** Rows of business at the desk: one admin changes a coin, sees what a colleague did, and needs a second one to loosen a limit. */
import { ASSETS, type Coin } from '@sarraf/domain';
import { describe, expect, it } from 'vitest';
import { addPerson, addSession } from '../server/test/people.ts';
import { call } from '../server/test/running-server.ts';
import { FIRST_LOOKS, LOOKS, type Screen } from './screen.ts';
import { useStage } from './stage.ts';
import { comeIn, dialogOf, waitForFault } from './steps.ts';

const stage = useStage();
/** Each look closes one of its own: what another has changed is no change any more. None is part of another's name. */
const CLOSED: Coin[] = ['DASH', 'CELO', 'ELROND', 'MATIC', 'STELLAR', 'TRON', 'RIPPLE', 'DOGE_COIN'];

const fieldOf = (screen: Screen, name: string) =>
  dialogOf(screen).getByRole('textbox', { name: screen.say(`businessDesk.field.${name}`) });

async function edit(screen: Screen, name: string): Promise<void> {
  await screen.button('businessDesk.changeOf', { name }).click();
  await waitForFault(screen, 'businessDesk.nothing');
}

async function give(screen: Screen, reason: string): Promise<void> {
  await waitForFault(screen, 'businessDesk.reasonNeeded');
  await dialogOf(screen).getByLabel(screen.say('treasury.reason')).fill(reason);
}

const press = (screen: Screen, button: string) =>
  dialogOf(screen)
    .getByRole('button', { name: screen.say(button), exact: true })
    .click();

describe.each(FIRST_LOOKS)('$language, $theme, $width px', (look) => {
  const coin = CLOSED[LOOKS.indexOf(look)] as Coin;
  const name = ASSETS[coin][look.language === 'fa' ? 'persianName' : 'englishName'];

  it('a coin is changed, beside a colleague, and customers see it', async () => {
    const staff = await stage.open(look);
    const { page } = staff;
    const token = await comeIn(staff, stage.url, 'staff@sarraf.test');
    await page.goto('/backoffice/coins');
    await page.getByRole('heading', { level: 1, name: staff.say('businessDesk.coins.title') }).waitFor();
    await staff.button('businessDesk.changeOf', { name }).waitFor();
    await staff.examine('desk-coins');

    await edit(staff, name);
    await fieldOf(staff, 'spread').fill('9');
    await dialogOf(staff).getByText(staff.say('businessDesk.fault.TOO_HIGH')).waitFor();
    await waitForFault(staff, 'businessDesk.faultFirst');
    await fieldOf(staff, 'spread').fill(look.language === 'fa' ? '۱٫۲' : '1.2');
    await give(staff, 'a calmer market');
    await staff.examine('desk-coins-edit');
    const row = async () =>
      (await call(stage.url, 'GET', '/backoffice/rows/coin', { token })).body.content.find(
        (one: { key: string }) => one.key === coin,
      );
    // A colleague is faster; what was typed stays.
    const { version } = await row();
    const other = { version, changes: { maxInventory: '7' }, reason: 'less of it' };
    expect(
      (await call(stage.url, 'PUT', `/backoffice/rows/coin/${coin}`, { token, body: other })).status,
    ).toBe(200);
    await press(staff, 'businessDesk.save');
    await dialogOf(staff).getByText(staff.say('businessDesk.conflict')).waitFor();
    await staff.examine('desk-coins-conflict');
    await press(staff, 'businessDesk.save');
    await page.getByText(staff.say('businessDesk.saved')).first().waitFor();
    await dialogOf(staff).waitFor({ state: 'hidden' });
    expect((await row()).values).toMatchObject({ spread: '1.2' });
    await page.getByRole('row').filter({ hasText: name }).getByText('a calmer market').waitFor();

    await page.getByRole('tab', { name: staff.say('businessDesk.coins.network') }).click();
    await staff.button('businessDesk.changeOf', { name: `${name} · ${coin}` }).waitFor();
    await staff.examine('desk-networks');
    // What a visitor has before them follows without a reload.
    const visitor = await stage.open(look);
    await visitor.page.goto(`/market/${coin}/TOMAN`);
    const shut = visitor.page.getByText(visitor.say('markets.coin.shut'), { exact: true });
    await visitor.page
      .getByText(visitor.say('markets.coin.networksOf', { coin: name }))
      .first()
      .waitFor();
    expect(await shut.count()).toBe(0);
    await edit(staff, `${name} · ${coin}`);
    await dialogOf(staff)
      .getByRole('checkbox', { name: staff.say('businessDesk.field.withdrawEnabled') })
      .uncheck();
    await give(staff, 'the node is away');
    await press(staff, 'businessDesk.save');
    await dialogOf(staff).waitFor({ state: 'hidden' });
    const { content } = (await call(stage.url, 'GET', '/coins/details')).body;
    const shown = content.find((one: { name: string }) => one.name === coin);
    expect(shown.tokenTypeDetails[0].withdrawEnable).toBe(false);
    await shut.first().waitFor();
    await visitor.close();
    await page.getByRole('tab', { name: staff.say('businessDesk.coins.market') }).click();
    await page.getByText(staff.say('businessDesk.note.market')).waitFor();
    await staff.examine('desk-markets');
    await page.getByRole('tab', { name: staff.say('businessDesk.coins.bank') }).click();
    await page.getByText(staff.say('businessDesk.history.emptyTitle')).waitFor();
    await staff.examine('desk-bank');
    await staff.close();

    // At night: everything to be seen, and only to be closed.
    const night = await stage.open(look);
    const id = await addPerson(stage.db, {
      email: `night-${look.language}-${look.theme}-${look.width}@sarraf.test`,
      roles: ['treasury'],
    });
    const value = encodeURIComponent(`Bearer ${await addSession(stage.db, id)}`);
    await night.page.context().addCookies([{ name: 'sarraf_token', value, url: stage.url }]);
    await night.page.goto('/backoffice/coins');
    await edit(night, name);
    await dialogOf(night).getByText(night.say('businessDesk.switchOffOnly')).waitFor();
    await expect.poll(() => fieldOf(night, 'spread').isDisabled()).toBe(true);
    await dialogOf(night).getByRole('checkbox').uncheck();
    await give(night, 'prices run away');
    await night.examine('desk-coins-night');
    await press(night, 'businessDesk.save');
    await dialogOf(night).waitFor({ state: 'hidden' });
    expect((await row()).values.active).toBe(false);
    await night.close();
  });

  it('a level says whom it concerns, and a looser limit waits for a second admin', async () => {
    const staff = await stage.open(look);
    const { page } = staff;
    await comeIn(staff, stage.url, 'staff@sarraf.test');
    await page.goto('/backoffice/limits');
    const gold = staff.say('profile.level.GOLD');
    await staff.button('businessDesk.changeOf', { name: gold }).waitFor();
    await staff.examine('desk-levels');
    await edit(staff, gold);
    await fieldOf(staff, 'tradeAmount').fill('400000000');
    await dialogOf(staff).getByText(staff.say('businessDesk.effect.title')).waitFor();
    await dialogOf(staff).getByText(staff.saying('businessDesk.effect.same')).first().waitFor();
    await staff.examine('desk-levels-edit');
    await page.keyboard.press('Escape');
    await dialogOf(staff).waitFor({ state: 'hidden' });

    await page.goto('/backoffice/limits?list=withdrawal');
    const thresholds = staff.say('businessDesk.kind.thresholds');
    await staff.button('businessDesk.changeOf', { name: thresholds }).waitFor();
    await page.getByText(staff.say('businessDesk.note.withdrawalCoin')).waitFor();
    await edit(staff, thresholds);
    await fieldOf(staff, 'review').fill('350000000');
    await dialogOf(staff).getByText(staff.say('businessDesk.loosens')).waitFor();
    await give(staff, 'more staff by day');
    await staff.examine('desk-thresholds-edit');
    await press(staff, 'businessDesk.ask');
    await page.getByText(staff.say('businessDesk.asked')).first().waitFor();
    await staff.button('businessDesk.waiting.own').waitFor();
    await staff.examine('desk-limits-waiting');
    await staff.close();

    const second = await stage.open(look);
    const token = await comeIn(second, stage.url, 'staff2@sarraf.test');
    await second.page.goto('/backoffice/limits?list=withdrawal');
    await second.button('businessDesk.waiting.confirm').click();
    await dialogOf(second).getByText(second.say('businessDesk.waiting.confirmText')).waitFor();
    await second.examine('desk-limits-confirm');
    await press(second, 'businessDesk.waiting.confirm');
    await second.page.getByText(second.say('businessDesk.waiting.confirmed')).first().waitFor();
    await second.page.getByText('more staff by day').first().waitFor();
    const { body } = await call(stage.url, 'GET', '/backoffice/rows/thresholds', { token });
    expect(body.content[0].values.review).toBe('350000000');
    // As it was, for the next look: lower needs nobody else.
    const back = { version: body.content[0].version, changes: { review: '300000000' }, reason: 'as it was' };
    await call(stage.url, 'PUT', '/backoffice/rows/thresholds/ALL', { token, body: back });
    await second.page.goto('/backoffice/limits?list=storeLimits');
    await second
      .button('businessDesk.changeOf', { name: second.say('businessDesk.kind.storeLimits') })
      .waitFor();
    await second.examine('desk-store-limits');
    await second.close();
  });
});
