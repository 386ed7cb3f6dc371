import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIRECT_CONNECTION } from '../platform/outgoing/connections.ts';
import { isPublicAddress } from '../platform/public-address.ts';
import { fetchPublic, publicLookup } from './public-get.ts';
import { createWordpress, toPlainTitle, transformPosts } from './wordpress.ts';

/**
 * One post in the format of developer.wordpress.org/rest-api/reference/posts/ (schema), with its picture embedded
 * as in …/using-the-rest-api/linking-and-embedding/, in the format of …/reference/media/.
 */
const POST = {
  id: 521,
  date: '2026-11-20T14:30:05',
  date_gmt: '2026-11-20T11:00:05',
  guid: { rendered: 'https://news.example/?p=521' },
  modified: '2026-11-20T14:31:00',
  modified_gmt: '2026-11-20T11:01:00',
  slug: 'network-fees',
  status: 'publish',
  type: 'post',
  link: 'https://news.example/2026/11/network-fees/',
  title: { rendered: 'کارمزد &#8220;شبکه&#8221; &amp; قیمت&zwnj;ها &#8211; <em>گزارش</em>' },
  content: { rendered: '<p>…</p>\n', protected: false },
  excerpt: { rendered: '<p>…</p>\n', protected: false },
  author: 1,
  featured_media: 507,
  comment_status: 'closed',
  ping_status: 'closed',
  sticky: false,
  template: '',
  format: 'standard',
  meta: [],
  categories: [1],
  tags: [],
  _links: {
    self: [{ href: 'https://news.example/wp-json/wp/v2/posts/521' }],
    'wp:featuredmedia': [{ embeddable: true, href: 'https://news.example/wp-json/wp/v2/media/507' }],
  },
  _embedded: {
    'wp:featuredmedia': [
      {
        id: 507,
        date: '2026-11-20T14:20:00',
        slug: 'fees',
        type: 'attachment',
        link: 'https://news.example/fees/',
        title: { rendered: 'fees' },
        author: 1,
        caption: { rendered: '' },
        alt_text: '',
        media_type: 'image',
        mime_type: 'image/jpeg',
        media_details: { width: 1600, height: 900, file: '2026/11/fees.jpg', sizes: {} },
        source_url: 'https://news.example/wp-content/uploads/2026/11/fees.jpg',
      },
    ],
  },
};
/** Added to a post by the plugin better-rest-api-featured-images. */
const WITH_PLUGIN = {
  ...POST,
  better_featured_image: {
    id: 507,
    alt_text: '',
    caption: '',
    description: '',
    media_type: 'image',
    media_details: { width: 1600, height: 900, file: '2026/11/fees.jpg', sizes: {} },
    post: 521,
    source_url: 'https://news.example/wp-content/uploads/2026/11/better.jpg',
  },
};
/** Embedded instead of an inaccessible picture: developer.wordpress.org/rest-api/ (WP_Error). */
const UNREADABLE = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to do that.',
  data: { status: 401 },
};

describe('a list of posts', () => {
  it('is converted to plain-text titles, dates, links and pictures', () => {
    expect(transformPosts([POST, { ...WITH_PLUGIN, id: 522 }])).toEqual([
      {
        id: '521',
        language: null,
        title: 'کارمزد “شبکه” & قیمت\u200cها – گزارش',
        date: '2026-11-20T14:30:05',
        link: 'https://news.example/2026/11/network-fees/',
        picture: 'https://news.example/wp-content/uploads/2026/11/fees.jpg',
      },
      expect.objectContaining({
        id: '522',
        picture: 'https://news.example/wp-content/uploads/2026/11/better.jpg',
      }),
    ]);
  });

  it('has no picture if there is none, it is inaccessible, or isn’t https', () => {
    for (const media of [undefined, [], [UNREADABLE], [{ source_url: 'http://news.example/a.jpg' }]]) {
      const [post] = transformPosts([{ ...POST, _embedded: { 'wp:featuredmedia': media } }]);
      expect(post).toMatchObject({ id: '521', picture: null });
    }
    expect(transformPosts([{ ...POST, _embedded: undefined }])[0]?.picture).toBeNull();
    expect(transformPosts([{ ...WITH_PLUGIN, better_featured_image: null }])[0]?.picture).toContain(
      'fees.jpg',
    );
  });

  it('omits posts that can’t be displayed, and returns at most twelve', () => {
    const wrong = [
      { ...POST, link: 'javascript:alert(1)' },
      { ...POST, link: 'http://news.example/' },
      { ...POST, title: { rendered: ' <b></b>&nbsp;' } },
      { ...POST, title: 'x' },
      { ...POST, date: 'yesterday' },
      { ...POST, id: '521' },
      null,
      'x',
    ];
    expect(transformPosts(wrong)).toEqual([]);
    expect(transformPosts(Array(50).fill(POST))).toHaveLength(12);
    for (const answer of [null, {}, { code: 'rest_no_route' }, 'x'])
      expect(() => transformPosts(answer)).toThrow('not a list');
  });

  it('keeps markup written as entities as text, and removes direction marks', () => {
    expect(toPlainTitle('&lt;script&gt;alert(1)&lt;/script&gt;')).toBe('<script>alert(1)</script>');
    expect(toPlainTitle('a &#x202E;b&#0; &#55296; \u2067c')).toBe('a b c');
    expect(toPlainTitle('&unknown; &#x1F600;')).toBe('&unknown; 😀');
    expect(toPlainTitle('x'.repeat(1_000))).toHaveLength(300);
  });
});

describe('fetchPublic', () => {
  it('recognises internal addresses', () => {
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:db8::1',
      'localhost',
      '',
    ])
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    for (const address of ['1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a01:4f8::1'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });

  it('refuses a name that resolves to an internal address, when it connects', async () => {
    const failed = await new Promise((resolve) => publicLookup('localhost', {}, (error) => resolve(error)));
    expect(failed).toMatchObject({ message: 'localhost is inside' });
  });

  it.each([
    ['http://news.example/a', 'http: is not allowed'],
    ['https://evil.example/a', 'evil.example is not news.example'],
    ['https://news.example:8443/a', 'news.example:8443 is not news.example'],
    ['https://user@news.example/a', 'no address'],
    ['file:///etc/passwd', 'file: is not allowed'],
    ['nothing', 'no address'],
  ])('refuses %s', async (address, why) => {
    const options = { host: 'news.example', maxBytes: 10, timeoutMs: 100, way: DIRECT_CONNECTION };
    await expect(fetchPublic(address, options)).rejects.toThrow(why);
  });

  it('refuses the address of an internal host', async () => {
    const options = { host: '169.254.169.254', maxBytes: 10, timeoutMs: 100, way: DIRECT_CONNECTION };
    await expect(fetchPublic('https://169.254.169.254/latest', options)).rejects.toThrow('is inside');
  });
});

describe('a WordPress site', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const site = () => createWordpress({ way: DIRECT_CONNECTION, url: `${url}/blog/`, inside: true });

  it('is requested for posts with their pictures, below its folder', async () => {
    answer = (_request, response) =>
      response.setHeader('content-type', 'application/json; charset=UTF-8').end(JSON.stringify([POST]));
    expect(await site().read()).toHaveLength(1);
    expect(requests.at(-1)).toBe('/blog/wp-json/wp/v2/posts?per_page=12&_embed=wp%3Afeaturedmedia');
  });

  it('may redirect within itself, but not to other hosts or endlessly', async () => {
    answer = (request, response) => {
      const to = request.url?.endsWith('/there') ? null : `${url}/there`;
      if (to) response.writeHead(301, { location: to }).end();
      else response.end(JSON.stringify([POST]));
    };
    expect(await site().read()).toHaveLength(1);
    answer = (_request, response) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:1/there' }).end();
    await expect(site().read()).rejects.toThrow('is not 127.0.0.1');
    answer = (_request, response) => void response.writeHead(302, { location: `${url}/again` }).end();
    await expect(site().read()).rejects.toThrow('too many redirects');
  });

  it('is an error if it is down, sends too much, or something else', async () => {
    answer = (_request, response) => void response.writeHead(503).end('[]');
    await expect(site().read()).rejects.toThrow('status 503');
    answer = (_request, response) => void response.end('<html>');
    await expect(site().read()).rejects.toThrow('not JSON');
    answer = (_request, response) => void response.end(Buffer.alloc(4_100_000, 32));
    await expect(site().read()).rejects.toThrow('too long');
    answer = (_request, response) => void response.destroy();
    await expect(site().read()).rejects.toThrow();
  });

  it('is limited by a timeout', async () => {
    answer = () => {};
    const { host } = new URL(url);
    const began = performance.now();
    await expect(
      fetchPublic(`${url}/a`, { host, maxBytes: 10, timeoutMs: 150, way: DIRECT_CONNECTION, inside: true }),
    ).rejects.toThrow();
    // The timeout also applies to one that sends single bytes.
    answer = (_request, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    await expect(
      fetchPublic(`${url}/a`, {
        host,
        maxBytes: 1_000,
        timeoutMs: 150,
        way: DIRECT_CONNECTION,
        inside: true,
      }),
    ).rejects.toThrow();
    // It would have continued forever.
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});
