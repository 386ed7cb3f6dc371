/** Coins whose recipients are distinguished by a tag or memo: the signed values are those that the user was shown. */
import { ASSETS, type Asset, type Chain, stellarMemo } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { create, toBuffer } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { codecOf } from '../server/src/chains/index.ts';
import { checkInvariants } from '../server/test/invariants.ts';
import { call } from '../server/test/running-server.ts';
import type { Appearance, Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { confirmWithCode, dialogOf, signInWithoutForm } from './steps.ts';

const stage = useTestServer({ signer: true });
const OWNER = 'demo@sarraf.test';
const XRP = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
const X_ADDRESS = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H';
const XLM = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
const EOS = 'binancecleos';

type TaggedCoin = Extract<Asset & Chain, 'RIPPLE' | 'STELLAR' | 'EOS'>;
type Enter = (screen: Screen) => Promise<void>;

const field = (screen: Screen, name: 'address' | 'tag' | 'amount'): Locator =>
  screen.only('textbox', `withdraw.${name}`, {}, dialogOf(screen));

/** Types the values, one after the other. */
const type =
  (...texts: ['address' | 'tag', string][]): Enter =>
  async (screen) => {
    for (const [name, text] of texts) {
      await field(screen, name).fill('');
      await field(screen, name).pressSequentially(text);
    }
  };

async function copy({ page }: Screen, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}
const pasteByKeys =
  (text: string): Enter =>
  async (screen) => {
    await copy(screen, text);
    await field(screen, 'address').focus();
    await screen.page.keyboard.press('Control+V');
  };
const pasteByButton =
  (text: string): Enter =>
  async (screen) => {
    await copy(screen, text);
    await screen.only('button', 'withdraw.paste', {}, dialogOf(screen)).click();
  };
const scan =
  (text: string): Enter =>
  async (screen) => {
    await screen.only('button', 'withdraw.scan', {}, dialogOf(screen)).click();
    const buffer = await toBuffer(text, { width: 400 });
    await dialogOf(screen)
      .locator('input[type=file]')
      .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer });
    await field(screen, 'address').waitFor();
  };
/** The camera scans the code: a moving picture replaces its image. */
const scanByCamera =
  (text: string): Enter =>
  async (screen) => {
    const { size, data } = create(text, {}).modules;
    await screen.page.evaluate(
      ({ side, dark }) => {
        const [scale, margin] = [8, 4];
        const canvas = document.createElement('canvas');
        canvas.width = (side + 2 * margin) * scale;
        canvas.height = canvas.width;
        const context = canvas.getContext('2d') as CanvasRenderingContext2D;
        const draw = () => {
          context.fillStyle = 'white';
          context.fillRect(0, 0, canvas.width, canvas.height);
          context.fillStyle = 'black';
          for (const at of dark)
            context.fillRect(
              ((at % side) + margin) * scale,
              (Math.floor(at / side) + margin) * scale,
              scale,
              scale,
            );
        };
        draw();
        setInterval(draw, 50);
        navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
      },
      { side: size, dark: [...data].flatMap((bit, at) => (bit ? [at] : [])) },
    );
    await screen.only('button', 'withdraw.scan', {}, dialogOf(screen)).click();
    await field(screen, 'address').waitFor();
  };
const both =
  (...steps: Enter[]): Enter =>
  async (screen) => {
    for (const step of steps) await step(screen);
  };

async function openWithdrawal({ page }: Screen, coin: TaggedCoin | 'BITCOIN'): Promise<void> {
  await page.goto(`/profile/wallet?withdraw=${coin}`);
}

/** Deposits enough of the coin for its withdrawals. */
async function deposit(coin: TaggedCoin, token: string, amount: string): Promise<void> {
  const query = `?relatedCoin=${coin}&tokenType=${coin}`;
  const { body } = await call(stage.url, 'GET', `/wallets/customer/wallet-address${query}`, { token });
  const { address, tag } = body.baseDTO;
  const coins = { relatedCoin: coin, address, tag, amount };
  expect((await call(stage.url, 'POST', `/sandbox/chains/${coin}/faucet`, { body: coins })).status).toBe(200);
  await call(stage.url, 'POST', `/sandbox/chains/${coin}/blocks`, { body: { count: 40 } });
  const credited = sql<{
    credited: boolean;
  }>`select exists (select from accounts a join users u on u.id::text = a.owner
    where u.email = ${OWNER} and a.asset = ${coin} and a.kind = 'spendable' and a.balance > 0) as credited`;
  await expect.poll(async () => (await credited.execute(stage.db)).rows[0]?.credited).toBe(true);
}

/** Address and tag as the confirmation shows them. */
async function readShown(screen: Screen): Promise<{ to: string; tag: string }> {
  const dialog = dialogOf(screen);
  await dialog.getByText(screen.say('withdraw.code.title')).waitFor();
  const shown = async (selector: string) => (await dialog.locator(selector).first().innerText()).trim();
  return { to: (await shown('bdi[translate=no]')).replaceAll(/\s/g, ''), tag: await shown('bdi.latin') };
}

/** Address and tag in the bytes signed for the newest withdrawal. */
async function readSigned(coin: TaggedCoin, count: number): Promise<{ to: string; tag: string }> {
  const signed = async () =>
    (
      await sql<{
        raw: string;
      }>`select t.raw from outgoing o join chain_transactions t on t.id = o.transaction_id
        where o.kind = 'WITHDRAWAL' and o.chain = ${coin} order by o.id`.execute(stage.db)
    ).rows;
  await expect.poll(async () => (await signed()).length).toBe(count);
  const raw = (await signed()).at(-1)?.raw ?? '';
  const [payment] = codecOf(coin, 'main').decode(raw).payments;
  if (!payment) throw new Error('nothing is paid');
  const { to, tag } = payment;
  if (coin !== 'STELLAR') return { to, tag: tag ?? '' };
  const memo = stellarMemo(tag ?? '');
  return { to, tag: `${memo.value} MEMO_${memo.type}` };
}

const WAYS: readonly [TaggedCoin, string, readonly [string, Enter, { to: string; tag: string }][]][] = [
  [
    'RIPPLE',
    '900',
    [
      [
        'typed, replaced by an X-address with its own tag',
        type(['address', XRP], ['tag', '777'], ['address', X_ADDRESS]),
        { to: XRP, tag: '12345' },
      ],
      ['typed with a Persian tag', type(['address', XRP], ['tag', '۷۷۷']), { to: XRP, tag: '777' }],
      ['pasted as a link', pasteByKeys(`xrpl:${XRP}?DT=42`), { to: XRP, tag: '42' }],
      ['scanned', scan(`ripple:${XRP}?dt=7`), { to: XRP, tag: '7' }],
      ['scanned by the camera', scanByCamera(`ripple:${XRP}?dt=8`), { to: XRP, tag: '8' }],
    ],
  ],
  [
    'STELLAR',
    '900',
    [
      [
        'typed with a Persian memo',
        type(['address', XLM], ['tag', '۱۲۳۴۵']),
        { to: XLM, tag: '12345 MEMO_ID' },
      ],
      [
        'pasted as a link with a memo of text',
        pasteByKeys(`web+stellar:pay?destination=${XLM}&memo=12345&memo_type=MEMO_TEXT`),
        { to: XLM, tag: '12345 MEMO_TEXT' },
      ],
      ['scanned as a muxed account', scan(MUXED), { to: XLM, tag: '9223372036854775808 MEMO_ID' }],
    ],
  ],
  [
    'EOS',
    '900',
    [
      ['typed with leading zeros', type(['address', EOS], ['tag', '۰۰۱۲']), { to: EOS, tag: '0012' }],
      [
        'pasted after its memo',
        both(type(['tag', 'order 7']), pasteByButton(EOS)),
        { to: EOS, tag: 'order 7' },
      ],
      ['scanned', scan(`eos:${EOS}?memo=order%208`), { to: EOS, tag: 'order 8' }],
    ],
  ],
];

describe('the signed address and tag equal those that were shown', () => {
  it.each(WAYS)('%s', async (coin, funds, ways) => {
    const screen = await stage.open({ language: 'en', theme: 'dark', width: 1440, height: 900 });
    const token = await signInWithoutForm(screen, stage.url, OWNER);
    await deposit(coin, token, funds);
    const terms = await call(stage.url, 'GET', `/wallets/withdrawal-terms?relatedCoin=${coin}`, { token });
    let sent = 0;
    for (const [way, enter, expected] of ways) {
      await openWithdrawal(screen, coin);
      await field(screen, 'amount').fill(terms.body.baseDTO.minAmount);
      await enter(screen);
      await screen.only('button', 'withdraw.next', {}, dialogOf(screen)).click();
      const shown = await readShown(screen);
      expect({ way, ...shown }).toEqual({ way, ...expected });
      await confirmWithCode(screen, stage.url, OWNER);
      sent += 1;
      expect({ way, ...(await readSigned(coin, sent)) }).toEqual({ way, ...shown });
      await call(stage.url, 'POST', `/sandbox/chains/${coin}/blocks`, { body: { count: 6 } });
    }
    // Ten less a fee of a tenth, though orders are for whole coins of it.
    if (coin === 'STELLAR') await dialogOf(screen).getByText('9.9 XLM', { exact: true }).waitFor();
    await screen.examine(`withdrawn-${coin}`);
    await screen.close();
    expect(await checkInvariants(stage.db)).toBeNull();
  });

  it('a link for another coin opens the withdrawal of that coin, with its tag', async () => {
    const screen = await stage.open({ language: 'en', theme: 'dark', width: 1440, height: 900 });
    await signInWithoutForm(screen, stage.url, OWNER);
    const dialog = dialogOf(screen);
    for (const enter of [pasteByKeys, pasteByButton, scan, scanByCamera]) {
      await openWithdrawal(screen, 'BITCOIN');
      await field(screen, 'address').waitFor();
      await enter(`xrpl:${XRP}?dt=42`)(screen);
      await screen.only('button', 'withdraw.openOther', { coin: 'XRP' }, dialog).click();
      await expect.poll(() => field(screen, 'tag').inputValue()).toBe('42');
      await dialog.getByText(screen.say('withdraw.title', { coin: 'XRP' })).waitFor();
      expect((await field(screen, 'address').inputValue()).replaceAll(' ', '')).toBe(XRP);
    }
    await screen.examine('link-of-another-coin');
    await screen.close();
  });
});

const SCREENS = (['fa', 'en'] as const).flatMap((language): Appearance[] => [
  { language, theme: 'light', width: 360, height: 800 },
  { language, theme: 'dark', width: 1440, height: 900 },
]);

it.each(SCREENS)(
  'a link for another coin makes the address book offer that coin ($language, $width px)',
  async (look) => {
    const screen = await stage.open(look);
    await signInWithoutForm(screen, stage.url, OWNER);
    await screen.page.goto('/profile/wallet');
    await screen.button('withdraw.addressBook.add').click();
    const dialog = dialogOf(screen);
    await dialog.getByLabel(screen.say('withdraw.addressBook.address')).fill(`xrpl:${XRP}?dt=42`);
    const name = look.language === 'fa' ? ASSETS.RIPPLE.persianName : ASSETS.RIPPLE.englishName;
    const ripple = { coin: name, network: name };
    await dialog.getByText(screen.say('withdraw.scanner.fault.OTHER', ripple)).waitFor();
    await screen.examine('address-book-offer');
    await screen.only('button', 'withdraw.useOther', ripple, dialog).click();
    await dialog.getByText(screen.say('withdraw.carriedTag', { tag: '42' })).waitFor();
    await screen.examine('address-book-offered');
    await screen.close();
  },
);
