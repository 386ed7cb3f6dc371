import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { describe, expect, it } from 'vitest';
import backofficeEn from '../../../../../messages/web/en/backoffice.json' with { type: 'json' };
import backofficeFa from '../../../../../messages/web/fa/backoffice.json' with { type: 'json' };
import { initialMessages } from '../../../framework/i18n/fa/first.ts';
import { deferredMessages } from '../../../framework/i18n/fa/rest.ts';
import { staff } from '../../../framework/i18n/fa/staff.ts';
import { LogDetailText } from './event-words.tsx';

const TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';

describe.each([
  ['fa', backofficeFa],
  ['en', backofficeEn],
] as const)('a particular in the log (%s)', (locale, backoffice) => {
  const render = (detail: object) =>
    renderToStaticMarkup(
      <IntlProvider
        locale={locale}
        timeZone="Asia/Tehran"
        messages={{ ...initialMessages, ...deferredMessages, ...staff, backoffice }}
      >
        <QueryClientProvider client={new QueryClient()}>
          <LogDetailText detail={JSON.stringify(detail)} />
        </QueryClientProvider>
      </IntlProvider>,
    );
  const LATIN = '<bdi dir="ltr" translate="no"';

  it('that is a transaction id has its two ends, isolated, and a button that copies it', () => {
    const markup = render({ chain: 'BITCOIN', txid: TXID, orders: 2 });
    expect(markup).toContain(`${LATIN} class="latin">4a5e1e...a33b</bdi>`);
    expect(markup).toContain('<button');
    expect(markup).not.toContain(TXID);
  });

  it('that is an address has groups of four', () => {
    const markup = render({ address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' });
    expect(markup).toContain(LATIN);
    expect(markup).toContain('<span>TXYZ</span><span>opYR</span>');
  });

  it('that is an IBAN has its bank and groups of four, with or without its first letters', () => {
    for (const sheba of ['550570000000000000000101', 'IR550570000000000000000101']) {
      const markup = render({ account: 'Payouts', sheba });
      expect(markup).toMatch(/<small>[^<]+<\/small>/);
      expect(markup).toContain('>IR55 0570 0000 0000 0000 0001 01</bdi>');
    }
  });

  it('that is anything else stays as it was', () => {
    expect(render({ reference: '140309120001' })).toContain('<bdi>140309120001</bdi>');
  });
});
