import { readFileSync } from 'node:fs';

/**
 * Seconds of CPU time that a process and its ended children have used; NaN on systems without /proc and for a process
 * that has ended.
 * proc(5): times are ticks of a hundredth of a second.
 */
export function cpuSeconds(pid: number | undefined): number {
  try {
    const [user, system, childrenUser, childrenSystem] = fieldsOf(`/proc/${pid}/stat`).slice(11, 15).map(Number);
    return ((user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0)) / 100;
  } catch {
    return Number.NaN;
  }
}

/** The same with its running children, as those of PostgreSQL. */
export function treeCpuSeconds(pid: number): number {
  let children: string[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  } catch {
    // No /proc, or no such process: the result is NaN.
  }
  // A child may have ended meanwhile, which makes it NaN; then its time is its parent's.
  const ofChildren = children.map((child) => cpuSeconds(Number(child)) || 0);
  return ofChildren.reduce((sum, one) => sum + one, cpuSeconds(pid));
}

/** The fields of a stat file after the name of the program. */
function fieldsOf(file: string): string[] {
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
