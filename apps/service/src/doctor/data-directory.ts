import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { explain } from '@vehicle-lookup/toolkit/command-line';
import { type DataDirectory, foreignFiles, giveBack, lostAccounts } from '../data-directory/data-directory.ts';
import { pendingMigrations } from '../database/migrations.ts';
import { openWithoutTrace } from '../database/sqlite/database.ts';
import { sqliteSql } from '../database/sqlite/sql.ts';
import { accountMigrations } from '../database/sqlite/tables.ts';
import { examineAccounts } from './accounts.ts';
import { examineCatalogue } from './catalogue.ts';
import { examineDatabaseFile } from './database-file.ts';
import { type DoctorFinding, ok, warning, wrong } from './finding.ts';

const MIB = 2 ** 20;
/** Free space that the next import or a busy week of usage may require. */
const LITTLE_SPACE = 1024 * MIB;
const TOO_LITTLE_SPACE = 64 * MIB;

/** Checks a data directory without changing it; the service may run during the check. @param parts parts to check; default: all */
export async function examineDataDirectory(
  directory: DataDirectory,
  parts: { accounts: boolean; catalogue: boolean } = { accounts: true, catalogue: true },
): Promise<DoctorFinding[]> {
  const { root } = directory;
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    const text = existsSync(root) ? `${root} is not a directory` : `${root} does not exist`;
    const next =
      'set --data-dir to the data directory; `serve` creates a new data directory, and the README explains how to restore a backup';
    return [wrong('directory', text, next)];
  }
  return [
    ...examineAccess(directory),
    examineSpace(root),
    ...(parts.accounts ? await orFinding('accounts', () => examineAccountsFile(directory)) : []),
    ...(parts.catalogue ? await orFinding('catalogue', () => examineCatalogue(directory, hasAccounts(directory))) : []),
  ];
}

/** Runs a check; if the check throws, returns the error as a finding. */
const orFinding = (what: string, check: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> =>
  check().catch((error: unknown) => [wrong(what, explain(error), 'correct this, then run doctor again')]);

/** Checks accounts.sqlite and its content. */
async function examineAccountsFile(directory: DataDirectory): Promise<DoctorFinding[]> {
  const { accounts: path } = directory;
  const lost = lostAccounts(directory);
  if (lost) return [wrong('accounts', lost.text, lost.next)];
  if (!existsSync(path)) {
    return [wrong('accounts', `${path} is missing`, 'run `serve`, `migrate` or `account create`')];
  }
  return examineDatabaseFile('accounts', path, async (db) => {
    const sql = sqliteSql(db);
    const pending = await pendingMigrations(sql, accountMigrations);
    if (pending.length === 0) return examineAccounts(sql);
    return [wrong('accounts', `${path} lacks migrations: ${pending.join(', ')}`, 'run `migrate` or `serve`')];
  });
}

/** Returns whether accounts.sqlite is readable and contains an account. */
function hasAccounts({ accounts }: DataDirectory): boolean {
  if (!existsSync(accounts)) return false;
  try {
    using db = openWithoutTrace(accounts);
    return db.prepare('SELECT 1 FROM account LIMIT 1').get() !== undefined;
  } catch {
    return false;
  }
}

function examineAccess(directory: DataDirectory): DoctorFinding[] {
  const { root, accounts, catalogues } = directory;
  const paths = [root, accounts, catalogues].filter((path) => existsSync(path));
  const writable = paths.filter((path) => (mode(path) & 0o002) !== 0);
  const readable = paths.filter(
    (path) => path !== catalogues && !writable.includes(path) && (mode(path) & 0o077) !== 0,
  );
  const findings = [
    ...paths.flatMap((path) => accessFinding(path) ?? []),
    ...writable.map((path) => wrong('access', `${path} is writable by every user`, `chmod o-w ${path}`)),
    ...readable.map((path) => warning('access', `other users of this machine can access ${path}`, `chmod go= ${path}`)),
    ...foreignFiles(directory).map(({ path, isUsable, text }) =>
      (isUsable ? warning : wrong)('access', text, giveBack(root, path)),
    ),
  ];
  return findings.length === 0 ? [ok('access', root)] : findings;
}

const mode = (path: string): number => statSync(path).mode;

/** Returns a finding if this user cannot read and write the path. */
function accessFinding(path: string): DoctorFinding | undefined {
  const search = statSync(path).isDirectory() ? constants.X_OK : 0;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | search);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      return wrong('access', `${path} is on a read-only file system`, 'mount it read-write');
    return wrong('access', `${path} cannot be read and written by this user`, 'correct its owner or mode');
  }
}

function examineSpace(root: string): DoctorFinding {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  const text = `${Math.floor(free / MIB).toLocaleString('en')} MiB are available`;
  const next = 'free disk space; if the disk is full, consultations cannot be charged, and requests return 500';
  if (free < TOO_LITTLE_SPACE) return wrong('space', text, next);
  return free < LITTLE_SPACE ? warning('space', text, next) : ok('space', text);
}
