import ipaddr from 'ipaddr.js';

const NETWORK = 64;

/** Some proxies write `203.0.113.9:4711` and `[2001:db8::1]:4711` into X-Forwarded-For. */
export function withoutPort(text: string): string {
  if (!/[:[]/.test(text)) return text;
  const [, bracketed, ipv4] = /^(?:\[([\da-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/i.exec(text) ?? [];
  return bracketed ?? ipv4 ?? text;
}

/**
 * The address under which wrong keys are counted. An IPv6 client owns a whole /64, so that network counts; an IPv4
 * address written as IPv6 counts as IPv4.
 */
export function clientAddress(text: string): string {
  const address = withoutPort(text);
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${NETWORK}`)}/${NETWORK}`;
}
