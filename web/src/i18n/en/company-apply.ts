/** How a person's account becomes a company's. */
export const companyApply = {
  title: 'Company account',
  lead: 'Get paid for your shop or company: customers pay Toman by bank card, and you receive Toman or coins.',
  over: 'Request for a company account',
  gain: {
    title: 'With a company account',
    link: {
      title: 'A payment link and QR code',
      text: 'Customers pay with their own card and need no account.',
    },
    settle: {
      title: 'Turned into coins for you',
      text: 'At the end of each day, week or month, and sent to your own address.',
    },
    requests: {
      title: 'Payment requests and an API',
      text: 'For your invoices, your site or your shop software.',
    },
    same: {
      title: 'You keep everything',
      text: 'Wallets, cards, level and limits stay as they are. While we review it, you trade as before.',
    },
  },
  form: 'Request for a company account',
  send: 'Send the request',
  sendAgain: 'Send again',
  save: 'Save changes',
  cancel: 'Cancel',
  privacy: 'Your documents are kept encrypted, and only our verification staff sees them.',
  sent: 'We have your request and will tell you the result.',
  saved: 'Your changes are saved.',
  changed: 'This request has changed in the meantime. You see its latest state now.',
  waitingTitle: 'We are reviewing it',
  waitingText:
    'We’ll tell you the result by email and in your notices. Until then your account works as before: trading, deposits and withdrawals.',
  since: 'Sent {time}',
  edit: 'Edit the request',
  withdraw: 'Withdraw the request',
  withdrawTitle: 'Withdraw your request?',
  withdrawText: 'The documents you sent are deleted. You can ask again at any time.',
  withdrawConfirm: 'Withdraw',
  keep: 'Keep it',
  withdrawn: 'You withdrew the request.',
  refusedTitle: 'Not approved yet',
  refusedText: 'Correct this and send it again. Your account works as before.',
  unverifiedTitle: 'Verify your identity first',
  unverifiedText:
    'Choose “Company” as customer kind in the verification form. Or verify yourself first and ask from this page afterwards.',
  reviewTitle: 'Your account is being reviewed',
  reviewText: 'Once it is approved, you can ask for a company account here.',
  toAccount: 'Account',
  card: {
    title: 'Company account',
    text: 'Take Toman from customers through a payment link. Your wallets and limits stay as they are.',
    open: 'Ask for a company account',
  },
};
