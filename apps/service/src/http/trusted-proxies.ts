import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import forwardedAddress from '@fastify/proxy-addr';
import { withoutPort } from './client-address.ts';

/**
 * Tells who sent a request: the peer or, if the peer is a trusted proxy, the last address in `X-Forwarded-For` that is not a
 * trusted proxy's. The address may have a port.
 * @param networks addresses and networks of proxies in CIDR form, which are valid
 * @param onUntrusted called with the address of another peer that sends `X-Forwarded-For`
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

/** Tells whether an address, perhaps with a port, is that of a trusted proxy. */
function trustedProxies(networks: readonly string[]): (address: string) => boolean {
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
