import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Where the document describes each operation: the line of its operationId in openapi.yaml, counted from 1. */
export function operationLines(): Map<string, number> {
  const file = createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.yaml');
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Map(
    lines.flatMap((line, index) => {
      const [, operation] = /^ *operationId: (\S+)$/.exec(line) ?? [];
      return operation === undefined ? [] : [[operation, index + 1] as const];
    }),
  );
}
