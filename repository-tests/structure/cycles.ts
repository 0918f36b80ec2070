import { join } from 'node:path/posix';
import { importsOf } from '../layers/imports.ts';

/** File → the files that it imports by a relative path. Imports of types count. */
export type ImportGraph = Map<string, string[]>;

/** @param sources file, from the repository's root → text */
export function importGraph(sources: Map<string, string>): ImportGraph {
  const importsIn = (file: string, text: string) =>
    importsOf(text)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => join(file, '..', specifier))
      .filter((target) => sources.has(target));
  return new Map([...sources].map(([file, text]) => [file, importsIn(file, text)]));
}

/** Import cycles, each as the path that leads back to its first file. At least one of those that share files is found. */
export function cyclesIn(graph: ImportGraph): string[] {
  const cycles: string[] = [];
  const path: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string): void => {
    if (finished.has(file)) return;
    const start = path.indexOf(file);
    if (start !== -1) {
      cycles.push([...path.slice(start), file].join(' → '));
      return;
    }
    path.push(file);
    for (const imported of graph.get(file) ?? []) visit(imported);
    path.pop();
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
