import { execFileSync, spawnSync } from 'node:child_process';
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { tar } from '../../src/backup/tar.ts';
import type { StoredFile } from '../../src/catalogue/catalogue-store.ts';

const modified = new Date('2026-11-20T10:00:00Z');
const file = (name: string, content: string): StoredFile => ({
  name,
  size: Buffer.byteLength(content),
  modified,
  content: Readable.from([Buffer.from(content)]),
});

test('the tar of the system lists and unpacks an archive', async () => {
  const directory = temporaryDirectory();
  const contents = new Map([
    ['empty', ''],
    ['directory/block', 'x'.repeat(512)],
    ['directory/beyond', 'ä'.repeat(300)],
  ]);
  const files = [...contents].map(([name, content]) => file(name, content));
  await pipeline(tar(files), createWriteStream(join(directory, 'a.tar')));
  const listed = execFileSync('tar', ['-tf', 'a.tar'], { cwd: directory, encoding: 'utf8' });
  expect(listed.trim().split('\n')).toEqual([...contents.keys()]);
  execFileSync('tar', ['-xf', 'a.tar'], { cwd: directory });
  for (const [name, content] of contents) {
    expect(readFileSync(join(directory, name), 'utf8')).toBe(content);
    expect(statSync(join(directory, name)).mtime).toEqual(modified);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  }
});

test('a size of more than 8 GiB is written as the tar of the system reads it', async () => {
  const size = 12 * 2 ** 30;
  const archive = tar([{ ...file('large', ''), size }]);
  const { value: header } = await archive.next();
  // It complains about the missing content, after listing what it read.
  const { stdout } = spawnSync('tar', ['-tvf', '-'], { input: header, encoding: 'utf8' });
  expect(stdout).toContain(` ${size} `);
});

test('a file that changes while it is read is refused', async () => {
  const archive = Readable.from(tar([{ ...file('grown', 'abc'), size: 2 }]));
  await expect(archive.toArray()).rejects.toThrow('grown changed');
});
