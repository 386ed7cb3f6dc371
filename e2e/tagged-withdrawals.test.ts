/** Coins whose recipients are distinguished by a tag or memo: the signed values are those that the user was shown. */
import { ASSETS, type Asset, type Chain, parseStellarMemo } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { create, toBuffer } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { codecOf } from '../server/src/chains/index.ts';
import { checkInvariants } from '../server/test/invariants.ts';
import { callServer } from '../server/test/running-server.ts';
import type { Appearance, Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { confirmWithCode, findDialog, signInWithoutForm } from './steps.ts';

const stage = useTestServer({ signer: true });
const OWNER = 'demo@sarraf.test';
const XRP = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
const X_ADDRESS = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H';
const XLM = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
const EOS = 'binancecleos';

type TaggedCoin = Extract<Asset & Chain, 'RIPPLE' | 'STELLAR' | 'EOS'>;
type EnterTexts = (screen: Screen) => Promise<void>;

const findField = (screen: Screen, name: 'address' | 'tag' | 'amount'): Locator =>
  screen.only('textbox', `withdraw.${name}`, {}, findDialog(screen));

/** Types the values, one after the other. */
const typeTexts =
  (...texts: ['address' | 'tag', string][]): EnterTexts =>
  async (screen) => {
    for (const [name, text] of texts) {
      await findField(screen, name).fill('');
      await findField(screen, name).pressSequentially(text);
    }
  };

async function copyToClipboard({ page }: Screen, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}
const pasteByKeys =
  (text: string): EnterTexts =>
  async (screen) => {
    await copyToClipboard(screen, text);
    await findField(screen, 'address').focus();
    await screen.page.keyboard.press('Control+V');
  };
const pasteByButton =
  (text: string): EnterTexts =>
  async (screen) => {
    await copyToClipboard(screen, text);
    await screen.only('button', 'withdraw.paste', {}, findDialog(screen)).click();
  };
const scanImage =
  (text: string): EnterTexts =>
  async (screen) => {
    await screen.only('button', 'withdraw.scan', {}, findDialog(screen)).click();
    const buffer = await toBuffer(text, { width: 400 });
    await findDialog(screen)
      .locator('input[type=file]')
      .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer });
    await findField(screen, 'address').waitFor();
  };
/** The camera scans the code: a moving picture replaces its image. */
const scanByCamera =
  (text: string): EnterTexts =>
  async (screen) => {
    const { size, data } = create(text, {}).modules;
    await screen.page.evaluate(
      ({ side, dark }) => {
        const [scale, margin] = [8, 4];
        const canvas = document.createElement('canvas');
        canvas.width = (side + 2 * margin) * scale;
        canvas.height = canvas.width;
        const context = canvas.getContext('2d') as CanvasRenderingContext2D;
        const drawFrame = () => {
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
        drawFrame();
        setInterval(drawFrame, 50);
        navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
      },
      { side: size, dark: [...data].flatMap((bit, at) => (bit ? [at] : [])) },
    );
    await screen.only('button', 'withdraw.scan', {}, findDialog(screen)).click();
    await findField(screen, 'address').waitFor();
  };
const enterInTurn =
  (...steps: EnterTexts[]): EnterTexts =>
  async (screen) => {
    for (const step of steps) await step(screen);
  };

async function openWithdrawal({ page }: Screen, coin: TaggedCoin | 'BITCOIN'): Promise<void> {
  await page.goto(`/profile/wallet?withdraw=${coin}`);
}

/** Deposits enough of the coin for its withdrawals. */
async function depositCoin(coin: TaggedCoin, token: string, amount: string): Promise<void> {
  const query = `?relatedCoin=${coin}&tokenType=${coin}`;
  const { body } = await callServer(stage.url, 'GET', `/wallets/customer/wallet-address${query}`, { token });
  const { address, tag } = body.baseDTO;
  const coins = { relatedCoin: coin, address, tag, amount };
  expect(
    (await callServer(stage.url, 'POST', `/sandbox/chains/${coin}/faucet`, { body: coins })).status,
  ).toBe(200);
  await callServer(stage.url, 'POST', `/sandbox/chains/${coin}/blocks`, { body: { count: 40 } });
  const credited = sql<{
    credited: boolean;
  }>`select exists (select from accounts a join users u on u.id::text = a.owner
    where u.email = ${OWNER} and a.asset = ${coin} and a.kind = 'spendable' and a.balance > 0) as credited`;
  await expect.poll(async () => (await credited.execute(stage.db)).rows[0]?.credited).toBe(true);
}

/** Address and tag as the confirmation shows them. */
async function readConfirmation(screen: Screen): Promise<{ to: string; tag: string }> {
  const dialog = findDialog(screen);
  await dialog.getByText(screen.say('withdraw.code.title')).waitFor();
  const readShownText = async (selector: string) =>
    (await dialog.locator(selector).first().innerText()).trim();
  return {
    to: (await readShownText('bdi[translate=no]')).replaceAll(/\s/g, ''),
    tag: await readShownText('bdi.latin'),
  };
}

/** Address and tag in the bytes signed for the newest withdrawal. */
async function readSignedPayment(coin: TaggedCoin, count: number): Promise<{ to: string; tag: string }> {
  const findSigned = async () =>
    (
      await sql<{
        raw: string;
      }>`select t.raw from outgoing o join chain_transactions t on t.id = o.transaction_id
        where o.kind = 'WITHDRAWAL' and o.chain = ${coin} order by o.id`.execute(stage.db)
    ).rows;
  await expect.poll(async () => (await findSigned()).length).toBe(count);
  const raw = (await findSigned()).at(-1)?.raw ?? '';
  const [payment] = codecOf(coin, 'main').decode(raw).payments;
  if (!payment) throw new Error('nothing is paid');
  const { to, tag } = payment;
  if (coin !== 'STELLAR') return { to, tag: tag ?? '' };
  const memo = parseStellarMemo(tag ?? '');
  return { to, tag: `${memo.value} MEMO_${memo.type}` };
}

const INPUT_CASES: readonly [
  TaggedCoin,
  string,
  readonly [string, EnterTexts, { to: string; tag: string }][],
][] = [
  [
    'RIPPLE',
    '900',
    [
      [
        'typed, replaced by an X-address with its own tag',
        typeTexts(['address', XRP], ['tag', '777'], ['address', X_ADDRESS]),
        { to: XRP, tag: '12345' },
      ],
      ['typed with a Persian tag', typeTexts(['address', XRP], ['tag', '۷۷۷']), { to: XRP, tag: '777' }],
      ['pasted as a link', pasteByKeys(`xrpl:${XRP}?DT=42`), { to: XRP, tag: '42' }],
      ['scanned', scanImage(`ripple:${XRP}?dt=7`), { to: XRP, tag: '7' }],
      ['scanned by the camera', scanByCamera(`ripple:${XRP}?dt=8`), { to: XRP, tag: '8' }],
    ],
  ],
  [
    'STELLAR',
    '900',
    [
      [
        'typed with a Persian memo',
        typeTexts(['address', XLM], ['tag', '۱۲۳۴۵']),
        { to: XLM, tag: '12345 MEMO_ID' },
      ],
      [
        'pasted as a link with a memo of text',
        pasteByKeys(`web+stellar:pay?destination=${XLM}&memo=12345&memo_type=MEMO_TEXT`),
        { to: XLM, tag: '12345 MEMO_TEXT' },
      ],
      ['scanned as a muxed account', scanImage(MUXED), { to: XLM, tag: '9223372036854775808 MEMO_ID' }],
    ],
  ],
  [
    'EOS',
    '900',
    [
      ['typed with leading zeros', typeTexts(['address', EOS], ['tag', '۰۰۱۲']), { to: EOS, tag: '0012' }],
      [
        'pasted after its memo',
        enterInTurn(typeTexts(['tag', 'order 7']), pasteByButton(EOS)),
        { to: EOS, tag: 'order 7' },
      ],
      ['scanned', scanImage(`eos:${EOS}?memo=order%208`), { to: EOS, tag: 'order 8' }],
    ],
  ],
];

describe('the signed address and tag equal those that were shown', () => {
  it.each(INPUT_CASES)('%s', async (coin, funds, ways) => {
    const screen = await stage.open({ language: 'en', theme: 'dark', width: 1440, height: 900 });
    const token = await signInWithoutForm(screen, stage.url, OWNER);
    await depositCoin(coin, token, funds);
    const terms = await callServer(stage.url, 'GET', `/wallets/withdrawal-terms?relatedCoin=${coin}`, {
      token,
    });
    let paymentCount = 0;
    for (const [way, enter, expected] of ways) {
      await openWithdrawal(screen, coin);
      await findField(screen, 'amount').fill(terms.body.baseDTO.minAmount);
      await enter(screen);
      await screen.only('button', 'withdraw.next', {}, findDialog(screen)).click();
      const confirmation = await readConfirmation(screen);
      expect({ way, ...confirmation }).toEqual({ way, ...expected });
      await confirmWithCode(screen, stage.url, OWNER);
      paymentCount += 1;
      expect({ way, ...(await readSignedPayment(coin, paymentCount)) }).toEqual({ way, ...confirmation });
      await callServer(stage.url, 'POST', `/sandbox/chains/${coin}/blocks`, { body: { count: 6 } });
    }
    // Ten less a fee of a tenth, though orders are for whole coins of it.
    if (coin === 'STELLAR') await findDialog(screen).getByText('9.9 XLM', { exact: true }).waitFor();
    await screen.examine(`withdrawn-${coin}`);
    await screen.close();
    expect(await checkInvariants(stage.db)).toBeNull();
  });

  it('a link for another coin opens the withdrawal of that coin, with its tag', async () => {
    const screen = await stage.open({ language: 'en', theme: 'dark', width: 1440, height: 900 });
    await signInWithoutForm(screen, stage.url, OWNER);
    const dialog = findDialog(screen);
    for (const enter of [pasteByKeys, pasteByButton, scanImage, scanByCamera]) {
      await openWithdrawal(screen, 'BITCOIN');
      await findField(screen, 'address').waitFor();
      await enter(`xrpl:${XRP}?dt=42`)(screen);
      await screen.only('button', 'withdraw.openOther', { coin: 'XRP' }, dialog).click();
      await expect.poll(() => findField(screen, 'tag').inputValue()).toBe('42');
      await dialog.getByText(screen.say('withdraw.title', { coin: 'XRP' })).waitFor();
      expect((await findField(screen, 'address').inputValue()).replaceAll(' ', '')).toBe(XRP);
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
    const dialog = findDialog(screen);
    await dialog.getByLabel(screen.say('withdraw.addressBook.address')).fill(`xrpl:${XRP}?dt=42`);
    const name = look.language === 'fa' ? ASSETS.RIPPLE.persianName : ASSETS.RIPPLE.englishName;
    const ripple = { coin: name, network: name };
    await dialog.getByText(screen.say('withdraw.scanner.error.OTHER', ripple)).waitFor();
    await screen.examine('address-book-offer');
    await screen.only('button', 'withdraw.useOther', ripple, dialog).click();
    await dialog.getByText(screen.say('withdraw.carriedTag', { tag: '42' })).waitFor();
    await screen.examine('address-book-offered');
    await screen.close();
  },
);
