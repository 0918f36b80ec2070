import { readFileSync } from 'node:fs';

// Ends a process whose Node.js is too old, with one line. In JavaScript, because such a Node.js may read no TypeScript.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');
const { versions, platform, arch, execPath } = process;
if (needed.localeCompare(versions.node, 'en', { numeric: true }) > 0) {
  console.error(
    `Node.js ${needed} or newer is needed, this is ${versions.node} (${execPath}). ` +
      `No package brings one for ${platform} on ${arch}, or it is not installed: run \`pnpm install\`, or install Node.js ${needed}.`,
  );
  process.exit(1);
}
