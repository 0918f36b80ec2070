import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { type DoctorFinding, ok, warning, wrong } from '../database/finding.ts';
import { type DataDirectory, foreignFiles, giveBack } from './data-directory.ts';

const MIB = 2 ** 20;
/** With less, the next import or a busy week of usage does not fit. */
const LITTLE_SPACE = 1024 * MIB;
const TOO_LITTLE_SPACE = 64 * MIB;

/** Checks access and free space. undefined: the directory does not exist, and nothing else can be checked. */
export function examineDirectory(directory: DataDirectory): DoctorFinding[] | undefined {
  const { root } = directory;
  if (!existsSync(root) || !statSync(root).isDirectory()) return undefined;
  return [...examineAccess(directory), examineSpace(root)];
}

/** The finding for a path where there is no directory. */
export const noDirectory = ({ root }: DataDirectory): DoctorFinding =>
  wrong(
    'directory',
    existsSync(root) ? `${root} is not a directory` : `${root} does not exist`,
    'give the data directory with --data-dir; `serve` makes a new one, README shows how to restore a backup',
  );

function examineAccess(directory: DataDirectory): DoctorFinding[] {
  const { root, accounts, catalogues } = directory;
  const paths = [root, accounts, catalogues].filter((path) => existsSync(path));
  const closed = paths.filter((path) => !isUsable(path));
  const writable = paths.filter((path) => (mode(path) & 0o002) !== 0);
  const readable = [root, accounts].filter(
    (path) => existsSync(path) && !writable.includes(path) && (mode(path) & 0o077) !== 0,
  );
  const me = process.getuid?.();
  const isForeign = me !== undefined && statSync(root).uid !== me && !closed.includes(root);
  const findings = [
    ...closed.map((path) =>
      wrong('access', `${path} cannot be read and written by this user`, 'fix its owner or mode'),
    ),
    ...writable.map((path) => wrong('access', `${path} is writable by every user`, `chmod o-w ${path}`)),
    ...readable.map((path) => warning('access', `${path} is open to other users of this machine`, `chmod go= ${path}`)),
    ...(isForeign
      ? [warning('access', `${root} belongs to another user`, 'run doctor as the user that the service runs as')]
      : []),
    ...foreignFiles(directory).map(({ path, isUsable, text }) =>
      (isUsable ? warning : wrong)('access', text, giveBack(root, path)),
    ),
  ];
  return findings.length === 0 ? [ok('access', root)] : findings;
}

const mode = (path: string): number => statSync(path).mode;

function isUsable(path: string): boolean {
  const search = statSync(path).isDirectory() ? constants.X_OK : 0;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | search);
    return true;
  } catch {
    return false;
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
