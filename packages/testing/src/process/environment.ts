import { delimiter } from 'node:path';

export type Environment = Record<string, string>;

/** What Vitest adds, what our programs read, and what changes Node.js itself. */
const OURS = /^(VITEST|VEHICLE_LOOKUP_|OTEL_|NODE_CHANNEL_|NODE_OPTIONS$|NODE_ENV$|(TEST|DEV|PROD|MODE|SSR)$)/;

/** What pnpm, npm and this workspace's scripts add. */
const OF_PACKAGE_MANAGERS = /^(p?npm_|INIT_CWD$|NODE)/i;

/** The environment of this process without what the tests add and without what our programs read. */
export const cleanEnvironment = (): Environment => filtered(OURS);

/** The environment in which another repository works: the machine's Node.js and npm, nothing of this workspace. */
export function outsideEnvironment(): Environment {
  const path = (process.env.PATH ?? '').split(delimiter).filter((directory) => !directory.includes('node_modules'));
  return { ...filtered(OURS, OF_PACKAGE_MANAGERS), PATH: path.join(delimiter), NO_COLOR: '1' };
}

function filtered(...patterns: RegExp[]): Environment {
  const entries = Object.entries(process.env).filter(([name]) => !patterns.some((pattern) => pattern.test(name)));
  return Object.fromEntries(entries) as Environment;
}
