export * from './endpoint.ts';
export * from './identity.ts';
export * from './market.ts';
export * from './sandbox.ts';
export * from './stream.ts';
export * from './trading.ts';
export * from './wallet.ts';
