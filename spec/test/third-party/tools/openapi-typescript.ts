import { join } from 'node:path';
import { generateCode } from '../generate-code.ts';
import type { Complaint } from '../tool.ts';

export const title = 'openapi-typescript';

export const check = (file: string, directory: string): Promise<Complaint[]> =>
  generateCode('openapi-typescript/bin/cli.js', [file, '--output', join(directory, 'types.ts')], directory);
