// Printed by "npm run schema" from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface Tables {
  account_levels: {
    level: 'BRONZE' | 'SILVER' | 'GOLD' | 'PLATINUM' | 'SUPERVISOR';
    position: number;
    trade_amount: bigint;
    wage_ppm: ColumnType<bigint, bigint | number, bigint | number>;
    wage_tether_ppm: ColumnType<bigint, bigint | number, bigint | number>;
    version: Generated<number>;
  };
  accounts: {
    id: ColumnType<bigint, bigint | number, bigint | number>;
    owner: string;
    asset: string;
    kind: 'spendable' | 'blocked' | 'inventory' | 'fee' | 'expense' | 'in_flight' | 'suspense' | 'reorg_loss' | 'receipts' | 'outside';
    balance: bigint;
  };
  address_counters: {
    chain: string;
    next: ColumnType<bigint, bigint | number, bigint | number>;
  };
  address_pool: {
    chain: string;
    key_index: ColumnType<bigint, bigint | number, bigint | number>;
    address: string;
    generation: Generated<number>;
  };
  alarm_acknowledgements: {
    id: string;
    alarm_id: string;
    staff_id: string;
    at: Date;
    note: string;
  };
  alarm_checks: {
    name: string;
    looked_at: Date;
    memory: ColumnType<unknown | null, string | null, string | null>;
  };
  alarm_duty: {
    user_id: string;
    since: Date;
  };
  alarm_messages: {
    id: string;
    alarm_id: string;
    round: number;
    step: number;
    way: 'EMAIL' | 'SMS' | 'WEBHOOK' | 'TELEGRAM';
    user_id: string | null;
    created_at: Date;
    next_try_at: Date | null;
    tries: Generated<number>;
    sent_at: Date | null;
    given_up_at: Date | null;
    dropped_at: Date | null;
    fault: string | null;
  };
  alarms: {
    id: string;
    kind: string;
    subject: string;
    found_by: string;
    figure: number | null;
    severity: 'PAGE' | 'TICKET';
    seen_at: Date;
    last_seen_at: Date;
    gone_at: Date | null;
    raised_at: Date | null;
    cleared_at: Date | null;
    step: Generated<number>;
    round: Generated<number>;
    next_step_at: Date | null;
    acknowledged_at: Date | null;
  };
  announcements_told: {
    slug: string;
    next_user: string | null;
  };
  article_versions: {
    kind: string;
    language: string;
    slug: string;
    version: number;
    title: string;
    summary: string;
    body: string;
    coin: string | null;
    subject: string | null;
    picture: string | null;
    place: number;
    state: string;
    saved_at: Date;
    saved_by: string | null;
  };
  articles: {
    kind: 'FAQ' | 'MANUAL' | 'PAGE' | 'ANNOUNCEMENT' | 'BLOG';
    slug: string;
    language: 'fa' | 'en' | 'ar';
    coin: string | null;
    subject: 'deposit' | 'withdrawal' | 'verification' | 'fees' | 'trading' | 'security' | null;
    title: string;
    summary: Generated<string>;
    body: string;
    picture: string | null;
    place: number;
    state: Generated<'DRAFT' | 'PUBLISHED' | 'ARCHIVED'>;
    published_at: Generated<Date>;
    version: Generated<number>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  audit_head: {
    one: Generated<boolean>;
    number: ColumnType<bigint, bigint | number, bigint | number>;
    hash: Buffer;
  };
  audit_log: {
    number: ColumnType<bigint, bigint | number, bigint | number>;
    at: Date;
    actor_id: string | null;
    action: string;
    subject_id: string | null;
    detail: string;
    hash: Buffer;
  };
  authenticators: {
    user_id: string;
    seed_encrypted: Buffer | null;
    last_step: ColumnType<bigint, bigint | number | undefined, bigint | number>;
    confirmed_at: Date | null;
    pending_seed_encrypted: Buffer | null;
    pending_since: Date | null;
  };
  bank_accounts: {
    id: string;
    user_id: string;
    card_encrypted: Buffer;
    card_index: Buffer;
    card_masked: string;
    sheba_encrypted: Buffer;
    sheba_index: Buffer;
    bank_name: string;
    verified_at: Date | null;
    created_at: Date;
    sheba_masked: string;
    held: Generated<boolean>;
  };
  bank_checks: {
    id: string;
    at: Date;
    closing: bigint;
    books: bigint;
    openings: bigint;
    settlements: bigint;
    fees: bigint;
    capital: bigint;
    unexplained: bigint;
    unbooked_deposits: bigint;
    unseen_deposits: bigint;
    unseen_returns: bigint;
    unseen_payouts: bigint;
    unbooked_payouts: bigint;
    payouts_back: bigint;
    fractions: bigint;
    difference: bigint;
    differs_since: Date | null;
    late_deposits: number;
    over: boolean;
  };
  bank_deposits: {
    id: string;
    reference: string;
    identifier: string;
    payer_masked: string;
    payer_encrypted: Buffer;
    payer_index: Buffer;
    payer_name: string;
    amount: bigint;
    paid_at: Date;
    paid_day: ColumnType<Date, Date | string, Date | string>;
    state: 'NEW' | 'MATCHED' | 'UNMATCHED' | 'PROPOSED' | 'RETURNED';
    reason: string | null;
    user_id: string | null;
    imported_by: string;
    proposed_by: string | null;
    decision: 'CREDIT' | 'RETURN' | null;
    decided_by: string | null;
    created_at: Date;
    settled_at: Date | null;
    untold: Generated<boolean>;
  };
  bank_holidays: {
    day: ColumnType<Date, Date | string, Date | string>;
    title: string;
    provisional: boolean;
  };
  bank_line_payouts: {
    withdrawal_id: string;
    line_id: string;
    paid: bigint;
  };
  bank_lines: {
    id: string;
    statement_id: string;
    account_id: string;
    number: number;
    at: Date;
    reference: string;
    identifier: string;
    amount: bigint;
    balance: bigint;
    cause: 'UNEXPLAINED' | 'DEPOSIT' | 'DEPOSIT_BACK' | 'PAYOUT' | 'BATCH' | 'PAYOUT_BACK' | 'SETTLEMENT' | 'FEE' | 'CAPITAL' | 'DISCARDED';
    cause_id: string | null;
    said: 'FEE' | 'CAPITAL' | null;
    said_by: string | null;
    confirmed_by: string | null;
    reason: string | null;
    imported_by: string;
    created_at: Date;
  };
  bank_statements: {
    id: string;
    account_id: string;
    previous_id: string | null;
    opening: bigint;
    closing: bigint;
    lines: number;
    first_at: Date | null;
    last_at: Date | null;
    state: 'KEPT' | 'DISCARDED';
    imported_by: string;
    created_at: Date;
    discarded_by: string | null;
    discarded_at: Date | null;
    reason: string | null;
  };
  book_addresses: {
    id: string;
    user_id: string;
    asset: string;
    token_type: string;
    address: string;
    tag: Generated<string>;
    label: string;
    created_at: Date;
    usable_from: Date;
  };
  brand: {
    singleton: Generated<boolean>;
    name_fa: string | null;
    name_en: string | null;
    accent_dark: string | null;
    accent_light: string | null;
    mark: string | null;
    logo: Buffer | null;
    version: number;
    updated_at: Date;
    updated_by: string;
  };
  cancel_after: {
    user_id: string;
    market_type: string;
    due_at: Date | null;
  };
  candle_fills: {
    coin: string;
    interval: string;
    begin_at: Date;
    end_at: Date;
    next_at: Date;
  };
  card_prefixes: {
    prefix: string;
    name_fa: string;
    name_en: string;
  };
  chain_acceptances: {
    chain: 'books' | 'audit-log';
    number: ColumnType<bigint, bigint | number, bigint | number>;
    mac: Buffer;
    digest: Buffer;
    fault: string;
    acknowledged_by: string;
    reason: string;
    accepted_at: Date;
    seal: Buffer;
  };
  chain_blocks: {
    chain: string;
    height: ColumnType<bigint, bigint | number, bigint | number>;
    hash: string;
  };
  chain_cursors: {
    chain: string;
    height: ColumnType<bigint, bigint | number, bigint | number>;
    head_height: ColumnType<bigint, bigint | number, bigint | number>;
    final_height: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    scanned_at: Date;
    fork: 'HALTED' | 'FOLLOW' | null;
  };
  chain_transactions: {
    id: string;
    payment_id: string;
    chain: string;
    txid: string;
    raw: string;
    sender: string | null;
    sequence: bigint | null;
    max_fee: bigint | null;
    expires: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    state: 'SIGNED' | 'SENT' | 'INCLUDED' | 'DONE' | 'DEAD';
    ok: boolean | null;
    height: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    block_hash: string | null;
    fee: bigint | null;
    created_at: Date;
    done_at: Date | null;
    undone: Generated<number>;
  };
  coin_deposits: {
    id: string;
    chain: string;
    txid: string;
    output_index: ColumnType<bigint, bigint | number, bigint | number>;
    asset: string | null;
    token_type: string | null;
    contract: string | null;
    address: string;
    tag: Generated<string>;
    amount: bigint;
    user_id: string | null;
    state: 'PENDING' | 'CREDITED' | 'UNCLAIMED' | 'PROPOSED' | 'ORPHANED' | 'REVERSED' | 'KEPT';
    reason: string | null;
    raised_by_user: Generated<boolean>;
    height: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    block_hash: string | null;
    needed_confirmations: number;
    proposed_by: string | null;
    proposed_user: string | null;
    decided_by: string | null;
    created_at: Date;
    credited_at: Date | null;
    toman_value: bigint | null;
    booked: Generated<boolean>;
    attempt: Generated<number>;
    lost: Generated<bigint>;
    to_tell: string | null;
    swept_by: string | null;
  };
  coin_networks: {
    asset: string;
    token_type: string;
    txid_needed: boolean;
    tag_needed: boolean;
    deposit_enabled: boolean;
    withdraw_enabled: boolean;
    withdrawal_fee: bigint;
    min_withdraw: bigint;
    max_withdraw: bigint;
    confirmations: Generated<number>;
    min_deposit: Generated<bigint>;
    version: Generated<number>;
  };
  coins: {
    asset: string;
    active: boolean;
    min_exchange: bigint;
    max_exchange: bigint;
    spread_ppm: number;
    toman_tick: bigint;
    lot: bigint;
    max_inventory: bigint;
    min_deposit: bigint | null;
    max_deposit_per_payment: bigint | null;
    max_deposit_per_day: bigint | null;
    min_withdraw: bigint | null;
    max_withdraw: bigint | null;
    withdrawal_fee: bigint | null;
    version: Generated<number>;
  };
  companies: {
    id: string;
    user_id: string;
    coin: string | null;
    token_type: string | null;
    address: string | null;
    tag: Generated<string>;
    per_time: 'PER_DAY' | 'PER_WEEK' | 'PER_MONTH' | null;
    next_coin: string | null;
    next_token_type: string | null;
    next_address: string | null;
    next_tag: Generated<string>;
    next_from: Date | null;
    settled_until: Date;
    next_due_at: Date | null;
    paused_at: Date | null;
    blocked_at: Date | null;
    blocked_reason: string | null;
    created_at: Date;
    approval_above: bigint | null;
  };
  company_applications: {
    id: string;
    user_id: string;
    data_encrypted: Buffer;
    version: number;
    state: 'PENDING' | 'APPROVED' | 'REFUSED' | 'WITHDRAWN';
    submitted_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
    reasons: Generated<string[]>;
    note: Generated<string>;
  };
  company_deliveries: {
    id: string;
    event_id: string;
    at: Date;
    status: number | null;
    answer: string;
    took_ms: number;
  };
  company_events: {
    id: string;
    company_id: string;
    kind: 'payment.paid' | 'payment.refunded' | 'refund.cancelled' | 'settlement.sent' | 'instruction.done' | 'instruction.refused' | 'instruction.expired' | 'instruction.failed' | 'webhook.test';
    body: ColumnType<unknown, string, string>;
    created_at: Date;
    next_try_at: Date | null;
    tries: Generated<number>;
    delivered_at: Date | null;
    given_up_at: Date | null;
    last_status: number | null;
    last_answer: string | null;
  };
  company_instructions: {
    id: string;
    company_id: string;
    key_id: string;
    kind: 'REFUND' | 'SETTLE';
    payment_id: string | null;
    amount: bigint;
    reason: string;
    idempotency_key: string;
    request_digest: string;
    state: 'WAITING' | 'DONE' | 'REFUSED' | 'EXPIRED' | 'FAILED';
    failure: string | null;
    refund_id: string | null;
    settlement_ids: Generated<string[]>;
    created_at: Date;
    expires_at: Date | null;
    decided_by: string | null;
    decided_at: Date | null;
  };
  company_keys: {
    id: string;
    company_id: string;
    label: string;
    digest: Buffer;
    tail: string;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
    permissions: Generated<string[]>;
  };
  company_limits: {
    singleton: Generated<boolean>;
    min_payment: bigint;
    shop_per_day: bigint;
    starts_per_hour: number;
    version: Generated<number>;
  };
  company_logos: {
    company_id: string;
    png: Buffer | null;
    version: number;
    changed_at: Date;
  };
  company_payments: {
    payment_id: string;
    company_id: string;
    amount: bigint;
    description: string;
    request_id: string | null;
    card_digest: Buffer;
    ip_digest: Buffer;
    created_at: Date;
    received_at: Date | null;
    settlement_id: string | null;
    refund_id: string | null;
  };
  company_refunds: {
    id: string;
    company_id: string;
    payment_id: string;
    source: 'RECEIPTS' | 'SUSPENSE';
    amount: bigint;
    reason: string;
    state: 'ASKED' | 'PAID' | 'CANCELLED';
    asked_by: string;
    decided_by: string | null;
    reference: string | null;
    created_at: Date;
    decided_at: Date | null;
  };
  company_requests: {
    id: string;
    company_id: string;
    order_number: string;
    amount: bigint;
    description: string;
    expires_at: Date;
    state: 'OPEN' | 'PAID' | 'CANCELLED';
    payment_id: string | null;
    paid_at: Date | null;
    by_key: boolean;
    created_at: Date;
    return_url: string | null;
    metadata: ColumnType<unknown, string | undefined, string>;
  };
  company_settlements: {
    id: string;
    company_id: string;
    number: number;
    kind: 'PERIOD' | 'WALLET';
    part: Generated<number>;
    period_from: Date;
    period_to: Date;
    receipts: bigint;
    payments: number;
    carried_in: bigint | null;
    spent: bigint | null;
    carried_out: bigint | null;
    more: Generated<boolean>;
    last_received_at: Date | null;
    state: 'DUE' | 'BOUGHT' | 'SENT' | 'DONE' | 'CARRIED' | 'MOVED' | 'RETURNED';
    coin: string | null;
    token_type: string | null;
    address: string | null;
    tag: Generated<string>;
    amount: bigint | null;
    unit_price: bigint | null;
    fee: bigint | null;
    order_id: string | null;
    bought_at: Date | null;
    withdrawal_id: string | null;
    wait_reason: string | null;
    told: Generated<boolean>;
    tries: Generated<number>;
    next_try_at: Date | null;
    created_at: Date;
    done_at: Date | null;
  };
  company_totals: {
    company_id: string;
    received: Generated<bigint>;
    refunded: Generated<bigint>;
  };
  company_webhooks: {
    company_id: string;
    url: string;
    secret_encrypted: Buffer;
    changed_at: Date;
    old_secret_encrypted: Buffer | null;
    old_secret_until: Date | null;
  };
  daily_balances: {
    user_id: string;
    asset: string;
    day: ColumnType<Date, Date | string, Date | string>;
    balance: bigint;
    cost_toman: Generated<bigint>;
    bought: Generated<bigint>;
    bought_toman: Generated<bigint>;
    sold: Generated<bigint>;
    sold_toman: Generated<bigint>;
    received: Generated<bigint>;
    sent: Generated<bigint>;
    fees: Generated<bigint>;
    fees_toman: Generated<bigint>;
    referral: Generated<bigint>;
    referral_toman: Generated<bigint>;
    corrected: Generated<bigint>;
    realised_toman: Generated<bigint>;
  };
  daily_figures: {
    day: ColumnType<Date, Date | string, Date | string>;
    new_people: ColumnType<bigint, bigint | number, bigint | number>;
    verified: ColumnType<bigint, bigint | number, bigint | number>;
    active_traders: ColumnType<bigint, bigint | number, bigint | number>;
    open_orders: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    waiting_reviews: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    waiting_withdrawals: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    waiting_tickets: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    looked_at: Date | null;
  };
  daily_sums: {
    day: ColumnType<Date, Date | string, Date | string>;
    kind: 'FEE' | 'REFERRAL' | 'DEPOSIT' | 'WITHDRAWAL' | 'STORE';
    source: 'OTC' | 'P2P' | 'WITHDRAWAL' | '';
    coin: string;
    asset: string;
    amount: bigint;
    returned: bigint;
    toman_value: bigint;
    entries: ColumnType<bigint, bigint | number, bigint | number>;
  };
  daily_trades: {
    day: ColumnType<Date, Date | string, Date | string>;
    source: 'OTC' | 'P2P';
    trades: ColumnType<bigint, bigint | number, bigint | number>;
    toman_value: bigint;
  };
  deposit_addresses: {
    id: string;
    user_id: string;
    asset: string;
    token_type: string;
    chain: string;
    address: string;
    tag: Generated<string>;
    key_index: ColumnType<bigint, bigint | number, bigint | number>;
    signature: Buffer;
    created_at: Date;
    retired_at: Date | null;
    tampered_at: Date | null;
    generation: Generated<number>;
    superseded: Generated<boolean>;
  };
  deposit_identifiers: {
    user_id: string;
    identifier: string;
  };
  deposit_locks: {
    user_id: string;
  };
  documents: {
    id: string;
    user_id: string;
    kind: 'image' | 'backImage' | 'warranty' | 'businessLicense' | 'profileImage';
    file: string;
    digest: Buffer;
    in_force: boolean;
    created_at: Date;
    replaced_at: Date | null;
  };
  exchange_info: {
    language: 'fa' | 'en';
    address: string;
    app_android: string;
    app_ios: string;
    email: string;
    instagram: string;
    linkedin: string;
    number: string;
    telegram: string;
    twitter: string;
    privacy_policy: string;
    version: Generated<number>;
    updated_at: Generated<Date>;
    updated_by: string | null;
    legal_name: Generated<string>;
    registration_number: Generated<string>;
    national_id: Generated<string>;
  };
  exchange_info_versions: {
    language: string;
    version: number;
    text: ColumnType<unknown, string, string>;
    saved_at: Date;
    saved_by: string | null;
  };
  external_identities: {
    issuer: string;
    subject: string;
    user_id: string;
    created_at: Date;
  };
  external_sign_ins: {
    id: string;
    state_digest: Buffer;
    secret_encrypted: Buffer;
    ticket_digest: Buffer | null;
    referral_code: string | null;
    language: 'fa' | 'en';
    created_at: Date;
    used_at: Date | null;
  };
  figures_head: {
    singleton: Generated<boolean>;
    transfer_id: ColumnType<bigint, bigint | number, bigint | number>;
    folded_at: Date | null;
    day: ColumnType<Date | null, Date | string | null, Date | string | null>;
  };
  fills: {
    coin: string;
    quote: string;
    number: ColumnType<bigint, bigint | number, bigint | number>;
    maker_order: string;
    taker_order: string;
    maker_id: string;
    taker_id: string;
    taker_side: 'buy' | 'sell';
    unit_price: bigint;
    amount: bigint;
    notional: bigint;
    maker_fee: bigint;
    taker_fee: bigint;
    toman_value: bigint;
    created_at: Date;
  };
  fills_told: {
    coin: string;
    quote: string;
    fill: ColumnType<bigint, bigint | number, bigint | number>;
  };
  freezes: {
    id: string;
    user_id: string;
    asset: string;
    amount: bigint;
    court_order: string;
    created_by: string;
    created_at: Date;
    lifted_by: string | null;
    lifted_at: Date | null;
    lift_reason: string | null;
  };
  gateway_settlement_lines: {
    id: string;
    settlement_id: string;
    reference: string;
    amount: bigint;
    fee: bigint;
    payment_id: string | null;
    trouble: 'UNKNOWN' | 'SEVERAL' | 'AMOUNT' | 'UNBOOKED' | 'TWICE' | 'MISSING' | 'DISCARDED' | null;
  };
  gateway_settlements: {
    id: string;
    gateway: string;
    reference: string;
    paid_day: ColumnType<Date, Date | string, Date | string>;
    from_day: ColumnType<Date, Date | string, Date | string>;
    to_day: ColumnType<Date, Date | string, Date | string>;
    gross: bigint;
    fee: bigint;
    way: 'LINES' | 'DAYS';
    state: 'OPEN' | 'DONE' | 'DISCARDED';
    found: Generated<bigint>;
    missing: Generated<bigint>;
    faults: Generated<number>;
    missing_lines: Generated<number>;
    imported_by: string;
    created_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    reason: string | null;
  };
  generation_holdings: {
    generation: number;
    chain: string;
    asset: string;
    token_type: string;
    hot: bigint;
    deposits: bigint;
    worth_moving: boolean;
    last_received_at: Date | null;
    looked_at: Date;
  };
  history_sources: {
    name: string;
    failures: number;
    rest_until: Date;
  };
  hot_targets: {
    asset: string;
    percent: Generated<number>;
    version: Generated<number>;
  };
  house_bank_accounts: {
    id: string;
    sheba: string;
    name: string;
    created_by: string;
    created_at: Date;
  };
  idempotency: {
    key: string;
    owner: string;
    digest: string;
    reply: string;
    created_at: Generated<Date>;
  };
  identity_consents: {
    id: string;
    user_id: string;
    mobile_index: Buffer;
    person_digest: Buffer;
    reference: string | null;
    attempts: Generated<number>;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  installation: {
    one: Generated<boolean>;
    mode: 'sandbox' | 'production';
    since: Generated<Date>;
  };
  invited_counts: {
    inviter_id: string;
    invited: number;
  };
  issued_documents: {
    id: string;
    user_id: string;
    kind: 'TRADE' | 'DEPOSIT' | 'WITHDRAWAL' | 'STATEMENT';
    subject: string;
    code_digest: Buffer;
    content_encrypted: Buffer;
    issued_at: Date;
    renewed_at: Date;
  };
  kill_switch: {
    singleton: Generated<boolean>;
    stopped: boolean;
    reason: string;
    changed_by: string | null;
    changed_at: Date;
  };
  known_browsers: {
    user_id: string;
    digest: Buffer;
    seen_at: Date;
  };
  ledger_batches: {
    number: ColumnType<bigint, bigint | number, bigint | number>;
    opening: boolean;
    at: Date;
    last_transfer_id: ColumnType<bigint, bigint | number, bigint | number>;
    last_account_id: ColumnType<bigint, bigint | number, bigint | number>;
    mac: Buffer;
  };
  ledger_head: {
    singleton: Generated<boolean>;
    epoch: ColumnType<bigint, bigint | number, bigint | number>;
    holder: string;
    lease_until: Date;
    batch: ColumnType<bigint, bigint | number, bigint | number>;
    last_transfer_id: ColumnType<bigint, bigint | number, bigint | number>;
    last_account_id: ColumnType<bigint, bigint | number, bigint | number>;
    mac: Buffer | null;
  };
  level_checks: {
    user_id: string;
  };
  level_head: {
    singleton: Generated<boolean>;
    aged_until: ColumnType<Date | null, Date | string | null, Date | string | null>;
    tiers: string | null;
  };
  level_volumes: {
    user_id: string;
    toman_value: bigint;
  };
  limit_counters: {
    address_key: Buffer;
    kind: string;
    window_began_at: Date;
    used: number;
  };
  login_attempts: {
    id: string;
    user_id: string | null;
    successful: boolean;
    created_at: Date;
    os_type: string;
    device_type: string;
    browser: string;
    ip: string;
  };
  maintenance: {
    singleton: Generated<boolean>;
    version: number;
    began_at: Date | null;
    text_fa: string | null;
    text_en: string | null;
    expected_end: Date | null;
    changed_at: Date;
    changed_by: string;
  };
  market_heads: {
    coin: string;
    quote: string;
    sequence: ColumnType<bigint, bigint | number, bigint | number>;
    fill: ColumnType<bigint, bigint | number, bigint | number>;
    last_price: bigint | null;
  };
  markets: {
    coin: string;
    quote: string;
    active: boolean;
    version: Generated<number>;
  };
  migrations: {
    id: number;
    name: string;
    sha256: string;
    applied_at: Generated<Date>;
    runs_since: number;
    because: string | null;
  };
  monthly_trader_counts: {
    calendar: 'fa' | 'en';
    month: ColumnType<Date, Date | string, Date | string>;
    traders: ColumnType<bigint, bigint | number, bigint | number>;
  };
  monthly_traders: {
    calendar: 'fa' | 'en';
    month: ColumnType<Date, Date | string, Date | string>;
    user_id: string;
  };
  movements: {
    user_id: string;
    at: Date;
    id: ColumnType<bigint, bigint | number, bigint | number>;
    asset: string;
    kind: string;
  };
  movements_head: {
    singleton: Generated<boolean>;
    transfer_id: ColumnType<bigint, bigint | number, bigint | number>;
  };
  news_posts: {
    id: string;
    language: 'fa' | 'en' | null;
    place: number;
    title: string;
    posted_at: string;
    link: string;
    picture: string | null;
  };
  notice_settings: {
    user_id: string;
    notice_group: 'SECURITY' | 'DEPOSITS' | 'WITHDRAWALS' | 'ORDERS' | 'ACCOUNT' | 'STORE' | 'SUPPORT' | 'PRICES' | 'NEWS';
    way: 'PRODUCT' | 'EMAIL' | 'SMS' | 'BROWSER';
    enabled: boolean;
  };
  notices: {
    id: string;
    user_id: string;
    kind: string;
    about_encrypted: Buffer;
    read: Generated<boolean>;
    created_at: Date;
  };
  one_time_codes: {
    id: string;
    address_key: Buffer;
    purpose: 'SIGN_UP' | 'LOGIN' | 'STEP_UP' | 'TWO_STEP' | 'RESET' | 'EMAIL' | 'MOBILE' | 'WITHDRAWAL' | 'THAW';
    user_id: string | null;
    sign_up_id: string | null;
    digest: Buffer;
    step_id: string;
    step_began_at: Date;
    created_at: Date;
    expires_at: Date;
    attempts: Generated<number>;
    used_at: Date | null;
    channel: Generated<'EMAIL' | 'SMS' | 'GOOGLE_AUTHENTICATOR'>;
    subject_encrypted: Buffer | null;
    session_id: string | null;
    intent: Buffer | null;
    device: ColumnType<unknown | null, string | null, string | null>;
    browsers: Generated<Buffer[]>;
    open: Generated<boolean>;
    challenges: Generated<Buffer[]>;
    open_attempts: Generated<number>;
    open_to: Generated<Buffer[]>;
  };
  order_outcomes: {
    at: Date;
    order_id: string;
    outcome: 'FIRED' | 'LINKED';
    user_id: string;
    order_status: string;
    ended_by: string | null;
    executed_amount: bigint;
    total: bigint;
  };
  orders: {
    user_id: string;
    id: string;
    coin: string;
    quote: 'TOMAN' | 'TETHER';
    order_type: string;
    order_status: string;
    amount: bigint;
    unit_price: bigint;
    executed_amount: bigint;
    notional: bigint;
    fee: bigint;
    total: bigint;
    toman_value: bigint;
    created_at: Date;
    sequence: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    wage_ppm: number | null;
    reserved: Generated<bigint>;
    first_fill: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    last_fill: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    ended_by: 'OWNER' | 'SELF_TRADE' | 'NO_LIQUIDITY' | 'EXCHANGE' | 'EXPIRED' | 'REPLACED' | 'CANCEL_AFTER' | 'LINKED' | null;
    closed_at: Date | null;
    idempotency_key: string | null;
    time_in_force: 'GTC' | 'IOC' | 'FOK' | 'GTD' | null;
    valid_until: Date | null;
    post_only: Generated<boolean>;
    client_order_id: string | null;
    self_trade: 'NEWEST' | 'OLDEST' | 'BOTH' | null;
    replaces: string | null;
    trigger_state: 'DORMANT' | 'WAITING' | 'DUE' | 'FIRED' | null;
    trigger_kind: 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP' | 'ENTRY' | null;
    trigger_by: 'LAST' | 'REFERENCE' | null;
    trigger_price: bigint | null;
    trigger_distance: bigint | null;
    trigger_limit: bigint | null;
    trigger_total: bigint | null;
    triggered_at: Date | null;
    group_id: string | null;
    recurring_id: string | null;
    display_amount: bigint | null;
    shown_amount: bigint | null;
    slice_at: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    slice_turn: number | null;
  };
  outgoing: {
    id: string;
    kind: 'WITHDRAWAL' | 'SWEEP' | 'GAS' | 'COLD' | 'ROTATION';
    chain: string;
    asset: string;
    token_type: string;
    from_index: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    address: string;
    tag: Generated<string>;
    amount: bigint;
    user_id: string | null;
    withdrawal_id: string | null;
    fee: Generated<bigint>;
    seal: Buffer;
    state: 'QUEUED' | 'CLAIMED' | 'SIGNED' | 'SENT' | 'DONE' | 'FAILED' | 'CANCELLED';
    claim_id: string | null;
    transaction_id: string | null;
    trouble: string | null;
    next_try_at: Date;
    tries: Generated<number>;
    failures: Generated<number>;
    created_at: Date;
    done_at: Date | null;
    generation: Generated<number>;
  };
  own_fill_heads: {
    coin: string;
    quote: string;
    fill: ColumnType<bigint, bigint | number, bigint | number>;
  };
  own_fills: {
    user_id: string;
    at: Date;
    coin: string;
    quote: string;
    number: ColumnType<bigint, bigint | number, bigint | number>;
  };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: Buffer;
    key_encrypted: Buffer;
    name: string;
    kind: 'SYNCED' | 'DEVICE' | 'SECURITY_KEY';
    sign_count: ColumnType<bigint, bigint | number, bigint | number>;
    created_at: Date;
    last_used_at: Date | null;
  };
  pauses: {
    scope: 'FEATURE' | 'MARKET' | 'COIN';
    name: string;
    version: number;
    text_fa: string;
    text_en: string;
    begins_at: Date;
    ends_at: Date | null;
    changed_at: Date;
    changed_by: string;
  };
  payment_refunds: {
    id: string;
    payment_id: string;
    user_id: string;
    way: 'REFUND' | 'CREDIT';
    amount: bigint;
    sheba_encrypted: Buffer | null;
    sheba_masked: string | null;
    payee: string | null;
    own: boolean;
    reason: string;
    state: 'PROPOSED' | 'CANCELLED' | 'RELEASED' | 'BATCHED' | 'PAID' | 'RETURNED' | 'CREDITED';
    proposed_by: string;
    created_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    settled_at: Date | null;
    back_reason: string | null;
    untold: Generated<boolean>;
  };
  payments: {
    id: string;
    user_id: string | null;
    gateway: string;
    amount: bigint;
    state: 'CREATED' | 'PENDING' | 'PAID' | 'FAILED';
    card_masked: string;
    card_digest: Buffer;
    callback_url: string;
    idempotency_key: string | null;
    authority: string | null;
    redirect_url: string | null;
    reason: string | null;
    reference: string | null;
    paid_card: string | null;
    created_at: Date;
    settled_at: Date | null;
    next_check_at: Date | null;
    checks: Generated<number>;
    company_id: string | null;
    returned_at: Date | null;
    dropped_at: Date | null;
    confirmed_at: Date | null;
    untold: Generated<boolean>;
    paid_card_digest: string | null;
  };
  payout_days: {
    day: ColumnType<Date, Date | string, Date | string>;
    made_at: Date;
  };
  payout_exports: {
    payout_id: string;
    staff_id: string;
    at: Date;
  };
  payout_lines: {
    payout_id: string;
    withdrawal_id: string;
    state: 'WAITING' | 'PAID' | 'RETURNED' | 'HELD' | 'UNSURE';
    reason: string | null;
    returned_by: string | null;
  };
  payouts: {
    id: string;
    day: ColumnType<Date, Date | string, Date | string>;
    state: 'OPEN' | 'EXPORTED' | 'CLOSED';
    exported_by: string | null;
    exported_at: Date | null;
    closed_by: string | null;
    closed_at: Date | null;
    created_at: Date;
    lines: Generated<number>;
    total: Generated<bigint>;
    paid: Generated<number>;
    returned: Generated<number>;
  };
  position_exits: {
    reference: string;
    user_id: string;
    asset: string;
    amount: bigint;
    cost_toman: bigint;
    cost_tether: bigint;
  };
  positions: {
    user_id: string;
    asset: string;
    amount: bigint;
    cost_toman: bigint;
    cost_tether: bigint;
    realised_toman: bigint;
    realised_tether: bigint;
  };
  positions_head: {
    singleton: Generated<boolean>;
    transfer_id: ColumnType<bigint, bigint | number, bigint | number>;
  };
  price_alerts: {
    id: string;
    user_id: string;
    coin: string;
    quote: 'TOMAN' | 'TETHER';
    direction: 'ABOVE' | 'BELOW';
    threshold: bigint;
    pause_seconds: number | null;
    state: Generated<'WAITING' | 'PAUSED' | 'BEYOND' | 'FIRED'>;
    paused_until: Date | null;
    fired_at: Date | null;
    fired_price: bigint | null;
    created_at: Date;
  };
  price_sources: {
    coin: string;
    source: string;
    counts: Generated<boolean>;
    weight: Generated<number>;
    version: Generated<number>;
  };
  processes: {
    id: string;
    role: 'SERVER' | 'WORKER';
    version: string;
    commit_id: string | null;
    host: string;
    pid: number;
    epoch: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    started_at: Date;
    heard_at: Date;
  };
  profiles: {
    user_id: string;
    data_encrypted: Buffer;
    national_code_index: Buffer;
    company_id_index: Buffer | null;
    held: Generated<boolean>;
    confirmed_digest: Buffer | null;
    saved_at: Date;
  };
  program_key_addresses: {
    key_id: string;
    address: string;
    first_used_at: Date;
  };
  program_keys: {
    id: string;
    user_id: string;
    label: string;
    grant_encrypted: Buffer | null;
    created_at: Date;
    revoked_at: Date | null;
    last_used_at: Date | null;
    last_ip: string | null;
  };
  provider_checks: {
    id: string;
    user_id: string;
    kind: 'SHAHKAR' | 'IDENTITY' | 'CARD' | 'IBAN';
    bank_account_id: string | null;
    provider: string;
    outcome: 'MATCH' | 'MISMATCH' | 'NO_RECORD' | 'INVALID' | 'UNAVAILABLE';
    detail_encrypted: Buffer;
    checked_at: Date;
  };
  public_statistics: {
    singleton: Generated<boolean>;
    min_users: number;
    min_trades: number;
    version: Generated<number>;
  };
  quotes: {
    quote: 'TOMAN' | 'TETHER';
    min_notional: bigint;
    version: Generated<number>;
  };
  recent_changes: {
    user_id: string;
    until: Date;
  };
  recoveries: {
    id: string;
    user_id: string;
    kind: 'LOST_SECOND_FACTOR' | 'LOST_MAILBOX';
    new_email: string | null;
    evidence: string;
    started_by: string;
    created_at: Date;
    state: Generated<'OPEN' | 'CONFIRMED' | 'CANCELLED'>;
    decided_by: string | null;
    decided_at: Date | null;
  };
  recovery_codes: {
    user_id: string;
    digest: Buffer;
    created_at: Date;
    used_at: Date | null;
  };
  recurring_plans: {
    id: string;
    user_id: string;
    coin: string;
    budget: bigint;
    max_price: bigint | null;
    rhythm: 'DAILY' | 'WEEKLY' | 'MONTHLY';
    day: number;
    hour: number;
    state: Generated<'ACTIVE' | 'PAUSED' | 'ENDED'>;
    next_at: Date | null;
    last_day: ColumnType<Date | null, Date | string | null, Date | string | null>;
    purchases: Generated<number>;
    bought: Generated<bigint>;
    spent: Generated<bigint>;
    created_at: Date;
    ended_at: Date | null;
  };
  recurring_turns: {
    id: string;
    plan_id: string;
    user_id: string;
    day: ColumnType<Date, Date | string, Date | string>;
    coin: string;
    budget: bigint;
    max_price: bigint | null;
    state: Generated<'WAITING' | 'BOUGHT' | 'SKIPPED'>;
    due_at: Date;
    look_at: Date;
    waits_until: Date;
    reason: string | null;
    order_id: string | null;
    amount: bigint | null;
    unit_price: bigint | null;
    fee: bigint | null;
    total: bigint | null;
    done_at: Date | null;
    told: Generated<boolean>;
  };
  reference_candles: {
    coin: string;
    quote: 'TOMAN' | 'TETHER';
    interval: string;
    time: Date;
    open: bigint;
    high: bigint;
    low: bigint;
    close: bigint;
  };
  referral_sums: {
    inviter_id: string;
    invitee_id: string;
    toman_value: bigint;
  };
  referral_totals: {
    inviter_id: string;
    asset: string;
    amount: bigint;
    toman_value: bigint;
  };
  reset_tickets: {
    ticket_digest: Buffer;
    user_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  retired_keys: {
    id: Buffer;
    at: Date;
  };
  reviews: {
    id: string;
    user_id: string;
    submitted_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
    decision: 'APPROVE' | 'REFUSE' | null;
    reasons: Generated<string[]>;
    note: Generated<string>;
  };
  row_changes: {
    id: string;
    kind: string;
    key: string;
    version: number;
    before: ColumnType<unknown, string, string>;
    after: ColumnType<unknown, string, string>;
    reason: string;
    state: 'WAITING' | 'DONE' | 'CANCELLED' | 'OVERTAKEN';
    four_eyes: boolean;
    asked_by: string;
    asked_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
  };
  rules: {
    id: string;
    valid_from: Date;
    body: ColumnType<unknown, string, string>;
    reason: string;
    set_by: string | null;
    created_at: Generated<Date>;
  };
  sandbox_balances: {
    chain: string;
    address: string;
    token_type: string;
    balance: bigint;
    sequence: ColumnType<bigint, bigint | number | undefined, bigint | number>;
  };
  sandbox_bank_payments: {
    authority: string;
    amount: bigint;
    description: string;
    callback_url: string;
    card: string;
    state: 'OPEN' | 'PAID' | 'CANCELLED';
    paid_amount: bigint | null;
    paid_card: string | null;
    reference: string | null;
    verified: Generated<boolean>;
    created_at: Generated<Date>;
  };
  sandbox_blocks: {
    chain: string;
    height: ColumnType<bigint, bigint | number, bigint | number>;
    hash: string;
    parent_hash: string;
    at: Date;
  };
  sandbox_identity_codes: {
    reference: string;
    user_id: string;
    code: string;
    used: Generated<boolean>;
  };
  sandbox_identity_scenarios: {
    user_id: string;
    scenario: string;
  };
  sandbox_outbox: {
    id: string;
    recipient: string;
    channel: 'EMAIL' | 'SMS' | 'WEBHOOK' | 'TELEGRAM';
    subject: string;
    body: string;
    code: string | null;
    created_at: Date;
  };
  sandbox_transactions: {
    id: GeneratedAlways<bigint>;
    chain: string;
    txid: string;
    raw: string | null;
    body: ColumnType<unknown, string, string>;
    height: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    ok: Generated<boolean>;
    fee: Generated<bigint>;
    dropped: Generated<boolean>;
  };
  sealed_canaries: {
    name: string;
    sealed: Buffer;
  };
  sealing: {
    one: Generated<boolean>;
    index_key_encrypted: Buffer | null;
  };
  seed_generations: {
    generation: number;
    first_seen_at: Date;
  };
  seeded_texts: {
    kind: string;
    language: string;
    slug: string;
    sha256: string;
  };
  sessions: {
    token_digest: Buffer;
    id: string;
    user_id: string;
    remember: boolean;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
    os_type: string;
    device_type: string;
    browser: string;
    ip: string;
    confirmed_at: Date;
    proved_for: 'EMAIL' | 'MOBILE' | 'PASSWORD' | 'TWO_STEP' | 'RECOVERY_CODES' | 'THAW' | 'ADDRESS' | 'WHITELIST' | 'SETTINGS_LOCK' | 'MAIL_PHRASE' | 'PASSKEY' | 'API_KEY' | null;
    proved_at: Date | null;
    by_passkey: Generated<boolean>;
  };
  sign_ups: {
    id: string;
    email: string;
    password_encrypted: Buffer;
    referral_code: string | null;
    language: string;
    created_at: Date;
  };
  stablecoin_purchases: {
    user_id: string;
    day: ColumnType<Date, Date | string, Date | string>;
    amount: bigint;
  };
  staff: {
    user_id: string;
    role: 'support' | 'kyc' | 'treasury' | 'admin';
    added_at: Date;
  };
  statements: {
    id: string;
    user_id: string;
    calendar: 'JALALI' | 'GREGORIAN';
    year: number;
    language: 'fa' | 'en';
    state: 'WAITING' | 'MAKING' | 'READY' | 'FAILED';
    percent: Generated<number>;
    asked_at: Date;
    touched_at: Date;
    made_at: Date | null;
    complete: boolean | null;
    trades: number | null;
    summary_encrypted: Buffer | null;
    digest: Buffer | null;
    xlsx_file: string | null;
    csv_file: string | null;
  };
  ticket_messages: {
    id: string;
    ticket_id: string;
    staff_id: string | null;
    body_encrypted: Buffer;
    created_at: Date;
  };
  tickets: {
    id: string;
    number: number;
    user_id: string | null;
    visitor_encrypted: Buffer | null;
    language: 'fa' | 'en';
    subject_encrypted: Buffer;
    topic: 'DEPOSIT' | 'WITHDRAWAL' | 'VERIFICATION' | 'TRADE' | 'ACCOUNT' | 'OTHER';
    reference: Generated<string>;
    state: Generated<'WAITING' | 'ANSWERED' | 'CLOSED'>;
    since: Date;
    unread: Generated<number>;
    assignee: string | null;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  trade_candle_cursors: {
    coin: string;
    quote: string;
    fill: ColumnType<bigint, bigint | number, bigint | number>;
    half_fill: ColumnType<bigint, bigint | number | undefined, bigint | number>;
  };
  trade_candles: {
    coin: string;
    quote: string;
    interval: string;
    time: Date;
    open: bigint;
    high: bigint;
    low: bigint;
    close: bigint;
    volume: bigint;
    value: bigint;
  };
  trade_totals: {
    singleton: Generated<boolean>;
    trades: ColumnType<bigint, bigint | number, bigint | number>;
    toman_value: bigint;
    folded_until: Date;
  };
  trailing_extremes: {
    coin: string;
    quote: string;
    by_price: 'LAST' | 'REFERENCE';
    side: 'buy' | 'sell';
    sequence: ColumnType<bigint, bigint | number, bigint | number>;
    price: bigint;
  };
  transfers: {
    id: ColumnType<bigint, bigint | number, bigint | number>;
    debit_account: ColumnType<bigint, bigint | number, bigint | number>;
    credit_account: ColumnType<bigint, bigint | number, bigint | number>;
    amount: bigint;
    debit_balance: bigint;
    credit_balance: bigint;
    kind: string;
    reference: string;
    created_at: Generated<Date>;
  };
  unspent_outputs: {
    chain: string;
    txid: string;
    output_index: ColumnType<bigint, bigint | number, bigint | number>;
    amount: bigint;
    key_index: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    height: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
    spent_by: string | null;
    generation: Generated<number>;
  };
  used_challenges: {
    digest: Buffer;
    used_at: Date;
  };
  used_forms: {
    digest: Buffer;
    used_at: Date;
  };
  user_volumes: {
    user_id: string;
    day: ColumnType<Date, Date | string, Date | string>;
    toman_value: bigint;
  };
  users: {
    id: string;
    email: string;
    password_encrypted: Buffer | null;
    first_name: Generated<string>;
    last_name: Generated<string>;
    mobile: string | null;
    language: Generated<'fa' | 'en'>;
    authentication_type: Generated<'UNAUTHORIZED' | 'UNIDENTIFIED' | 'NOT_COMPLETE' | 'PENDING' | 'AUTHORIZED' | 'INFORMATION_CHANGED' | 'INFORMATION_CHANGED_PENDING'>;
    two_step_method: Generated<'EMAIL' | 'SMS' | 'GOOGLE_AUTHENTICATOR'>;
    level: Generated<string>;
    customer_kind: 'REAL' | 'COMPANY' | null;
    country_name: string | null;
    country_phone_code: string | null;
    referral_code: string;
    inviter_id: string | null;
    email_verified_at: Date;
    blocked_at: Date | null;
    created_at: Date;
    mobile_verified_at: Date | null;
    withdrawals_held_until: Date | null;
    blocked_reason: string | null;
    invited_by_self: Generated<boolean>;
    language_chosen: Generated<boolean>;
    theme: 'dark' | 'light' | null;
    authorized_at: Date | null;
    frozen_at: Date | null;
    frozen_by: 'LINK' | 'OWNER' | null;
    thaws_at: Date | null;
    settings_locked_until: Date | null;
    mail_phrase_encrypted: Buffer | null;
    api_level: Generated<'STANDARD' | 'MARKET_MAKER'>;
  };
  version_needs: {
    name: string;
    since: number;
    because: string;
    in_use: string;
  };
  violations: {
    id: string;
    digest: Buffer;
    law: string;
    detail: ColumnType<unknown, string, string>;
    found_at: Date;
    last_found_at: Date;
    acknowledged_by: string | null;
    acknowledged_at: Date | null;
    reason: string | null;
    acknowledged_mac: Buffer | null;
  };
  wallet_sums: {
    user_id: string;
    asset: string;
    kind: 'deposit' | 'referral';
    toman_value: Generated<bigint>;
    unvalued: Generated<bigint>;
  };
  wallet_sums_head: {
    singleton: Generated<boolean>;
    transfer_id: ColumnType<bigint, bigint | number, bigint | number>;
  };
  watch_state: {
    one: Generated<boolean>;
    batch: ColumnType<bigint, bigint | number, bigint | number>;
    followed_at: Date | null;
    rechecked_at: Date | null;
    recheck_ms: number | null;
  };
  web_errors: {
    id: string;
    fingerprint: Buffer;
    name: string;
    message: string;
    route: string;
    times: ColumnType<bigint, bigint | number, bigint | number>;
    first_seen: Date;
    last_seen: Date;
    version: string;
    frames: string[];
    browser: string;
    language: 'fa' | 'en';
  };
  whitelists: {
    user_id: string;
    since: Date;
  };
  withdrawal_approvals: {
    withdrawal_id: string;
    staff_id: string;
    at: Date;
    assertion: ColumnType<unknown | null, string | null, string | null>;
  };
  withdrawal_coin_limits: {
    asset: string;
    per_hour: bigint;
    per_day: bigint;
    version: Generated<number>;
  };
  withdrawal_level_limits: {
    level: string;
    per_day: bigint;
    per_month: bigint;
    version: Generated<number>;
  };
  withdrawal_locks: {
    asset: string;
  };
  withdrawal_person_limits: {
    user_id: string;
    per_day: bigint;
    per_month: bigint;
    until: Date;
    reason: string;
    set_by: string;
    set_at: Date;
    raised: boolean;
  };
  withdrawal_places: {
    id: string;
    user_id: string;
    asset: string;
    amount: bigint;
    toman_value: bigint;
    reviewed: boolean;
    idempotency_key: string | null;
    plan: ColumnType<unknown, string, string>;
    plan_mac: Buffer;
    state: 'TAKEN' | 'USED' | 'RELEASED' | 'FAILED';
    created_at: Date;
    address_encrypted: Buffer | null;
  };
  withdrawal_thresholds: {
    singleton: Generated<boolean>;
    review: bigint;
    four_eyes: bigint;
    sms: bigint;
    version: Generated<number>;
  };
  withdrawals: {
    id: string;
    user_id: string;
    asset: string;
    token_type: string;
    address: string;
    address_encrypted: Buffer | null;
    bank_account_id: string | null;
    tag: Generated<string>;
    amount: bigint;
    fee: bigint;
    toman_value: bigint | null;
    state: 'REVIEW' | 'APPROVED' | 'BATCHED' | 'CANCELLING' | 'CANCELLED' | 'REFUSING' | 'REFUSED' | 'PAID' | 'RETURNED' | 'SENT' | 'DONE';
    review_reasons: Generated<string[]>;
    needed_approvals: Generated<number>;
    reason: string | null;
    promised_at: Date | null;
    untold: string | null;
    created_at: Date;
    done_at: Date | null;
  };
}
