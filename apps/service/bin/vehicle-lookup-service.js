#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';

const program = 'vehicle-lookup-service';
const main = new URL('../dist/main.js', import.meta.url);
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');

if (isOlder(process.versions.node, needed)) {
  const text = `${program} needs Node.js ${needed} or newer, this is ${process.versions.node}.`;
  console.error(`${text} Install it from your distribution or nodejs.org.`);
  process.exitCode = 1;
} else if (existsSync(main)) {
  await import(main.href);
} else {
  console.error(`${program} is not built; run \`pnpm build\``);
  process.exitCode = 1;
}

/** Compares the first two numbers of two versions. */
function isOlder(version, other) {
  const [[major, minor], [otherMajor, otherMinor]] = [version, other].map((text) => text.split('.').map(Number));
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
