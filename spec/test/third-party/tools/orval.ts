import { join } from 'node:path';
import { generateCode } from '../generate-code.ts';
import type { Complaint } from '../tool.ts';

export const title = 'orval';

export const check = (file: string, directory: string): Promise<Complaint[]> =>
  generateCode(
    'orval/dist/bin/orval.mjs',
    ['--input', file, '--output', join(directory, 'client.ts'), '--client', 'fetch', '--fail-on-warnings'],
    directory,
  );
