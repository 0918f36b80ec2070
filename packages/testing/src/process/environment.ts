import { delimiter } from 'node:path';

export type Environment = Record<string, string>;

/** What Vitest adds, what our programs read, and what changes Node.js itself. */
const OURS =
  /^(VITEST|VEHICLE_LOOKUP_|OTEL_|NODE_CHANNEL_|PG[A-Z]+$|DATABASE_URL$|NODE_OPTIONS$|NODE_ENV$|(TEST|DEV|PROD|MODE|SSR)$)/;

/** What pnpm, npm and this workspace's scripts add. */
const OF_PACKAGE_MANAGERS = /^(p?npm_|INIT_CWD$|NODE$)/i;

/** How a machine reaches its package registry: settings of the user, although npm adds them, too. */
const OF_REGISTRY = /^npm_config_(registry|cafile|cache|userconfig|globalconfig|proxy|https_proxy|noproxy)$/i;

/** The environment of this process without what the tests add and without what our programs read. */
export const cleanEnvironment = (): Environment => without((name) => OURS.test(name));

/** The environment of another repository: the machine's Node.js and npm, without this workspace. */
export function outsideEnvironment(): Environment {
  const path = (process.env.PATH ?? '').split(delimiter).filter((directory) => !directory.includes('node_modules'));
  const isForeign = (name: string) => OURS.test(name) || (OF_PACKAGE_MANAGERS.test(name) && !OF_REGISTRY.test(name));
  return { ...without(isForeign), PATH: path.join(delimiter), NO_COLOR: '1' };
}

function without(isLeftOut: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isLeftOut(name))) as Environment;
}
