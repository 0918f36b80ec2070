import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from '@vehicle-lookup/testing';
import type { Complaint } from '../tool.ts';

export const title = '@redocly/cli (`recommended-strict`)';

const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const env = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };

interface Report {
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

export async function check(file: string, directory: string): Promise<Complaint[]> {
  const config = join(directory, 'redocly.yaml');
  writeFileSync(config, 'extends: [recommended-strict]\n');
  const { out, err } = await run(redocly, ['lint', file, '--config', config, '--format', 'json'], { env });
  if (!out.startsWith('{')) return [{ text: err.trim(), detail: '' }];
  const { problems } = JSON.parse(out) as Report;
  return problems.map(({ ruleId, message, location }) => ({
    text: ruleId,
    detail: `${location.map(({ pointer = '' }) => pointer).join(', ')}: ${message}`,
  }));
}
