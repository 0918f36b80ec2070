import { generateCode } from '../generate-code.ts';
import type { Complaint } from '../tool.ts';

export const title = '@hey-api/openapi-ts';

export const check = (file: string, directory: string): Promise<Complaint[]> =>
  generateCode(
    '@hey-api/openapi-ts/bin/run.js',
    ['--input', file, '--output', directory, '--client', '@hey-api/client-fetch', '--no-log-file'],
    directory,
  );
