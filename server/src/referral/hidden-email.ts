/** Masks an e-mail address as a***@g***.com: enough to recognize a friend, too little to find anyone else. */
export function hideEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${email.charAt(0)}***@${domain.charAt(0)}***${domain.slice(dot)}`;
}
