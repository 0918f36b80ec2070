import * as http from 'node:http';

/**
 * Sends the requests of this process through the proxy that the environment names (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), as other
 * command lines do. Says so if this version of Node.js cannot.
 */
export function useProxy(baseUrl: string, say: (line: string) => void): void {
  const { protocol = '', hostname = '' } = URL.canParse(baseUrl) ? new URL(baseUrl) : {};
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  if (!variable(name) || process.env.NODE_USE_ENV_PROXY === '1') return;
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: () => void };
  setGlobalProxyFromEnv?.();
  const excepted = variable('NO_PROXY').split(/[\s,]+/);
  if (setGlobalProxyFromEnv || excepted.includes('*') || excepted.includes(hostname)) return;
  say(
    `${name} is set, but this version of Node.js does not use it: requests go to ${hostname} directly. Use Node.js 24.14 or ` +
      `newer, or 22.21 with NODE_USE_ENV_PROXY=1; or add ${hostname} to NO_PROXY`,
  );
}

/** Both spellings are in use; the lower case wins. */
const variable = (name: string): string => process.env[name.toLowerCase()] ?? process.env[name] ?? '';
