import { execFileSync, spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { packArchive, unpackArchive } from '../../src/backup/archive.ts';
import type { StoredFile } from '../../src/catalogue/catalogue-store.ts';

const modified = new Date('2026-11-20T10:00:00Z');
const file = (name: string, content: string): StoredFile => ({
  name,
  size: Buffer.byteLength(content),
  modified,
  content: Readable.from([Buffer.from(content)]),
});

test('the system tar program lists and unpacks an archive', async () => {
  const directory = temporaryDirectory();
  const contents = new Map([
    ['empty', ''],
    ['directory/block', 'x'.repeat(512)],
    ['directory/beyond', 'ä'.repeat(300)],
  ]);
  const files = [...contents].map(([name, content]) => file(name, content));
  await pipeline(packArchive(files), createWriteStream(join(directory, 'a.tar')));
  const listed = execFileSync('tar', ['-tf', 'a.tar'], { cwd: directory, encoding: 'utf8' });
  expect(listed.trim().split('\n')).toEqual([...contents.keys()]);
  execFileSync('tar', ['-xf', 'a.tar'], { cwd: directory });
  for (const [name, content] of contents) {
    expect(readFileSync(join(directory, name), 'utf8')).toBe(content);
    expect(statSync(join(directory, name)).mtime).toEqual(modified);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  }
});

/** Returns a ustar header with a valid checksum; `change` can modify it before the checksum is added. */
function header(name: string, size: string, type = '0', change: (block: Buffer) => void = () => undefined): Buffer {
  const block = Buffer.alloc(512);
  for (const [text, at] of [
    [name, 0],
    ['0000600', 100],
    [size, 124],
    ['00000000000', 136],
  ] as const)
    block.write(text, at);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  change(block);
  block.write(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return block;
}
const octal = (size: number): string => size.toString(8).padStart(11, '0');
const content = (text: string): Buffer =>
  Buffer.concat([Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]);
const END = Buffer.alloc(1024);
/** Returns a record of a pax header; its length includes the length field. */
const pax = (record: string): string => `${record.length + 4} ${record}\n`;

/** Unpacks an archive in pieces of `piece` bytes and returns names and contents. */
async function unpacked(archive: Buffer, piece = archive.length): Promise<[string, string][]> {
  const pieces = Array.from({ length: Math.ceil(archive.length / piece) }, (_, index) =>
    archive.subarray(index * piece, (index + 1) * piece),
  );
  const files: [string, string][] = [];
  for await (const { name, content } of unpackArchive(Readable.from(pieces), 'a.tar')) {
    files.push([name, (await buffer(content)).toString()]);
  }
  return files;
}

test('an archive from the system tar program is read in pieces of any size', async () => {
  const directory = temporaryDirectory();
  const long = `${'long/'.repeat(40)}name`;
  mkdirSync(join(directory, dirname(long)), { recursive: true });
  const contents: [string, string][] = [
    ['empty', ''],
    ['block', 'x'.repeat(512)],
    [long, 'ä'.repeat(300)],
  ];
  for (const [name, text] of contents) writeFileSync(join(directory, name), text);
  symlinkSync('block', join(directory, 'link'));
  for (const format of ['gnu', 'pax', 'ustar']) {
    const args = ['--format', format, '-cf', '-', './empty', 'block', 'link', long];
    const archive = execFileSync('tar', args, { cwd: directory });
    for (const piece of [archive.length, 100, 513]) expect(await unpacked(archive, piece)).toEqual(contents);
  }
});

const ONE_FILE = Buffer.concat([header('a', octal(3)), content('abc')]);
const damaged: Record<string, Buffer> = {
  'no bytes at all': Buffer.alloc(0),
  text: Buffer.from('x'.repeat(4096)),
  'a header with an invalid checksum': Buffer.concat([header('a', octal(3)).fill('b', 0, 1), content('abc'), END]),
  'a second header with an invalid checksum': Buffer.concat([ONE_FILE, header('a', octal(3)).fill('b', 0, 1), END]),
  'a size that is not a number': Buffer.concat([header('a', '99999999999'), END]),
  'a size of eight exabytes': Buffer.concat([
    header('a', '', '0', (block) => block.writeBigUInt64BE(2n ** 63n - 1n, 128) && block.writeUInt8(0x80, 124)),
    END,
  ]),
  'a negative size': Buffer.concat([header('a', '', '0', (block) => void block.fill(0xff, 124, 136)), END]),
  'a size beyond the end of the archive': Buffer.concat([header('a', octal(5000)), content('abc'), END]),
  'a size in a pax header beyond the end of the archive': Buffer.concat([
    header('pax', octal(pax('size=9999').length), 'x'),
    content(pax('size=9999')),
    ONE_FILE,
    END,
  ]),
  'a pax header of a gigabyte': Buffer.concat([header('pax', octal(2 ** 30), 'x'), END]),
  'a truncated header': header('a', octal(3)).subarray(0, 300),
  'truncated content': ONE_FILE.subarray(0, 514),
  'truncated padding': ONE_FILE.subarray(0, 700),
  'a missing end': ONE_FILE,
  'half of an end': Buffer.concat([ONE_FILE, Buffer.alloc(512)]),
  'data after the end': Buffer.concat([ONE_FILE, END, Buffer.from('more')]),
};

test.each(Object.entries(damaged))('an archive with %s is rejected', async (_, archive) => {
  const message =
    'a.tar: expected a complete tar archive; the file is damaged, incomplete or not a backup. Use a different backup';
  for (const piece of [archive.length || 1, 100]) await expect(unpacked(archive, piece)).rejects.toThrow(message);
});

test('file names are returned unchanged from every type of header; directories and links are omitted', async () => {
  const evil = pax('path=../../evil');
  const archive = Buffer.concat([
    header('pax', octal(evil.length), 'x'),
    content(evil),
    ONE_FILE,
    header('../up', octal(0)),
    header('/absolute', octal(0)),
    header('evil', octal(0), '0', (block) => void block.write('..', 345)),
    header('directory/', octal(0), '5'),
    header('hard', octal(0), '1', (block) => void block.write('/etc/passwd', 157)),
    header('soft', octal(0), '2', (block) => void block.write('/etc/passwd', 157)),
    header('device', octal(0), '3'),
    END,
  ]);
  expect((await unpacked(archive)).map(([name]) => name)).toEqual(['../../evil', '../up', '/absolute', '../evil']);
});

test('a file system error is not reported as a damaged archive', async () => {
  const reading = unpackArchive(createReadStream(join(temporaryDirectory(), 'none')), 'a.tar');
  await expect(reading.next()).rejects.toThrow('ENOENT');
});

const MEGABYTE = 2 ** 20;
/** Returns `count` megabytes in pieces, and a function that returns the number of megabytes read so far. */
function megabytes(count: number): { pieces: AsyncIterable<Uint8Array>; taken(): number } {
  let taken = 0;
  async function* pieces() {
    for (; taken < count; taken++) yield new Uint8Array(MEGABYTE);
  }
  return { pieces: pieces(), taken: () => taken };
}

test('a large file is read and written piece by piece', async () => {
  const { pieces, taken } = megabytes(200);
  const archive = packArchive([{ name: 'large', size: 200 * MEGABYTE, modified, content: pieces }]);
  const { value } = await unpackArchive(archive, 'a.tar').next();
  let read = 0;
  let most = 0;
  for await (const piece of value?.content ?? []) {
    read += piece.length;
    most = Math.max(most, taken() - read / MEGABYTE);
  }
  expect(read).toBe(200 * MEGABYTE);
  expect(most).toBeLessThan(20);
});

test('the system tar program reads a size of more than 8 GiB', async () => {
  const size = 12 * 2 ** 30;
  const archive = packArchive([{ ...file('large', ''), size, content: megabytes(12 * 1024).pieces }]);
  const headers: Buffer[] = [];
  for await (const piece of archive) if (headers.push(piece) === 4) break;
  // tar reports the missing content after it has listed the files.
  const { stdout } = spawnSync('tar', ['-tvf', '-'], { input: Buffer.concat(headers), encoding: 'utf8' });
  expect(stdout).toContain(` ${size} `);
});

test('a file that changes while it is read is rejected', async () => {
  const sizes = [2, 4];
  for (const size of sizes) {
    const archive = packArchive([{ ...file('grown', 'abc'), size }]);
    await expect(archive.toArray()).rejects.toThrow('grown changed');
  }
});
