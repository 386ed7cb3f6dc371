export * from './assets.ts';
export * from './digits.ts';
export * from './errors.ts';
export * from './fees.ts';
export * from './identifiers.ts';
export * from './money.ts';
export * from './quote.ts';
