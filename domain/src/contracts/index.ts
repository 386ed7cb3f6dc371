export * from './access.ts';
export * from './alarms.ts';
export * from './alerts.ts';
export * from './backoffice.ts';
export * from './bank-statements.ts';
export * from './business-rows.ts';
export * from './company/index.ts';
export * from './content.ts';
export * from './developers.ts';
export * from './endpoint.ts';
export * from './feeds.ts';
export {
  DecimalInput,
  DecimalText,
  described,
  ErrorReply,
  open,
  Timestamp,
  TimestampInput,
} from './fields.ts';
export * from './gateway-settlements.ts';
export * from './identity.ts';
export * from './issued-documents.ts';
export * from './market.ts';
export * from './market-data.ts';
export * from './movements.ts';
export * from './notices.ts';
export * from './operations.ts';
export * from './order-groups.ts';
export * from './orders.ts';
export * from './passkeys.ts';
export * from './price-sources.ts';
export * from './program-keys.ts';
export * from './recurring.ts';
export * from './referral.ts';
export * from './reports.ts';
export * from './sandbox.ts';
export * from './search.ts';
export * from './staff-queues.ts';
export * from './staff-timeline.ts';
export * from './statements.ts';
export * from './stream.ts';
export * from './support.ts';
export * from './suspense.ts';
export * from './trading.ts';
export * from './treasury.ts';
export * from './triggers.ts';
export * from './verification.ts';
export * from './wallet.ts';
export * from './watch.ts';
export * from './web-errors.ts';
export * from './withdrawal.ts';
