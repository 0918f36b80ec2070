import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, type ProgramResult, run, runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import type { Report } from '../../src/report/report.ts';

/** Runs the gate in a directory, as a user does. */
export const gate = (cwd: string, ...args: string[]): Promise<ProgramResult> => run(bin('gate'), args, { cwd });

/** Runs the gate and reads its report. */
export async function gateReport(cwd: string, ...args: string[]): Promise<Report> {
  const { out, err } = await gate(cwd, ...args, '--json');
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Report;
}

/** Writes files below a directory. */
export function write(directory: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

/** Writes files into a directory that is removed at the end of the test. */
export function directoryWith(files: Record<string, string>): string {
  const directory = temporaryDirectory();
  write(directory, files);
  return directory;
}

/** Runs git in a directory, as somebody. @throws with its output when it fails */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  const someone = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', '-c', 'commit.gpgsign=false'];
  const { code, out, err } = await runCommand(['git', ...someone, ...args], { cwd });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${out}${err}`);
  return out;
}

/** A document with one operation, whose response has the fields that are given. */
export const documentWith = (members: Record<string, string>, version = '0.1.0'): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Loans', version },
    paths: { '/loans': { get: { operationId: 'listLoans', responses: { 200: responseWith(members) } } } },
  });

function responseWith(members: Record<string, string>): object {
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, type]) => [name, { type, description: `The ${name}.` }]),
  );
  return { description: 'Found.', content: { 'application/json': { schema: { type: 'object', properties } } } };
}
