import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { explain, UserError } from '@vehicle-lookup/toolkit/command-line';
import type { AccountStore } from '../data-store/account-store.ts';
import { ACCOUNTS_FILE, isBackupFile, openFiles } from '../data-store/open-data-store.ts';
import { type DoctorFinding, ok, wrong } from '../doctor/finding.ts';
import { unpackArchive } from './archive.ts';
import { withScratchDirectory } from './scratch-directory.ts';

export interface Restored {
  root: string;
  /** Names of the restored files. */
  files: string[];
  /** Names of the migrations that ran on an older backup. */
  migrations: string[];
  /** Version of the current catalogue; undefined if there is no catalogue. */
  catalogue: string | undefined;
}

/**
 * Unpacks a backup into a temporary directory, migrates and checks it, and then renames the directory. The result is a complete
 * data directory, or no directory.
 * @param database receives the accounts instead of the directory
 * @throws UserError, before any change
 */
export async function restore(root: string, file: string, database?: AccountStore): Promise<Restored> {
  if (existsSync(root) && readdirSync(root).length > 0) {
    throw new UserError(
      `${root} is not empty, and its content is not replaced. Stop the service and move the directory, or use a different --data-dir`,
    );
  }
  mkdirSync(dirname(root), { recursive: true });
  return withScratchDirectory(join(dirname(root), `.${basename(root)}.restoring-`), async (scratch) => {
    const { store, files, migrations, findings } = await examineBackup(file, scratch);
    // A backup without a catalogue may be the only backup; the report mentions the missing catalogue.
    const mayLack = files.some((name) => name.startsWith('catalogue/')) ? ['space'] : ['space', 'catalogue'];
    const fault = findings.find(({ state, what }) => state === 'wrong' && !mayLack.includes(what));
    if (fault) throw new UserError(`${file}: ${fault.text}. Use a different backup`);
    const catalogue = await store.catalogues.currentVersion();
    if (database) {
      await database.prepare();
      await database.copyFrom(store.accounts);
      rmSync(join(scratch, ACCOUNTS_FILE));
    }
    if (existsSync(root)) rmdirSync(root);
    renameSync(scratch, root);
    return { root, files, migrations, catalogue };
  });
}

/** Unpacks a backup and runs the checks of `doctor` on it. */
export async function checkBackup(file: string): Promise<DoctorFinding[]> {
  try {
    return await withScratchDirectory(join(tmpdir(), 'vehicle-lookup-backup-'), async (scratch) => {
      const { files, findings } = await examineBackup(file, scratch);
      const content = findings.filter(({ what }) => !['access', 'space'].includes(what));
      return [ok('backup', `${file}: ${files.join(', ')}`), ...content];
    });
  } catch (error) {
    return [wrong('backup', explain(error), 'make another backup, and check it')];
  }
}

async function examineBackup(file: string, scratch: string) {
  const files = await unpack(file, scratch);
  if (!files.includes(ACCOUNTS_FILE)) {
    throw new UserError(`${file}: not a backup of this service (${ACCOUNTS_FILE} is missing). Use a different backup`);
  }
  const store = openFiles(scratch);
  // A failed migration is also a finding.
  const migrations = await store.accounts.prepare().catch((): string[] => []);
  const findings = await store.examine();
  const plain = (text: string): string => text.replaceAll(scratch, '…');
  return { store, files, migrations, findings: findings.map((one) => ({ ...one, text: plain(one.text) })) };
}

async function unpack(file: string, directory: string): Promise<string[]> {
  const names: string[] = [];
  mkdirSync(join(directory, 'catalogue'), { mode: 0o700 });
  for await (const { name, content } of unpackArchive(createReadStream(file), file)) {
    if (!isBackupFile(name) || names.includes(name))
      throw new UserError(`${file}: not a backup of this service (it contains other files). Use a different backup`);
    await pipeline(content, createWriteStream(join(directory, name), { flags: 'wx', mode: 0o600, flush: true }));
    names.push(name);
  }
  return names;
}
