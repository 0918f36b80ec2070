import * as http from 'node:http';
import { UsageError } from '@vehicle-lookup/toolkit/command-line';

/**
 * Sends the requests of this process through the proxy in the environment variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Prints a
 * message if this version of Node.js does not support proxies.
 * @throws UsageError for an invalid proxy URL; the message does not repeat the URL, which may contain a password
 */
export function useProxy(baseUrl: string, say: (line: string) => void): void {
  const name = proxyVariable(baseUrl);
  if (name === undefined) return;
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: () => void };
  try {
    setGlobalProxyFromEnv?.();
  } catch {
    throw new UsageError('HTTP_PROXY, HTTPS_PROXY: expected URLs such as http://proxy.example:3128');
  }
  if (setGlobalProxyFromEnv) return;
  const hasVariable = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
  if (hasVariable && process.env.NODE_USE_ENV_PROXY === '1') return;
  const next = hasVariable ? 'Set NODE_USE_ENV_PROXY=1, or use' : 'Use';
  const direct = `requests go to ${new URL(baseUrl).hostname} directly`;
  say(`${name} is set, but this version of Node.js does not use it: ${direct}. ${next} Node.js 24.14 or newer`);
}

/** Returns the name of the variable with the proxy for a URL, or undefined if there is no proxy or NO_PROXY contains the host. */
export function proxyVariable(baseUrl: string): string | undefined {
  const { protocol = '', hostname = '' } = URL.canParse(baseUrl) ? new URL(baseUrl) : {};
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const excepted = variable('NO_PROXY').split(/[\s,]+/);
  return variable(name) && !excepted.includes('*') && !excepted.includes(hostname) ? name : undefined;
}

/** Returns the value of a variable. The lower-case spelling takes precedence. */
const variable = (name: string): string => process.env[name.toLowerCase()] ?? process.env[name] ?? '';
