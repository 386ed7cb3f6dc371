import type { accountSteps as fa } from '../fa/account-steps.ts';
import type { Texts } from '../texts.ts';

export const accountSteps: Texts<typeof fa> = {
  contact: {
    email: {
      title: 'Change email',
      old: 'Current email',
      new: 'New email',
      text: 'We’ll send a code to the new address. After the change, other devices are signed out and withdrawals stay closed for 72 hours.',
      fault: {
        NEED_OLD: 'Enter the current email',
        WRONG_OLD: 'This isn’t the account’s email',
        NEED_NEW: 'Enter the new email',
        INVALID: 'The new email isn’t valid',
        SAME: 'It’s the same as the current one',
      },
      done: 'Your email is changed.',
    },
    mobile: {
      title: 'Change mobile',
      old: 'Current mobile',
      new: 'New mobile',
      text: 'We’ll text a code to the new number. After the change, other devices are signed out and withdrawals stay closed for 72 hours.',
      fault: {
        NEED_OLD: 'Enter the current mobile number',
        WRONG_OLD: 'This isn’t the account’s mobile number',
        NEED_NEW: 'Enter the new mobile number',
        INVALID: 'The new mobile number isn’t valid',
        SAME: 'It’s the same as the current one',
      },
      done: 'Your mobile number is changed.',
    },
    reviewed: 'As you’re verified, the new information will be reviewed again.',
    send: 'Send code',
    codeText: 'Enter the {length}-digit code we sent to <b>{address}</b>.',
    confirm: 'Confirm and change',
    back: 'Back',
  },
  fino: {
    title: 'Confirm the bank code',
    text: 'To make sure that the national code and the mobile are your own, the banking system texts a {length}-digit code to <b>{mobile}</b>.',
    sending: 'Asking the banking system for a code…',
    code: 'The bank’s 5-digit code',
    submit: 'Confirm code',
    needCode: 'Enter all 5 digits of the code',
    resend: 'Send the code again',
    resendIn: 'Send the code again in {seconds} seconds',
    sentAgain: 'A new code was sent.',
    ended: 'The code’s time is over. If it didn’t come, ask for a new one.',
    back: 'Back to account',
    done: 'Your identity is confirmed. Our colleagues now review your documents.',
    failed: 'No code was sent',
  },
};
