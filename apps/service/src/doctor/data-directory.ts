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
/** With less, the next import or a busy week of usage does not fit. */
const LITTLE_SPACE = 1024 * MIB;
const TOO_LITTLE_SPACE = 64 * MIB;

/** Checks a data directory without changing it; a service may run on it meanwhile. @param parts default: all */
export async function examineDataDirectory(
  directory: DataDirectory,
  parts: { accounts: boolean; catalogue: boolean } = { accounts: true, catalogue: true },
): Promise<DoctorFinding[]> {
  const { root } = directory;
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    const text = existsSync(root) ? `${root} is not a directory` : `${root} does not exist`;
    const next =
      'give the data directory with --data-dir; `serve` makes a new one, README shows how to restore a backup';
    return [wrong('directory', text, next)];
  }
  return [
    ...examineAccess(directory),
    examineSpace(root),
    ...(parts.accounts ? await orFinding('accounts', () => examineAccountsFile(directory)) : []),
    ...(parts.catalogue ? await orFinding('catalogue', () => examineCatalogue(directory, hasAccounts(directory))) : []),
  ];
}

/** A check that fails to run is also a finding. */
const orFinding = (what: string, check: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> =>
  check().catch((error: unknown) => [wrong(what, explain(error), 'fix this, then run doctor again')]);

/** Checks accounts.sqlite, and what is in it. */
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
    return [wrong('accounts', `${path} lacks ${pending.join(', ')}`, 'run `migrate`; `serve` does it at its start')];
  });
}

/** False if there is no readable file of accounts. */
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
    ...readable.map((path) => warning('access', `${path} is open to other users of this machine`, `chmod go= ${path}`)),
    ...foreignFiles(directory).map(({ path, isUsable, text }) =>
      (isUsable ? warning : wrong)('access', text, giveBack(root, path)),
    ),
  ];
  return findings.length === 0 ? [ok('access', root)] : findings;
}

const mode = (path: string): number => statSync(path).mode;

/** undefined: this user can read and write it. */
function accessFinding(path: string): DoctorFinding | undefined {
  const search = statSync(path).isDirectory() ? constants.X_OK : 0;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | search);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      return wrong('access', `${path} is on a read-only file system`, 'mount it for writing');
    return wrong('access', `${path} cannot be read and written by this user`, 'fix its owner or mode');
  }
}

function examineSpace(root: string): DoctorFinding {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  const text = `${Math.floor(free / MIB).toLocaleString('en')} MiB are free`;
  const next = 'make room: with a full disk no consultation can be charged, and requests fail with status 500';
  if (free < TOO_LITTLE_SPACE) return wrong('space', text, next);
  return free < LITTLE_SPACE ? warning('space', text, next) : ok('space', text);
}
