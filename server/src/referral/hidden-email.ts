/** a***@g***.com: enough to know a friend by, too little to find a stranger. */
export function hiddenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${email.charAt(0)}***@${domain.charAt(0)}***${domain.slice(dot)}`;
}
