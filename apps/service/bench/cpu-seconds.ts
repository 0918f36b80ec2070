import { readFileSync } from 'node:fs';

/**
 * Returns the CPU seconds of a process and its exited children, or NaN without /proc or if the process has exited. The times are in
 * ticks of a hundredth of a second; see proc(5).
 */
export function cpuSeconds(pid: number | undefined): number {
  try {
    const [user, system, childrenUser, childrenSystem] = fieldsOf(`/proc/${pid}/stat`).slice(11, 15).map(Number);
    return ((user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0)) / 100;
  } catch {
    return Number.NaN;
  }
}

/** Returns the CPU seconds of a process and all its children, such as PostgreSQL and its workers. */
export function treeCpuSeconds(pid: number): number {
  let children: string[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  } catch {
    // Without /proc, or if the process does not exist, the result is NaN.
  }
  // If a child has exited in the meantime, its time is NaN, but the parent's time includes it.
  const ofChildren = children.map((child) => cpuSeconds(Number(child)) || 0);
  return ofChildren.reduce((sum, one) => sum + one, cpuSeconds(pid));
}

/** Returns the fields of a stat file after the program name. */
function fieldsOf(file: string): string[] {
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
