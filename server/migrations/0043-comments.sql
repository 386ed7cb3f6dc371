-- Every table and every column that its name does not explain says what it means; server/schema.sql shows it. The comments
-- in older migrations are those of their day: what stands here holds. A change of a column changes its comment too.

comment on table account_levels is
  'The fee levels of customers, and what each costs; staff edits them at the desk.';
comment on column account_levels.level is
  'SUPERVISOR is for market makers: staff alone gives it, and no volume earns it.';
comment on column account_levels."position" is
  'The order of the levels, lowest first.';
comment on column account_levels.trade_amount is
  'Volume of the last three months from which the level holds, in smallest units of Toman.';
comment on column account_levels.wage_ppm is
  'Fee in the Toman markets, in millionths (ppm) of the quote amount.';
comment on column account_levels.wage_tether_ppm is
  'Fee in the Tether markets, in millionths (ppm) of the quote amount.';
comment on column account_levels.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table accounts is
  'The accounts of the ledger with their balances. Only the ledger writes here, in the transaction of the transfers '
  'that explain the balance. Rows are never deleted.';
comment on column accounts.id is
  'Given by the ledger''s writer from ledger_head.last_account_id.';
comment on column accounts.owner is
  'A person''s id, ''house'', ''company:<id>'' or ''outside:<channel>''.';
comment on column accounts.kind is
  'spendable and blocked belong to people, receipts to companies, outside is the world beyond the books, and the '
  'others are the house''s. A blocked balance is held for an order, a withdrawal or a freeze.';
comment on column accounts.balance is
  'Smallest units of the asset. It can''t be negative for people and companies; the house and the outside may owe.';

comment on table address_counters is
  'Counters from which deposit addresses and tags are numbered; a number is given out once.';
comment on column address_counters.chain is
  'The chain, or the derivation path of keys where several chains share one.';
comment on column address_counters.next is
  'The number that the next address or tag gets.';

comment on table address_pool is
  'Deposit addresses that the signer made beforehand, for chains where no address can be derived from a public key. '
  'A row is taken out when its address is given to a person.';

comment on table announcements_told is
  'How far people have been notified of each published announcement.';
comment on column announcements_told.next_user is
  'The last person who was told, in the order of ids; null: everybody has been.';

comment on table article_versions is
  'What an article was before each change; the desk shows it as the history.';
comment on column article_versions.version is
  'The version of the article that these words had.';
comment on column article_versions.state is
  'As in articles.';
comment on column article_versions.saved_by is
  'The member of staff who had written this version; null: it came with the product.';

comment on table articles is
  'Texts of the public pages: questions, the guide, pages, announcements and texts about coins. Staff edits them.';
comment on column articles.kind is
  'FAQ: the title is the question. MANUAL: a part of the guide. PAGE: terms, about, contact or fees. ANNOUNCEMENT '
  'and BLOG are what they say.';
comment on column articles.slug is
  'Its name in links, the same in every language.';
comment on column articles.coin is
  'The coin on whose page a BLOG text stands; null: nothing that is traded.';
comment on column articles.title is
  'For a text about a coin, its English name in every language: it is looked up by it.';
comment on column articles.body is
  'HTML, sanitised when it is written and once more when it is read.';
comment on column articles.picture is
  'A path on this site; null: no picture.';
comment on column articles.place is
  'The order within a kind and language, lowest first.';
comment on column articles.state is
  'DRAFT is seen by staff alone; PUBLISHED by everybody; ARCHIVED was taken back.';
comment on column articles.updated_by is
  'The member of staff who wrote it last; null: it came with the product.';

comment on table audit_head is
  'One row: the last entry of the audit log, locked by whoever appends the next.';
comment on column audit_head."one" is
  'Always true: there is one row.';
comment on column audit_head.hash is
  'The hash of that entry; 32 zero bytes before the first one.';

comment on table audit_log is
  'The append-only log of security changes and of each look at personal data by staff. An entry is written in the '
  'transaction that does what it records.';
comment on column audit_log."number" is
  'Rises by one from 1, without gaps.';
comment on column audit_log.actor_id is
  'Who did it; null: the system itself, or an operator at the command line.';
comment on column audit_log.subject_id is
  'Whom it concerns; null: nobody.';
comment on column audit_log.detail is
  'JSON without secrets and without identifiers in full.';
comment on column audit_log.hash is
  'Covers this entry and the hash before it, so that no entry can be changed, removed or inserted unseen.';

comment on table authenticators is
  'The authenticator app of a person; a seed that is not confirmed yet replaces nothing.';
comment on column authenticators.seed_encrypted is
  'The seed in force, encrypted under a key derived from SECRET_KEY; null: none is in force.';
comment on column authenticators.last_step is
  'The last time step (30 seconds each) whose code was used: no code works twice.';
comment on column authenticators.pending_seed_encrypted is
  'A seed that was shown to the person and waits for its first code; encrypted like the other.';

comment on table bank_accounts is
  'The bank cards and accounts of people.';
comment on column bank_accounts.card_encrypted is
  'The card number, encrypted under a key derived from SECRET_KEY.';
comment on column bank_accounts.card_index is
  'Keyed digest of the card number; it finds duplicates without reading the number.';
comment on column bank_accounts.card_masked is
  'What may be shown: the first six and last four digits.';
comment on column bank_accounts.sheba_encrypted is
  'The account''s Sheba (Iranian IBAN), encrypted under a key derived from SECRET_KEY; null: not known.';
comment on column bank_accounts.sheba_index is
  'Keyed digest of the Sheba.';
comment on column bank_accounts.verified_at is
  'When it was approved, by staff with its owner or by the bank''s word on somebody who was authorised; null: money '
  'neither comes from it nor goes to it.';
comment on column bank_accounts.held is
  'Nobody else may register it, because the bank or staff said whose it is. A mere claim holds nothing.';

comment on table bank_deposits is
  'Lines of our bank statement: transfers of Toman that people made with their deposit identifier. Staff imports '
  'them; each reference counts once.';
comment on column bank_deposits.reference is
  'The bank''s reference of the line; unique however it was typed.';
comment on column bank_deposits.identifier is
  'What the payer gave as deposit identifier, as it stands in the statement.';
comment on column bank_deposits.payer_encrypted is
  'The payer''s Sheba, encrypted under a key derived from SECRET_KEY.';
comment on column bank_deposits.payer_index is
  'Keyed digest of the payer''s Sheba, to count what it paid in a day.';
comment on column bank_deposits.amount is
  'Smallest units of Toman.';
comment on column bank_deposits.paid_day is
  'The day of paid_at in Tehran.';
comment on column bank_deposits.state is
  'NEW: not in the books yet. MATCHED: credited to a person. UNMATCHED: in the house''s suspense, waiting for '
  'staff. PROPOSED: likewise, and one member of staff has named a person or the amount needs a second one. '
  'RETURNED: on its way back to the payer.';
comment on column bank_deposits.reason is
  'Why it was not credited by itself; null: it was, or it has not been judged.';
comment on column bank_deposits.user_id is
  'Whose deposit it is, or is proposed to be; null: not known.';
comment on column bank_deposits.imported_by is
  'The member of staff who brought the line in. They never credit themselves by it.';
comment on column bank_deposits.proposed_by is
  'Who named the person; somebody else has to decide.';
comment on column bank_deposits.decision is
  'What staff decided; the ledger moves the money after it, once. Null: nobody has decided, or nobody has to.';
comment on column bank_deposits.settled_at is
  'When the line was credited or given back; null: not yet.';
comment on column bank_deposits.untold is
  'It was credited, and its owner has not been notified yet.';

comment on table bank_holidays is
  'Days on which banks do not work besides Fridays; staff edits them. They decide when a payout is promised.';
comment on column bank_holidays.provisional is
  'The day hangs on the sighting of the moon and may move by one.';

comment on table book_addresses is
  'Saved withdrawal addresses of people.';
comment on column book_addresses.tag is
  'The memo or destination tag; '''' for none.';
comment on column book_addresses.label is
  'What the person calls it.';
comment on column book_addresses.usable_from is
  'While the person withdraws to saved addresses alone, a new one can be used only a day after it was saved.';

comment on table brand is
  'What staff has set over brand.json: one row at most.';
comment on column brand.name_fa is
  'Null here and in the other fields: as in brand.json.';
comment on column brand.mark is
  'The colour of the mark, as hexadecimal RGB.';
comment on column brand.logo is
  'A PNG, drawn anew from what was uploaded.';

comment on table candle_fills is
  'How far the past of a coin''s reference price was fetched from vendors, page by page from the newest end '
  'backwards.';
comment on column candle_fills.begin_at is
  'The beginning of the span that is to be fetched.';
comment on column candle_fills.end_at is
  'The end of the span, not included.';
comment on column candle_fills.next_at is
  'What begins before this moment is still to be asked for; equal to begin_at once all is done.';

comment on table chain_blocks is
  'The newest blocks that were read of each chain, to see when the chain undoes them.';

comment on table chain_cursors is
  'How far each chain was read.';
comment on column chain_cursors.height is
  'The last block that was read.';
comment on column chain_cursors.head_height is
  'The newest block of the chain when it was last looked at.';
comment on column chain_cursors.final_height is
  'The newest final block when it was last looked at; null: the chain does not say what is final.';
comment on column chain_cursors.fork is
  'HALTED: the chain forked below every block that is remembered, or its node shows another chain; nothing is '
  'credited and nothing leaves. FOLLOW: staff said that the new chain is to be followed. Null: nothing is wrong.';

comment on table chain_transactions is
  'Transactions that we signed, stored before they are broadcast.';
comment on column chain_transactions.payment_id is
  'The id of the first of those that outbid each other: the same payments by the same sequence or inputs, of which '
  'at most one can come true.';
comment on column chain_transactions.txid is
  'As explorers write it.';
comment on column chain_transactions.raw is
  'The signed bytes: hex, base64 on Stellar, JSON on MultiversX and EOS.';
comment on column chain_transactions.sender is
  'The paying account; null on UTXO chains.';
comment on column chain_transactions.sequence is
  'The account''s counter (nonce); null where the chain has none.';
comment on column chain_transactions.max_fee is
  'The most it can cost, in smallest units of the chain''s own coin; null: not known.';
comment on column chain_transactions.expires is
  'The last moment a chain takes it: seconds since 1970, on RIPPLE a ledger number; null: it never expires by '
  'itself.';
comment on column chain_transactions.state is
  'SIGNED: not known to have reached the chain. SENT: the chain has taken it. INCLUDED: in a block. DONE: final. '
  'DEAD: it will never be included, unless the chain proves otherwise.';
comment on column chain_transactions.ok is
  'Whether it had its effect; null: not in a block yet.';
comment on column chain_transactions.height is
  'The block it is in; null: none.';
comment on column chain_transactions.fee is
  'What it cost, in smallest units of the chain''s own coin; null: not final yet.';
comment on column chain_transactions.done_at is
  'When it was final or given up.';
comment on column chain_transactions.undone is
  'How often it was final and its block was undone; each time it is booked under another key.';

comment on table coin_deposits is
  'Everything that arrived at an address of ours, once: chain, txid and output_index name it for good. The chain '
  'reader, the ledger and staff write here.';
comment on column coin_deposits.output_index is
  'The output, log entry or operation within the transaction.';
comment on column coin_deposits.asset is
  'Null: a token that nobody here knows, named by contract.';
comment on column coin_deposits.contract is
  'The contract of an unknown token; null: a known asset.';
comment on column coin_deposits.tag is
  'The memo or destination tag it came with; '''' for none.';
comment on column coin_deposits.amount is
  'Smallest units of the asset.';
comment on column coin_deposits.user_id is
  'Whose it is, or would be; null: nobody''s.';
comment on column coin_deposits.state is
  'PENDING: seen, not deep enough yet. CREDITED: in its owner''s balance. UNCLAIMED: with staff. PROPOSED: staff '
  'has named a person, and a second one decides. ORPHANED: the chain took it back before it was credited, and it '
  'may come again. REVERSED: the chain took it back after it was credited. KEPT: closed by staff.';
comment on column coin_deposits.reason is
  'Why it was not credited by itself, such as UNKNOWN_TAG, BELOW_MINIMUM, RETIRED_ADDRESS, DEPOSITS_OFF or '
  'UNKNOWN_TOKEN; null: nothing is in the way.';
comment on column coin_deposits.raised_by_user is
  'Its owner named the txid before the chain reader saw it.';
comment on column coin_deposits.height is
  'The block it is in; null: it waits for one.';
comment on column coin_deposits.needed_confirmations is
  'Blocks on top, its own included, that it needs; fixed when it was seen.';
comment on column coin_deposits.proposed_by is
  'The member of staff who said whose it is; somebody else decides.';
comment on column coin_deposits.proposed_user is
  'The person they named.';
comment on column coin_deposits.decided_by is
  'Who decided; null: nobody has.';
comment on column coin_deposits.toman_value is
  'What it was worth when it was credited, in smallest units of Toman, for sums; null: it had no price.';
comment on column coin_deposits.booked is
  'It lies in the house''s suspense account.';
comment on column coin_deposits.attempt is
  'How often it was taken out of the books again; each time it is credited anew under a key of its own.';
comment on column coin_deposits.lost is
  'What the house lost when the chain took it back after its owner had spent it, in smallest units; repaid first if '
  'it comes again.';
comment on column coin_deposits.to_tell is
  'The notice its owner has still to be sent, DEPOSIT_CREDITED or DEPOSIT_REVERSED; null: none.';
comment on column coin_deposits.swept_by is
  'The order in outgoing that sweeps its address, on chains with an account per address; null: not swept.';

comment on table coin_networks is
  'The networks on which each coin comes and goes; staff edits them.';
comment on column coin_networks.token_type is
  'The network of the coin, such as ERC20 or TRC20.';
comment on column coin_networks.txid_needed is
  'Whether a person who asks about a deposit has to name its txid.';
comment on column coin_networks.tag_needed is
  'Whether an address of this network needs a tag.';
comment on column coin_networks.withdrawal_fee is
  'What a withdrawal costs its owner, in smallest units of the coin.';
comment on column coin_networks.min_withdraw is
  'Smallest units of the coin, as is max_withdraw.';
comment on column coin_networks.confirmations is
  'Blocks on top, its own included, until a deposit counts; 1 where the chain itself says what is final.';
comment on column coin_networks.min_deposit is
  'Smallest units of the coin. Less is not credited by itself: it waits for staff.';
comment on column coin_networks.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table coins is
  'The assets and their trading limits; staff edits them. Amounts are smallest units of the asset unless the name '
  'says Toman.';
comment on column coins.active is
  'Whether it can be traded.';
comment on column coins.min_exchange is
  'The least of one quick trade.';
comment on column coins.max_exchange is
  'The most of one quick trade.';
comment on column coins.spread_ppm is
  'Distance between the buying and the selling price around the reference price, in millionths (ppm).';
comment on column coins.toman_tick is
  'The step of a limit price in Toman markets, in smallest units of Toman.';
comment on column coins.lot is
  'The step of a limit order''s amount.';
comment on column coins.max_inventory is
  'The most of it that the house holds: a quick trade that would bring it above is refused.';
comment on column coins.min_deposit is
  'By bank. This and the following columns are for TOMAN alone, and null for coins.';
comment on column coins.max_deposit_per_payment is
  'The most of one payment through a gateway.';
comment on column coins.max_deposit_per_day is
  'The most that one person pays in through gateways within 24 hours.';
comment on column coins.withdrawal_fee is
  'What a withdrawal to a bank account costs its owner.';
comment on column coins.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table companies is
  'The store of a company account: where its receipts are settled to. Its owner writes the settings; staff blocks.';
comment on column companies.user_id is
  'The company''s account, one store each.';
comment on column companies.coin is
  'What receipts are changed into at the end of each period; null, with token_type, address, per_time and '
  'next_due_at: receipts wait for their owner.';
comment on column companies.per_time is
  'How long a period is.';
comment on column companies.next_coin is
  'With the other next_ columns a change of the destination that was confirmed and is not in force yet; null: none.';
comment on column companies.next_from is
  'When that change comes into force: a day after it was confirmed, so that a thief can be stopped.';
comment on column companies.settled_until is
  'Receipts before this time belong to a settlement.';
comment on column companies.next_due_at is
  'When the running period ends.';
comment on column companies.paused_at is
  'The owner stopped the settlements of periods; null: they run.';
comment on column companies.blocked_at is
  'Staff stopped the store; null: it is open.';

comment on table company_applications is
  'Requests of verified people for a company account. Staff decides; the person goes on as a person meanwhile.';
comment on column company_applications.data_encrypted is
  'Name, national id, telephone and address of the company: JSON, encrypted under a key derived from SECRET_KEY.';
comment on column company_applications.version is
  'Rises with each request and change of a person''s: a decision names the version it was made on.';
comment on column company_applications.state is
  'PENDING waits for staff; APPROVED and REFUSED are staff''s decisions; WITHDRAWN was taken back by the person.';
comment on column company_applications.reasons is
  'Codes of what was missing, on a refusal.';

comment on table company_events is
  'What a store''s own program is told by webhook: written in the transaction of what it tells of, delivered '
  'afterwards.';
comment on column company_events.body is
  'JSON with the id of the payment or settlement; the message itself is made when it is sent.';
comment on column company_events.next_try_at is
  'When it is tried next; null: nobody wants to hear it, or it was delivered or given up.';
comment on column company_events.last_status is
  'HTTP status of the last try; null: there was no answer, or no try.';
comment on column company_events.last_answer is
  'Why there was no answer, or its beginning.';

comment on table company_keys is
  'Keys by which a store''s programs call us: they may ask for payments and read.';
comment on column company_keys.digest is
  'SHA-256 of the key, which is shown once and kept nowhere.';
comment on column company_keys.tail is
  'The key''s last four characters, so that its owner knows it again.';
comment on column company_keys.revoked_at is
  'Null: it is in force.';

comment on table company_limits is
  'One row of limits on payments to stores; staff edits it.';
comment on column company_limits.singleton is
  'Always true: there is one row.';
comment on column company_limits.min_payment is
  'Smallest units of Toman, as is shop_per_day.';
comment on column company_limits.shop_per_day is
  'What payers may begin to pay to one store within 24 hours.';
comment on column company_limits.starts_per_hour is
  'Payments that one network address may begin within an hour.';
comment on column company_limits.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table company_payments is
  'Payments to stores: what a row of payments means where it pays a company.';
comment on column company_payments.amount is
  'Smallest units of Toman.';
comment on column company_payments.request_id is
  'The payment request it answers; null: paid through the store''s open link.';
comment on column company_payments.card_digest is
  'Keyed digest of the payer''s card, to count by.';
comment on column company_payments.ip_digest is
  'Keyed digest of the payer''s network address, to count by.';
comment on column company_payments.received_at is
  'When the money reached the store''s receipts, written by the ledger with it; null: not paid.';
comment on column company_payments.settlement_id is
  'The settlement it belongs to, for good; null: not settled.';
comment on column company_payments.refund_id is
  'The refund that took it out of the receipts; null: none.';

comment on table company_refunds is
  'Payments that staff gives back to their payers by bank transfer; one asks, another decides.';
comment on column company_refunds.source is
  'RECEIPTS: the money lies in the store''s receipts. SUSPENSE: in the house''s, because another card than agreed '
  'had paid.';
comment on column company_refunds.amount is
  'Smallest units of Toman.';
comment on column company_refunds.state is
  'ASKED waits for the second member of staff; PAID: the transfer was made; CANCELLED: it was not.';
comment on column company_refunds.reference is
  'The bank''s, of the transfer to the payer''s card; null until it was paid.';

comment on table company_requests is
  'What a store asks somebody to pay: once, a fixed amount.';
comment on column company_requests.order_number is
  'The store''s own, once per store.';
comment on column company_requests.amount is
  'Smallest units of Toman.';
comment on column company_requests.state is
  'OPEN can be paid until expires_at; PAID; CANCELLED by the store.';
comment on column company_requests.payment_id is
  'The payment that fulfilled it. Another payment of the same request is the payer''s mistake.';
comment on column company_requests.by_key is
  'It was made by a program with a key, not on the store''s page.';

comment on table company_settlements is
  'What of a store''s receipts belongs together, and what became of it. Amounts are smallest units of Toman unless '
  'said otherwise.';
comment on column company_settlements."number" is
  'The order in which a store''s settlements were made: each takes over what the one before left.';
comment on column company_settlements.kind is
  'PERIOD is bought and sent to the store''s address; WALLET was taken to the owner''s Toman wallet.';
comment on column company_settlements.part is
  '0, 1, … of a period that was too much for one purchase.';
comment on column company_settlements.receipts is
  'What came in within it.';
comment on column company_settlements.payments is
  'How many payments those are.';
comment on column company_settlements.carried_in is
  'What the settlement before left; null while DUE.';
comment on column company_settlements.spent is
  'What was spent or moved; null while DUE.';
comment on column company_settlements.carried_out is
  'What is left for the next one; carried_in + receipts = spent + carried_out.';
comment on column company_settlements.more is
  'What is left is enough for another purchase at once.';
comment on column company_settlements.state is
  'DUE: waits to be taken. BOUGHT: the coins are bought. SENT: their withdrawal exists. DONE: they arrived. '
  'CARRIED: too little, all of it goes to the next one. MOVED: in the owner''s Toman wallet. RETURNED: the coins '
  'are in the owner''s wallet instead of at their address.';
comment on column company_settlements.coin is
  'This and the columns up to fee are as they were when it was bought.';
comment on column company_settlements.amount is
  'What was bought, in smallest units of the coin.';
comment on column company_settlements.unit_price is
  'Smallest units of Toman for one whole coin.';
comment on column company_settlements.fee is
  'The trade''s fee, in smallest units of Toman.';
comment on column company_settlements.order_id is
  'The quick trade that bought the coins.';
comment on column company_settlements.withdrawal_id is
  'The withdrawal that sends them; null: none yet.';
comment on column company_settlements.wait_reason is
  'Why it waits, as an error code; null: nothing is in the way.';
comment on column company_settlements.told is
  'Its owner was notified that it waits or is carried over.';
comment on column company_settlements.tries is
  'How often it was tried in vain.';
comment on column company_settlements.next_try_at is
  'When it is tried again.';

comment on table company_totals is
  'Sums of each store, kept by the ledger apart from the settings, so that nobody''s lock on those holds it up.';
comment on column company_totals.received is
  'All that ever came in, in smallest units of Toman.';
comment on column company_totals.refunded is
  'What of it went back to payers, in smallest units of Toman.';

comment on table company_webhooks is
  'Where a store wants to be told of payments and settlements.';
comment on column company_webhooks.secret_encrypted is
  'The secret its messages are signed with, encrypted under a key derived from SECRET_KEY.';

comment on table daily_balances is
  'The last balance of a person''s asset on a day of Tehran, and what went in and out that day. A day without a '
  'change has no row. Folded from transfers; the yearly statement reads it. Columns ending in _toman are smallest '
  'units of Toman, the others smallest units of the asset.';
comment on column daily_balances.balance is
  'Spendable and blocked together.';
comment on column daily_balances.cost_toman is
  'What the balance cost its owner, by average cost.';
comment on column daily_balances.bought is
  'opening + bought − sold + received − sent − fees + referral + corrected = closing balance.';
comment on column daily_balances.corrected is
  'What came back or was taken back; may be negative.';
comment on column daily_balances.realised_toman is
  'Profit of the day; negative for a loss.';

comment on table daily_figures is
  'People and open work by day of Tehran, for the desk''s figures. The counts of what is open are the last look of '
  'the day; null: nobody looked.';
comment on column daily_figures.verified is
  'People who were authorised for the first time that day.';
comment on column daily_figures.active_traders is
  'People who traded that day.';
comment on column daily_figures.open_orders is
  'Counted up to 100,000.';
comment on column daily_figures.looked_at is
  'When the last look of the day was.';

comment on table daily_sums is
  'What was earned, shared, came and went by day of Tehran; folded from transfers.';
comment on column daily_sums.kind is
  'FEE: earned. REFERRAL: of it shared with inviters. DEPOSIT and WITHDRAWAL: came and went. STORE: what payers '
  'paid to stores.';
comment on column daily_sums.source is
  'For FEE and REFERRAL what they were for: OTC is quick trades, P2P orders of the book, WITHDRAWAL withdrawals; '
  ''''' otherwise.';
comment on column daily_sums.coin is
  'The coin of the market a fee came from, whose quote is the asset; '''' otherwise.';
comment on column daily_sums.amount is
  'Smallest units of the asset.';
comment on column daily_sums.returned is
  'What of it went back, in smallest units of the asset.';
comment on column daily_sums.toman_value is
  'Worth of amount less returned at the prices of the minute, in smallest units of Toman.';
comment on column daily_sums.entries is
  'How many transfers.';

comment on table daily_trades is
  'Trades by day of Tehran; folded together with trade_totals.';
comment on column daily_trades.source is
  'OTC: quick trades. P2P: fills of the book.';
comment on column daily_trades.toman_value is
  'Smallest units of Toman.';

comment on table deposit_addresses is
  'Deposit addresses of people. One is in use per person, coin and network.';
comment on column deposit_addresses.tag is
  'On chains where all share one account; '''' where nobody does.';
comment on column deposit_addresses.key_index is
  'The number of the key, or the tag, that the signer finds it by.';
comment on column deposit_addresses.signature is
  'The signer''s, over everything that the row claims; an address is shown only while it fits.';
comment on column deposit_addresses.retired_at is
  'Its owner replaced it; what still comes waits for staff. Null: in use.';
comment on column deposit_addresses.tampered_at is
  'When the row was first found not to be what the signer signed; it is never shown again. Null: sound.';

comment on table deposit_identifiers is
  'The identifier by which a person''s bank transfers are known.';
comment on column deposit_identifiers.identifier is
  'Twelve digits: a number of ten and two check digits (ISO 7064, MOD 97-10).';

comment on table deposit_locks is
  'A row per person that is locked by whoever counts their deposits against the daily limit.';

comment on table documents is
  'Identity documents and profile pictures. The bytes lie encrypted in a file of the data folder.';
comment on column documents.file is
  'The random name of that file.';
comment on column documents.digest is
  'SHA-256 of the file, so that one can''t be put in another''s place.';
comment on column documents.in_force is
  'It belongs to what was handed in; otherwise it is deleted after a day.';
comment on column documents.replaced_at is
  'When another took its place; null: none has.';

comment on table exchange_info is
  'What the exchange says about itself, one row per language; staff edits it.';
comment on column exchange_info.app_android is
  'A link; '''' in this and the other link columns: there is none, and the page shows nothing.';
comment on column exchange_info."number" is
  'The telephone number.';
comment on column exchange_info.privacy_policy is
  'HTML of headings, paragraphs, lists and emphasis.';
comment on column exchange_info.updated_by is
  'The member of staff who wrote it last; null: it came with the product.';

comment on table exchange_info_versions is
  'What exchange_info was before each change.';
comment on column exchange_info_versions."text" is
  'JSON of the row''s words, by column.';
comment on column exchange_info_versions.saved_by is
  'The member of staff who had written this version; null: it came with the product.';

comment on table external_identities is
  'People''s accounts at other identity providers, by issuer and subject, never by e-mail address.';
comment on column external_identities.issuer is
  'The provider''s address, as its tokens name it.';
comment on column external_identities.subject is
  'What the provider calls the person.';

comment on table external_sign_ins is
  'Sign-ins with Google that are on their way: found first by state, then by the ticket that the page turns in.';
comment on column external_sign_ins.state_digest is
  'Digest of the state that travels through the provider.';
comment on column external_sign_ins.secret_encrypted is
  'Verifier and nonce, later what the provider said of the person: JSON, encrypted under a key derived from '
  'SECRET_KEY.';
comment on column external_sign_ins.ticket_digest is
  'Digest of the ticket; null: the provider has not answered yet.';
comment on column external_sign_ins.used_at is
  'Null: it can still be used.';

comment on table figures_head is
  'One row: how far transfers and days are folded into the figures.';
comment on column figures_head.singleton is
  'Always true: there is one row.';
comment on column figures_head.transfer_id is
  'The last transfer that is folded into daily_sums.';
comment on column figures_head.folded_at is
  'When a fold last found nothing left to do.';
comment on column figures_head.day is
  'Days from this one on are counted anew into daily_figures; null: none ever was.';

comment on table fills is
  'Matches of two orders of the book; append-only, written by the ledger with the transfers that settle them.';
comment on column fills."number" is
  'Without gaps within its market.';
comment on column fills.maker_order is
  'The order that was in the book.';
comment on column fills.taker_order is
  'The order that came.';
comment on column fills.taker_side is
  'What the taker did; the maker did the other.';
comment on column fills.unit_price is
  'Smallest units of the quote for one whole coin.';
comment on column fills.amount is
  'Smallest units of the coin.';
comment on column fills.notional is
  'amount × unit price, cut to smallest units of the quote.';
comment on column fills.maker_fee is
  'Smallest units of the quote, as is taker_fee.';
comment on column fills.toman_value is
  'Worth when it was traded, in smallest units of Toman, for statistics and fee levels.';

comment on table fills_told is
  'Up to which fill of each market people have been notified of filled orders.';

comment on table freezes is
  'Parts of a person''s balance that a court has frozen. The amount lies in the person''s blocked account.';
comment on column freezes.amount is
  'Smallest units of the asset.';
comment on column freezes.court_order is
  'Number and court of the order.';
comment on column freezes.lifted_by is
  'Who lifted it: somebody else than who created it. Null: in force.';

comment on table history_sources is
  'Vendors of past prices that failed or asked for patience.';
comment on column history_sources.failures is
  'Failures one after another; 0 after each answer.';
comment on column history_sources.rest_until is
  'It is not asked before this moment.';

comment on table hot_targets is
  'How much of what we owe people is held hot, per coin; the rest is cold. Staff edits it.';
comment on column hot_targets.percent is
  'Percent of the liabilities.';
comment on column hot_targets.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table idempotency is
  'One reply for each key: a repeated request gets it again, whatever happened to the first answer on its way. '
  'Replies to people are forgotten after 30 days; those of our own commands stay.';
comment on column idempotency.owner is
  'The person or visitor whose key it is, or the kind of our own command.';
comment on column idempotency.digest is
  'Of the method, path and body that the key came with; the same key with another body is refused.';
comment on column idempotency.reply is
  'What was answered; '''' while a first request with this key is being worked on.';

comment on table identity_consents is
  'Codes that the identity provider sent to people for their consent; deleted when they rest.';
comment on column identity_consents.mobile_index is
  'Keyed digest of the number it was sent to.';
comment on column identity_consents.person_digest is
  'Keyed digest of whom it is about: another name or birthday needs another code.';
comment on column identity_consents.reference is
  'What the provider calls it; null while the provider is being asked.';
comment on column identity_consents.attempts is
  'Guesses that were made.';

comment on table invited_counts is
  'How many people somebody invited, kept by a trigger on users, since a count would grow with their number.';

comment on table kill_switch is
  'One row, read before anything leaves; the signer reads it too. Staff turns it.';
comment on column kill_switch.singleton is
  'Always true: there is one row.';
comment on column kill_switch.changed_by is
  'Null: as it came with the product.';

comment on table ledger_head is
  'One row: who may write to the ledger, and how far it has come. Every settlement batch advances it from the value '
  'it read, so that of two writers one fails.';
comment on column ledger_head.singleton is
  'Always true: there is one row.';
comment on column ledger_head.epoch is
  'Rises with each new holder of the lease: a writer that lost its lease can''t commit (fencing token).';
comment on column ledger_head.holder is
  'The process that holds the lease.';
comment on column ledger_head.lease_until is
  'When another process may take it.';
comment on column ledger_head.batch is
  'Rises by one with each settlement batch.';
comment on column ledger_head.last_transfer_id is
  'The last id of transfers that was given out.';
comment on column ledger_head.last_account_id is
  'The last id of accounts that was given out.';

comment on table level_checks is
  'People whose fee level has to be judged anew; written in the transaction that changed what it depends on.';

comment on table level_head is
  'One row: what all fee levels were last judged by.';
comment on column level_head.singleton is
  'Always true: there is one row.';
comment on column level_head.aged_until is
  'This day and all before it have left the three months; null: nobody was judged yet.';
comment on column level_head.tiers is
  'The levels as they were then; null: nobody was judged yet.';

comment on table level_volumes is
  'A person''s volume of the last three months, as their level was last judged by it.';
comment on column level_volumes.toman_value is
  'Smallest units of Toman.';

comment on table limit_counters is
  'Counts of what is limited: failed log-ins, codes sent, wrong codes, tickets, alerts and the like. Rows are '
  'deleted after two days, except the count of wrong passwords in a row, which stands until it is cleared.';
comment on column limit_counters.address_key is
  'Keyed digest of the e-mail address, person or network address that is counted.';
comment on column limit_counters.kind is
  'What is counted.';
comment on column limit_counters.window_began_at is
  'When the running window began; the count starts anew after it.';

comment on table login_attempts is
  'The history of log-ins that a person sees.';
comment on column login_attempts.user_id is
  'Null: the e-mail address belongs to nobody.';

comment on table market_heads is
  'How far each market has come; written by the ledger in the batch of its last change.';
comment on column market_heads.sequence is
  'The number of the last change of its book.';
comment on column market_heads.fill is
  'The number of its last fill.';
comment on column market_heads.last_price is
  'Smallest units of the quote for one whole coin; null: nothing was traded yet.';

comment on table markets is
  'The markets of the book: a coin against Toman or Tether. Staff edits them.';
comment on column markets.active is
  'Whether new orders are taken.';
comment on column markets.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table migrations is
  'The migrations that were applied; kept by the program that applies them.';
comment on column migrations.id is
  'The number in the file''s name.';
comment on column migrations.sha256 is
  'Of the file: one that was edited after it was applied stops the start.';

comment on table monthly_trader_counts is
  'How many rows monthly_traders has for a month, kept with them.';
comment on column monthly_trader_counts.calendar is
  'The calendar of a language: fa is the Jalali month, en the Gregorian one.';
comment on column monthly_trader_counts.month is
  'The month''s first day.';

comment on table monthly_traders is
  'Who traded in a month, once.';
comment on column monthly_traders.calendar is
  'The calendar of a language: fa is the Jalali month, en the Gregorian one.';
comment on column monthly_traders.month is
  'The month''s first day.';

comment on table news_posts is
  'The last good answer of the news site, shown while the site is down.';
comment on column news_posts.language is
  'Null: for readers of both languages.';
comment on column news_posts.place is
  'The order on the page.';
comment on column news_posts.posted_at is
  'As the site has it, in its own time.';
comment on column news_posts.picture is
  'The name of a file in the news-images folder of DATA_DIR; null: no picture.';

comment on table notice_settings is
  'What a person chose otherwise than the default: which notices go which way.';
comment on column notice_settings.way is
  'PRODUCT is the notification centre.';

comment on table notices is
  'The notification centre of each person; kept 90 days.';
comment on column notices.kind is
  'Which notice it is; the words are made when it is read, in the reader''s language.';
comment on column notices.about is
  'What it is about: JSON, encrypted under a key derived from SECRET_KEY.';

comment on table one_time_codes is
  'Codes sent by e-mail or SMS, and steps of log-ins by authenticator.';
comment on column one_time_codes.address_key is
  'Keyed digest of the e-mail address, which may belong to nobody, or of the person.';
comment on column one_time_codes.purpose is
  'What the code is good for, and nothing else.';
comment on column one_time_codes.user_id is
  'Null: a sign-up, or a reset asked for an address that has no account.';
comment on column one_time_codes.digest is
  'Keyed digest of purpose, id and code; the code itself is not kept.';
comment on column one_time_codes.step_id is
  'The step that the code belongs to; a code that is sent again keeps it.';
comment on column one_time_codes.attempts is
  'Guesses that were made; a code stands five.';
comment on column one_time_codes.used_at is
  'When it, or another code of its step, was used; null: it can still be.';
comment on column one_time_codes.channel is
  'How it went out. GOOGLE_AUTHENTICATOR: a step without a code of ours.';
comment on column one_time_codes.subject is
  'The new e-mail address or mobile number, encrypted under a key derived from SECRET_KEY; null for other purposes.';
comment on column one_time_codes.session_id is
  'The session that asked for it; the code counts nowhere else. Null: before a log-in.';
comment on column one_time_codes.intent is
  'Of a withdrawal: keyed digest of amount, coin, network, address and tag. The code confirms nothing else.';
comment on column one_time_codes.device is
  'JSON of what the client says of itself in the first step of signing in or up; null for other steps.';

comment on table orders is
  'Quick trades, limit orders and market orders. The ledger writes them with their money.';
comment on column orders.id is
  'UUIDv7: in the order of time, so the key serves a person''s history page by page.';
comment on column orders.order_type is
  'EXCHANGE_: a quick trade. LIMITED_: a limit order. MARKET_: a market order. _BUY or _SELL.';
comment on column orders.order_status is
  'IS_OPEN: in the book. IS_CLOSED: filled. FINISHED_WITHOUT_TRANSACTION and FINISHED_WITH_TRANSACTION: ended '
  'early, with nothing or with a part filled.';
comment on column orders.amount is
  'Smallest units of the coin, as is executed_amount.';
comment on column orders.unit_price is
  'Smallest units of the quote for one whole coin.';
comment on column orders.notional is
  'amount × unit price of what was executed, without the fee, in smallest units of the quote.';
comment on column orders.fee is
  'Smallest units of the quote.';
comment on column orders.total is
  'What was paid in all, or received, in smallest units of the quote.';
comment on column orders.toman_value is
  'Worth when it was traded, in smallest units of Toman, for statistics and fee levels.';
comment on column orders.sequence is
  'Its place in its market''s line, for time priority; null: a quick trade.';
comment on column orders.wage_ppm is
  'The fee it pays, in millionths (ppm): that of its owner''s level when it was placed. Null: a quick trade.';
comment on column orders.reserved is
  'What is still blocked for it: smallest units of the quote on a buy, of the coin on a sell.';
comment on column orders.first_fill is
  'With last_fill the numbers of the fills it took when it came; null: none.';
comment on column orders.ended_by is
  'Why it ended early: its owner, an own order on the other side, a book without more, or the exchange. Null: it '
  'did not.';
comment on column orders.closed_at is
  'Null: it is open, or a quick trade.';

comment on table outgoing is
  'What leaves our addresses: withdrawals, sweeps of deposit addresses, gas for them, and moves to the cold '
  'address. Amounts are smallest units of the asset.';
comment on column outgoing.kind is
  'WITHDRAWAL, SWEEP of a deposit address, GAS for a sweep, COLD for a move to the cold address.';
comment on column outgoing.from_index is
  'The number of the deposit address that pays; null: the hot wallet.';
comment on column outgoing.tag is
  'The memo or destination tag; '''' for none.';
comment on column outgoing.amount is
  'What arrives.';
comment on column outgoing.fee is
  'What a withdrawal costs its owner; 0 otherwise.';
comment on column outgoing.seal is
  'HMAC-SHA-256 under SEAL_KEY of everything that says where how much goes. The signer signs nothing without it.';
comment on column outgoing.state is
  'QUEUED waits; CLAIMED is with the signer; SIGNED has bytes; SENT was taken by the chain; DONE is final. FAILED: '
  'on the chain without effect, or never to get there. CANCELLED: taken back while it was queued.';
comment on column outgoing.claim_id is
  'Orders that are asked of the signer together, and again together until it has answered; null: not claimed.';
comment on column outgoing.transaction_id is
  'The newest of its chain_transactions; null: none yet. An order that ever had one is not taken back.';
comment on column outgoing.trouble is
  'Why it waits, such as HOT_WALLET_EMPTY, SIGNER_AWAY, STOPPED or NONCE_GONE; null: nothing is in the way.';
comment on column outgoing.next_try_at is
  'It is not tried before this; infinity: it waits for a person.';
comment on column outgoing.failures is
  'Transactions for it that the chain took and that failed.';

comment on table payments is
  'Toman payments through bank gateways, a person''s deposit or a payment to a store. What a gateway says in the '
  'payer''s browser is a hint; money moves once the gateway has confirmed it from server to server.';
comment on column payments.user_id is
  'Whose deposit it is; null: it pays a store.';
comment on column payments.amount is
  'Smallest units of Toman.';
comment on column payments.state is
  'CREATED: not known to the gateway yet. PENDING: the payer is at the bank. PAID: the money is credited. FAILED: '
  'it was not; it may still become PAID.';
comment on column payments.card_masked is
  'The card that has to pay.';
comment on column payments.card_digest is
  'Keyed digest of the card number''s SHA-256; the number is not kept here.';
comment on column payments.idempotency_key is
  'The key of the request that made it, so that the key is free again if the payment comes to nothing; null: it '
  'came without one.';
comment on column payments.authority is
  'The gateway''s name for the payment; null: the gateway has not accepted it.';
comment on column payments.redirect_url is
  'The gateway''s page; null: as authority.';
comment on column payments.reason is
  'Why it failed; null: it did not. CARD_MISMATCH and DAILY_LIMIT: the bank has paid, and the money lies in '
  'suspense.';
comment on column payments.reference is
  'The bank''s reference number, told with the money.';
comment on column payments.paid_card is
  'The card that paid, as the gateway told it.';
comment on column payments.settled_at is
  'When the ledger moved the money, to its owner or to suspense; set once. Null: it has not.';
comment on column payments.next_check_at is
  'When the gateway is asked again; null: never.';
comment on column payments.checks is
  'How often it was asked since it last changed; the pauses grow with it.';
comment on column payments.company_id is
  'The store that is paid; null: a person''s deposit.';
comment on column payments.returned_at is
  'When the payer first came back from the gateway; null: not yet.';
comment on column payments.dropped_at is
  'When the payer gave the payment up on our own pages; null: they have not.';
comment on column payments.confirmed_at is
  'When the gateway''s word that a store''s payment is paid was found to fit the limits; null: not yet.';

comment on table payout_exports is
  'Everybody who took a payout''s file to the bank: none of them may say that it was paid.';

comment on table payout_lines is
  'The withdrawals of a payout.';
comment on column payout_lines.state is
  'WAITING: in the batch. PAID: the bank paid it. RETURNED: the bank sent it back. HELD: its owner was blocked '
  'before anybody had the file, so it left the batch. UNSURE: blocked after that; staff says of it alone whether '
  'the bank paid.';
comment on column payout_lines.reason is
  'Why it was held, unsure or returned; null otherwise.';
comment on column payout_lines.returned_by is
  'Who said that it came back: neither who took the file nor who closed the payout.';

comment on table payouts is
  'The bank''s daily batch of Toman withdrawals: one per day.';
comment on column payouts.state is
  'OPEN: made. EXPORTED: somebody took the file to the bank. CLOSED: somebody else said that the bank paid it.';
comment on column payouts.exported_by is
  'The first who took the file; all of them are in payout_exports.';
comment on column payouts.lines is
  'How many, kept as they come and go, as are total, paid and returned.';
comment on column payouts.total is
  'Smallest units of Toman.';

comment on table position_exits is
  'What a withdrawal took out of a position, so that one that comes back brings its cost along.';
comment on column position_exits.reference is
  'The withdrawal.';
comment on column position_exits.amount is
  'Smallest units of the asset.';
comment on column position_exits.cost_toman is
  'What that part had cost, in smallest units of Toman.';
comment on column position_exits.cost_tether is
  'The same in smallest units of Tether.';

comment on table positions is
  'What a person has of an asset and what it cost, by average cost; folded from transfers.';
comment on column positions.amount is
  'Smallest units of the asset.';
comment on column positions.cost_toman is
  'Smallest units of Toman, as is realised_toman.';
comment on column positions.cost_tether is
  'Smallest units of Tether, as is realised_tether.';
comment on column positions.realised_toman is
  'Realised profit; negative for a loss.';

comment on table positions_head is
  'One row: how far transfers are folded into positions, position_exits, daily_balances, referral_totals and '
  'referral_sums.';
comment on column positions_head.singleton is
  'Always true: there is one row.';
comment on column positions_head.transfer_id is
  'The last transfer that is folded; their ids have no gaps and become visible in order.';

comment on table price_alerts is
  'Prices that people want to be told of.';
comment on column price_alerts.direction is
  'From which side the price has to come to the threshold.';
comment on column price_alerts.threshold is
  'Smallest units of the quote for one whole coin.';
comment on column price_alerts.pause_seconds is
  'How long it rests after it has told its owner; null: it tells once.';
comment on column price_alerts.state is
  'WAITING for the price. PAUSED rests until paused_until. BEYOND has rested, and waits again once the price has '
  'gone back. FIRED is over.';
comment on column price_alerts.fired_at is
  'The last time; null: never.';
comment on column price_alerts.fired_price is
  'The price then, in smallest units of the quote.';

comment on table profiles is
  'What the account form holds of each person.';
comment on column profiles.data_encrypted is
  'JSON of what is not in users: everything of the form beside name, e-mail, mobile and country, encrypted under a '
  'key derived from SECRET_KEY.';
comment on column profiles.national_code_index is
  'Keyed digest of the national code, which finds duplicates without reading it.';
comment on column profiles.company_id_index is
  'Keyed digest of the company''s national id; null: a person.';
comment on column profiles.held is
  'Nobody else may have these codes: the provider confirmed them, or staff looks or has looked at them.';
comment on column profiles.confirmed_digest is
  'Keyed digest of whom the provider confirmed; for anybody else the provider''s step comes again. Null: nobody '
  'yet.';

comment on table provider_checks is
  'Questions to the identity provider and its answers.';
comment on column provider_checks.id is
  'Also what the provider calls the question, so that it can be looked up there.';
comment on column provider_checks.kind is
  'SHAHKAR: whether the mobile belongs to the national code. IDENTITY, CARD and IBAN: whose each is.';
comment on column provider_checks.detail_encrypted is
  'What it answered, encrypted under a key derived from SECRET_KEY: names of other people may stand here.';

comment on table public_statistics is
  'One row that staff sets: from how many customers and trades on the public figures are shown.';
comment on column public_statistics.singleton is
  'Always true: there is one row.';
comment on column public_statistics.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table quotes is
  'The currencies that markets are quoted in; staff edits them.';
comment on column quotes.min_notional is
  'The least that an order may be worth, in smallest units of the quote.';
comment on column quotes.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table recoveries is
  'Re-identifications of people who lost their second factor or mailbox. One member of staff starts it, another '
  'confirms.';
comment on column recoveries.new_email is
  'The address that takes the lost mailbox''s place; null: the second factor is lost.';
comment on column recoveries.evidence is
  'What staff saw, in their words.';
comment on column recoveries.state is
  'OPEN waits for the second member of staff, who makes it CONFIRMED or CANCELLED.';

comment on table recovery_codes is
  'Codes for people who lose their second factor; each works once.';
comment on column recovery_codes.digest is
  'Keyed digest of person and code; the code itself is not kept.';

comment on table reference_candles is
  'Candles of the reference mid price. A minute without a price has no row. Minutes are kept a week; days are only '
  'those from before this server had prices of its own.';
comment on column reference_candles."time" is
  'When it begins.';
comment on column reference_candles."open" is
  'Smallest units of the quote for one whole coin, as are high, low and close.';

comment on table referral_sums is
  'What an inviter earned by each person they invited; folded from transfers.';
comment on column referral_sums.toman_value is
  'Worth when it was paid, in smallest units of Toman.';

comment on table referral_totals is
  'What an inviter earned of each asset; folded from transfers.';
comment on column referral_totals.amount is
  'Smallest units of the asset.';
comment on column referral_totals.toman_value is
  'Worth when it was paid, in smallest units of Toman.';

comment on table reset_tickets is
  'Tickets that password reset codes were changed into; each sets one password.';
comment on column reset_tickets.ticket_digest is
  'Digest of the ticket, which is not kept.';

comment on table reviews is
  'Submissions of the account form that staff looks at.';
comment on column reviews.decided_at is
  'Null: it waits.';
comment on column reviews.reasons is
  'Codes of what was wrong, on a refusal.';

comment on table row_changes is
  'Changes of the rows that staff sets, with who asked, who agreed and why. What is decided stays as it is.';
comment on column row_changes.kind is
  'Which kind of row, which stands for a table.';
comment on column row_changes.key is
  'Which row of it.';
comment on column row_changes.version is
  'The row''s, as whoever asked saw it.';
comment on column row_changes."before" is
  'JSON of the fields that change, as they were.';
comment on column row_changes."after" is
  'JSON of the same fields, as they are to be.';
comment on column row_changes.state is
  'WAITING for a second member of staff. DONE. CANCELLED. OVERTAKEN: the row was changed otherwise meanwhile.';
comment on column row_changes.four_eyes is
  'It loosens what protects, so that a second admin has to agree.';

comment on table rules is
  'Rules of the authorities and our own, each from a time on; the newest that has begun holds. Append-only.';
comment on column rules.body is
  'JSON in the shape of the contract RuleSet: limits of deposits, the hold after them, caps on stablecoins, trading '
  'hours.';
comment on column rules.set_by is
  'Null: it came with the product.';

comment on table sandbox_balances is
  'Balances of the sandbox''s own chains. Only the sandbox''s provider reads them.';
comment on column sandbox_balances.balance is
  'Smallest units of the asset.';
comment on column sandbox_balances.sequence is
  'The account''s counter (nonce).';

comment on table sandbox_bank_payments is
  'Payments at the sandbox''s own bank. Only the sandbox''s provider reads them.';
comment on column sandbox_bank_payments.amount is
  'Whole Toman, as is paid_amount.';
comment on column sandbox_bank_payments.state is
  'OPEN: the payer has not decided. PAID and CANCELLED: what the payer did.';
comment on column sandbox_bank_payments.verified is
  'The server has asked whether it was paid, as a real gateway demands.';

comment on table sandbox_blocks is
  'Blocks of the sandbox''s own chains.';

comment on table sandbox_identity_codes is
  'Codes that the sandbox''s identity provider sent.';

comment on table sandbox_identity_scenarios is
  'What the sandbox''s identity provider is to say of a person, chosen at /sandbox.';

comment on table sandbox_outbox is
  'What the sandbox would have sent by e-mail or SMS, shown at /sandbox.';
comment on column sandbox_outbox.code is
  'The code within the message, if there is one.';

comment on table sandbox_transactions is
  'Transactions of the sandbox''s own chains.';
comment on column sandbox_transactions.raw is
  'The signed bytes; null: the faucet made it.';
comment on column sandbox_transactions.body is
  'JSON of what it pays and spends, as the codec read it.';
comment on column sandbox_transactions.height is
  'Null: it waits for a block.';
comment on column sandbox_transactions.dropped is
  'A reorganisation dropped it.';

comment on table sealed_canaries is
  'One row for each key that seals what is in this database: every process opens it before it goes on, so that '
  'nothing starts with a wrong key.';
comment on column sealed_canaries.name is
  'The name of the key''s setting.';
comment on column sealed_canaries.sealed is
  'A known text, encrypted with that key.';

comment on table sessions is
  'Signed-in sessions.';
comment on column sessions.token_digest is
  'SHA-256 of the token, which is not kept.';
comment on column sessions.remember is
  'It outlives the browser; otherwise it ends after 30 minutes without use.';
comment on column sessions.revoked_at is
  'When it was ended; null: it was not.';
comment on column sessions.confirmed_at is
  'When it last proved password and second factor.';

comment on table sign_ups is
  'Sign-ups that wait for their code: nothing they brought touches a person before that. Forgotten after seven '
  'days.';
comment on column sign_ups.password_hash is
  'argon2id with its parameters and salt.';
comment on column sign_ups.referral_code is
  'Of the inviter, as it was typed; null: none.';

comment on table stablecoin_purchases is
  'Tether that a person bought on a day of Tehran; folded from orders, for the yearly cap.';
comment on column stablecoin_purchases.amount is
  'Smallest units of Tether.';

comment on table staff is
  'Roles of staff; one person may have several.';

comment on table statements is
  'Yearly statements that people asked for; kept seven days.';
comment on column statements.year is
  'Of the calendar.';
comment on column statements.state is
  'WAITING to be made; MAKING; READY; FAILED.';
comment on column statements.percent is
  'How far the making is.';
comment on column statements.touched_at is
  'The last sign of life of who makes it; a statement whose maker died is made anew.';
comment on column statements.made_at is
  'This and the columns after it are of the statement that is there; null: none is.';
comment on column statements.summary_encrypted is
  'JSON of its figures and whose they are, encrypted under a key derived from SECRET_KEY.';
comment on column statements.digest is
  'Keyed digest of the figures: whoever has the paper can have it compared.';
comment on column statements.xlsx_file is
  'The name of an encrypted file in the statements folder of DATA_DIR, as is csv_file.';

comment on table ticket_messages is
  'The messages of a ticket.';
comment on column ticket_messages.staff_id is
  'The member of staff who wrote it; null: the person did.';
comment on column ticket_messages.body is
  'Encrypted under a key derived from SECRET_KEY.';

comment on table tickets is
  'What people write to the exchange, signed in or through the contact form.';
comment on column tickets."number" is
  'What it is called in letters; drawn at random, so that nobody reads off it how many there are.';
comment on column tickets.user_id is
  'Null: it came through the contact form without a log-in.';
comment on column tickets.visitor is
  'JSON of name and e-mail as typed into the contact form, encrypted under a key derived from SECRET_KEY; null: a '
  'person who was signed in.';
comment on column tickets.subject is
  'Encrypted under a key derived from SECRET_KEY, as the messages are.';
comment on column tickets.state is
  'WAITING: the last word is the person''s. ANSWERED: it is ours. CLOSED: it is over until the person writes again.';
comment on column tickets.since is
  'Since when it is in that state; while WAITING: since the first message that has no answer.';
comment on column tickets.unread is
  'Answers that the person has not seen.';
comment on column tickets.assignee is
  'The member of staff who takes care of it; null: nobody yet.';
comment on column tickets.version is
  'Rises with every change; what staff does names the version it was made on.';

comment on table trade_candle_cursors is
  'Up to which fill the trade candles of a market are made.';

comment on table trade_candles is
  'Candles of the trades of the book. Where there are none, the reference candles stand for them.';
comment on column trade_candles."time" is
  'When it begins. An hour is one of Tehran''s clock, 3:30 ahead of UTC, so that days begin at its midnight.';
comment on column trade_candles."open" is
  'Smallest units of the quote for one whole coin, as are high, low and close.';
comment on column trade_candles.volume is
  'Smallest units of the coin.';
comment on column trade_candles.value is
  'What the volume cost, in smallest units of the quote.';

comment on table trade_totals is
  'One row: all trades in which a customer had a part, so that no page ever counts orders.';
comment on column trade_totals.singleton is
  'Always true: there is one row.';
comment on column trade_totals.toman_value is
  'Smallest units of Toman.';
comment on column trade_totals.folded_until is
  'Trades before this moment are counted.';

comment on table transfers is
  'Every change of every balance; immutable, written by the ledger in its settlement batches.';
comment on column transfers.id is
  'Given by the writer, without gaps: the order of the ledger.';
comment on column transfers.amount is
  'Smallest units of the accounts'' asset.';
comment on column transfers.debit_balance is
  'The balance of the debited account after this transfer; credit_balance likewise.';
comment on column transfers.kind is
  'What it is for: trade, fee, referral, deposit, withdrawal, hold, release, cost (a charge of a gateway, miner or '
  'bank), seed (sandbox money) or correction.';
comment on column transfers.reference is
  'The order, payment or withdrawal that it belongs to.';

comment on table unspent_outputs is
  'Outputs of UTXO chains that are ours: deposits and our own change.';
comment on column unspent_outputs.amount is
  'Smallest units of the chain''s own coin.';
comment on column unspent_outputs.key_index is
  'The number of the deposit address that owns it; null: the hot wallet.';
comment on column unspent_outputs.height is
  'The block it is in; null: none.';
comment on column unspent_outputs.spent_by is
  'The transaction of ours that spends it; null: it is free.';

comment on table used_forms is
  'Tokens of contact forms that were sent: each is good once.';
comment on column used_forms.digest is
  'SHA-256 of the token.';

comment on table user_volumes is
  'What a person traded on a day of Tehran; three months of it decide the fee level.';
comment on column user_volumes.toman_value is
  'Smallest units of Toman.';

comment on table users is
  'People: customers, companies, staff and market makers.';
comment on column users.email is
  'In lower case; kept readable, since people sign in by it.';
comment on column users.password_hash is
  'argon2id with its parameters and salt; null: came by Google and has set none.';
comment on column users.mobile is
  'With the country''s prefix, +989121234567. A number that was only claimed locks nobody out.';
comment on column users.authentication_type is
  'NOT_COMPLETE: the account form was never handed in. UNIDENTIFIED: it waits for the identity provider''s step. '
  'PENDING: it waits for staff. AUTHORIZED. UNAUTHORIZED: staff refused it. INFORMATION_CHANGED: authorised before, '
  'and something has to be handed in again. INFORMATION_CHANGED_PENDING: that waits for staff.';
comment on column users.level is
  'The fee level; SUPERVISOR is a market maker.';
comment on column users.customer_kind is
  'REAL: a person. COMPANY. Null: not chosen yet.';
comment on column users.inviter_id is
  'Who invited the person; null: nobody.';
comment on column users.blocked_at is
  'When staff blocked the person; null: not blocked.';
comment on column users.mobile_verified_at is
  'When the number was proven to be theirs; null: it was not.';
comment on column users.withdrawals_held_until is
  'Nothing leaves before then, since what protects the account was changed; null: no hold.';
comment on column users.invited_by_self is
  'Inviter and invited turned out to be one person: nothing is paid.';
comment on column users.language_chosen is
  'The person chose the language: signing in on a page of the other one does not change it.';
comment on column users.theme is
  'Null: never chosen.';
comment on column users.authorized_at is
  'When the person was first authorised; kept by a trigger.';

comment on table wallet_sums is
  'What came in and was earned by a person, per asset; folded from transfers, so that no page adds transfers up.';
comment on column wallet_sums.toman_value is
  'Worth when it was folded, in smallest units of Toman.';
comment on column wallet_sums.unvalued is
  'What had no price then, in smallest units of the asset.';

comment on table wallet_sums_head is
  'One row: how far transfers are folded into wallet_sums.';
comment on column wallet_sums_head.singleton is
  'Always true: there is one row.';
comment on column wallet_sums_head.transfer_id is
  'The last transfer that is folded.';

comment on table web_errors is
  'Errors of our own scripts in people''s browsers, one row per kind, kept 90 days. Nothing in a row identifies a '
  'person.';
comment on column web_errors.fingerprint is
  'SHA-256 of name, message, page and script: what reports of one fault have in common, whatever the version.';
comment on column web_errors.route is
  'The pattern of the page, without what a person typed.';
comment on column web_errors.version is
  'Of the newest report, as are frames, browser and language.';
comment on column web_errors.frames is
  'The newest frames of the stack, within our own scripts.';

comment on table whitelists is
  'People who let coins leave to saved addresses alone.';

comment on table withdrawal_approvals is
  'Who of the staff let a withdrawal go. Nobody approves their own; append-only.';

comment on table withdrawal_coin_limits is
  'What leaves of a coin by itself, all people together; beyond it withdrawals are reviewed. Staff edits it.';
comment on column withdrawal_coin_limits.per_hour is
  'Worth in smallest units of Toman, as is per_day.';
comment on column withdrawal_coin_limits.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table withdrawal_level_limits is
  'What a person of a fee level may withdraw. Staff edits it.';
comment on column withdrawal_level_limits.per_day is
  'Worth in smallest units of Toman, as is per_month.';
comment on column withdrawal_level_limits.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table withdrawal_locks is
  'A row per asset that is locked by whoever counts what leaves of it.';

comment on table withdrawal_person_limits is
  'What a single person may withdraw instead of what their level allows, until a time.';
comment on column withdrawal_person_limits.per_day is
  'Worth in smallest units of Toman, as is per_month.';
comment on column withdrawal_person_limits.raised is
  'True: they are above the level''s and hold as they are. False: they protect, and never let out more than the '
  'level''s do.';

comment on table withdrawal_places is
  'A place in the limits, taken with the code before the ledger is asked. It keeps all that the ledger will be '
  'asked, so that whoever comes back with the same key finishes it.';
comment on column withdrawal_places.id is
  'The withdrawal''s.';
comment on column withdrawal_places.amount is
  'Smallest units of the asset.';
comment on column withdrawal_places.toman_value is
  'Smallest units of Toman; 0: it had no price, and it is reviewed.';
comment on column withdrawal_places.reviewed is
  'Staff looks at it; what they let go does not count against what leaves by itself.';
comment on column withdrawal_places.plan is
  'JSON of all that the ledger will be asked.';
comment on column withdrawal_places.plan_mac is
  'Keyed digest of id, user_id, idempotency_key and plan: the ledger is asked for nothing else.';
comment on column withdrawal_places.state is
  'TAKEN: the ledger has not answered yet. USED: the withdrawal exists. RELEASED: refused, taken back or returned. '
  'FAILED: somebody changed the plan; nothing was withdrawn, and it counts until staff has looked at it.';

comment on table withdrawal_thresholds is
  'One row of worths in smallest units of Toman from which a withdrawal needs more. Staff edits it.';
comment on column withdrawal_thresholds.singleton is
  'Always true: there is one row.';
comment on column withdrawal_thresholds.review is
  'From here on one member of staff looks first.';
comment on column withdrawal_thresholds.four_eyes is
  'From here on two members of staff look first.';
comment on column withdrawal_thresholds.sms is
  'From here on somebody whose second factor is e-mail confirms by SMS too.';
comment on column withdrawal_thresholds.version is
  'Rises with every change, so that nobody overwrites what they did not see.';

comment on table withdrawals is
  'Withdrawals of coins and of Toman. What was asked for can''t be changed, and rows are never deleted.';
comment on column withdrawals.token_type is
  'The network; TOMAN for Toman.';
comment on column withdrawals.address is
  'Where a coin goes; for Toman the masked Sheba.';
comment on column withdrawals.address_encrypted is
  'The Sheba, encrypted under a key derived from SECRET_KEY; null: a coin.';
comment on column withdrawals.bank_account_id is
  'The person''s bank account; null: a coin.';
comment on column withdrawals.tag is
  'The memo or destination tag; '''' for none.';
comment on column withdrawals.amount is
  'What leaves the balance, in smallest units of the asset; the fee is part of it.';
comment on column withdrawals.toman_value is
  'Worth when it was asked for, in smallest units of Toman; null: it had no price, and it is reviewed.';
comment on column withdrawals.state is
  'REVIEW: staff looks first. APPROVED: on its way; for coins outgoing says how far. BATCHED: in a bank''s batch. '
  'CANCELLING, REFUSING: claimed, and the ledger is about to give the money back. CANCELLED, REFUSED: given back. '
  'PAID: by the bank. RETURNED: the bank or the chain gave it back. DONE: final on the chain. SENT is a state that '
  'nothing writes.';
comment on column withdrawals.review_reasons is
  'Why staff looks: LARGE, COIN_LIMIT or FLAGGED_PERSON.';
comment on column withdrawals.needed_approvals is
  'How many members of staff have to approve it; 0: it leaves by itself.';
comment on column withdrawals.reason is
  'What staff or the bank said when it ended otherwise than by arriving; null: nothing.';
comment on column withdrawals.promised_at is
  'When the bank is to have paid, as its owner was told; null: a coin, or no promise holds.';
comment on column withdrawals.untold is
  'The notice its owner has still to be sent; set with what it tells of, cleared with the sending. Null: none.';
comment on column withdrawals.done_at is
  'When it ended; null: it has not.';
