import { execFileSync, spawnSync } from 'node:child_process';
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { type Entry, tar } from '../../src/backup/tar.ts';
import { temporaryFolder } from './support/run.ts';

const modified = new Date('2026-11-20T10:00:00Z');
const entry = (name: string, content: string): Entry => ({
  name,
  size: Buffer.byteLength(content),
  modified,
  content: Readable.from([Buffer.from(content)]),
});

test('the tar of the system lists and unpacks an archive', async () => {
  const folder = temporaryFolder();
  const contents = new Map([
    ['empty', ''],
    ['folder/block', 'x'.repeat(512)],
    ['folder/beyond', 'ä'.repeat(300)],
  ]);
  const entries = [...contents].map(([name, content]) => entry(name, content));
  await pipeline(tar(entries), createWriteStream(join(folder, 'a.tar')));
  const listed = execFileSync('tar', ['-tf', 'a.tar'], { cwd: folder, encoding: 'utf8' });
  expect(listed.trim().split('\n')).toEqual([...contents.keys()]);
  execFileSync('tar', ['-xf', 'a.tar'], { cwd: folder });
  for (const [name, content] of contents) {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(content);
    expect(statSync(join(folder, name)).mtime).toEqual(modified);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
});

test('a size of more than 8 GiB is written as the tar of the system reads it', async () => {
  const size = 12 * 2 ** 30;
  const archive = tar([{ ...entry('large', ''), size }]);
  const { value: header } = await archive.next();
  // It misses the content, but has told what it read before.
  const { stdout } = spawnSync('tar', ['-tvf', '-'], { input: header, encoding: 'utf8' });
  expect(stdout).toContain(` ${size} `);
});

test('a file that changes while it is read is refused', async () => {
  const archive = Readable.from(tar([{ ...entry('grown', 'abc'), size: 2 }]));
  await expect(archive.toArray()).rejects.toThrow('grown changed');
});
