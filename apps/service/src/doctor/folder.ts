import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import type { DataFolder } from '../data-folder.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

const MIB = 2 ** 20;
/** Below this the next import, or a busy week of usage, does not fit. */
const LITTLE = 1024 * MIB;
const TOO_LITTLE = 64 * MIB;

/** Whether the folder is there and may be used; undefined where nothing further can be checked. */
export function checkFolder(folder: DataFolder): Finding[] | undefined {
  const { root } = folder;
  if (!existsSync(root) || !statSync(root).isDirectory()) return undefined;
  return [...checkAccess(folder), checkSpace(root)];
}

export const noFolder = ({ root }: DataFolder): Finding =>
  wrong(
    'folder',
    existsSync(root) ? `${root} is no folder` : `${root} does not exist`,
    'give the right one with --data-dir; `serve` makes a new one, README shows how to restore a backup',
  );

function checkAccess({ root, accounts, catalogues }: DataFolder): Finding[] {
  const paths = [root, accounts, catalogues].filter((path) => existsSync(path));
  const closed = paths.filter((path) => !isUsable(path));
  const open = paths.filter((path) => (mode(path) & 0o002) !== 0);
  const shared = [root, accounts].filter((path) => existsSync(path) && !open.includes(path) && mode(path) & 0o077);
  const me = process.getuid?.();
  const other = paths.filter((path) => me !== undefined && statSync(path).uid !== me);
  return [
    ...closed.map((path) =>
      wrong('access', `${path} may not be read and written by this user`, 'mend its owner or mode'),
    ),
    ...open.map((path) => wrong('access', `${path} may be written by every user`, `chmod o-w ${path}`)),
    ...shared.map((path) => warning('access', `${path} is open to other users of this machine`, `chmod go= ${path}`)),
    ...other
      .filter((path) => !closed.includes(path))
      .map((path) =>
        warning('access', `${path} belongs to another user`, 'run doctor as the user that the service runs as'),
      ),
    ...(closed.length + open.length + shared.length + other.length === 0 ? [ok('access', root)] : []),
  ];
}

const mode = (path: string): number => statSync(path).mode;

function isUsable(path: string): boolean {
  const folder = statSync(path).isDirectory() ? constants.X_OK : 0;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | folder);
    return true;
  } catch {
    return false;
  }
}

function checkSpace(root: string): Finding {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  const text = `${Math.floor(free / MIB).toLocaleString('en')} MiB are free`;
  const next = 'make room: when the disk is full, no consultation can be counted and none is answered';
  if (free < TOO_LITTLE) return wrong('space', text, next);
  return free < LITTLE ? warning('space', text, next) : ok('space', text);
}
