import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import forwardedAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

const NETWORK = 64;

/** Returns an address without its port. Some proxies write `203.0.113.9:4711` or `[2001:db8::1]:4711` into X-Forwarded-For. */
export function withoutPort(text: string): string {
  if (!/[:[]/.test(text)) return text;
  const [, bracketed, ipv4] = /^(?:\[([\da-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/i.exec(text) ?? [];
  return bracketed ?? ipv4 ?? text;
}

/**
 * Returns the address under which wrong keys are counted. For IPv6, this is the /64 network, because a client can use all
 * addresses in that network. An IPv4-mapped IPv6 address counts as IPv4.
 */
export function clientAddress(text: string): string {
  const address = withoutPort(text);
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${NETWORK}`)}/${NETWORK}`;
}

/**
 * Returns a function that determines the sender of a request: the peer or, behind a trusted proxy, the last address in
 * `X-Forwarded-For` that does not belong to a trusted proxy. The address may contain a port.
 * @param networks valid addresses and CIDR networks of proxies
 * @param onUntrusted called with the address of an untrusted peer that sends `X-Forwarded-For`
 */
export function findSender(
  networks: readonly string[],
  onUntrusted: (peer: string) => void,
): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(networks);
  return (request) => {
    const { remoteAddress: peer = '' } = request.socket;
    if (request.headers['x-forwarded-for'] === undefined) return peer;
    if (isTrusted(peer)) return forwardedAddress(request, isTrusted);
    onUntrusted(peer);
    return peer;
  };
}

/** Returns a function that reports whether an address, with or without a port, belongs to a trusted proxy. */
export function trustedProxies(networks: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (text) => {
    const address = withoutPort(text);
    return trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}
