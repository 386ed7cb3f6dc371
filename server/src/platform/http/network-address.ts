/** An address of the network as it is counted: the 64 bits of IPv6 that one household has are one. */
export function householdOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace(/^::ffff:/, '');
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':').length : 0;
  const whole = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest).fill('0')];
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}
