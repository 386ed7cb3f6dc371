/** What the package is tried by where it is to run: plain JavaScript of web standards, in Node, Bun and browsers. */

/** Places and cancels an order and hears of it; answers what it saw. */
export async function walk({ connect, ed25519 }, { url, key, marketType, unitPrice, vectors }) {
  const signer = ed25519(vectors.key, vectors.privateKeyPem);
  const signed = [];
  for (const { text } of vectors.list) signed.push(await signer.sign(text));
  const client = connect({ url, signer: ed25519(key.id, key.privateKey) });
  const heard = new Set();
  let tell = () => {};
  client.stream.subscribe('open-orders', ({ data }) => {
    for (const { id } of data) heard.add(id);
    tell();
  });
  const { baseDTO: placed } = await client.placeOrder({
    marketType,
    orderType: 'LIMITED_BUY',
    amount: '0.01',
    unitPrice,
  });
  while (!heard.has(placed.id)) {
    await new Promise((resolve) => {
      tell = resolve;
    });
  }
  const { baseDTO: gone } = await client.cancelOrder({ id: placed.id });
  const book = await new Promise((resolve) => client.watchBook(marketType, resolve));
  client.close();
  return { signed, placed: placed.orderStatus, gone: gone.endedBy, bids: book.bids.length };
}
