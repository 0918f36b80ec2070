import ipaddr from 'ipaddr.js';

const NETWORK = 64;

/**
 * The address under which wrong keys are counted. An IPv6 client owns a whole /64, so that network counts; an IPv4
 * address written as IPv6 counts as IPv4.
 */
export function clientAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${NETWORK}`)}/${NETWORK}`;
}
