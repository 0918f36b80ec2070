import { BlockList, isIPv6 } from 'node:net';
import { withoutPort } from './client-address.ts';

/**
 * Tells whether an address, perhaps with a port, is that of a trusted proxy.
 * @param networks addresses and networks in CIDR form, which are valid
 */
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
