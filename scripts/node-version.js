import { readFileSync } from 'node:fs';

// Ends a process with an outdated Node.js, with one line. Written in JavaScript, because an old Node.js may not run TypeScript.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');
const { versions, platform, arch, execPath } = process;
if (needed.localeCompare(versions.node, 'en', { numeric: true }) > 0) {
  console.error(
    `Node.js ${needed} or newer is required, but this is ${versions.node} (${execPath}). ` +
      `Run \`pnpm install\`. If no package provides Node.js for ${platform} on ${arch}, install Node.js ${needed}.`,
  );
  process.exit(1);
}
