import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ProgramResult, runCommand, runInProcess, temporaryDirectory } from '@vehicle-lookup/testing';
import { createProgram } from '../../src/program.ts';
import type { Report } from '../../src/report/report.ts';

/** Runs the gate in a directory. */
export const gate = (cwd: string, ...args: string[]): Promise<ProgramResult> =>
  runInProcess(createProgram, args, { cwd });

/** Runs the gate and reads its report. */
export async function gateReport(cwd: string, ...args: string[]): Promise<Report> {
  const { out, err } = await gate(cwd, ...args, '--json');
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Report;
}

/** Writes files to a directory. */
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

/** Runs git in a directory with a test identity. @throws Error with the output of git when git fails */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  const someone = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', '-c', 'commit.gpgsign=false'];
  const { code, out, err } = await runCommand(['git', ...someone, ...args], { cwd });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${out}${err}`);
  return out;
}

/** Returns a document with one operation, whose response has the given fields. */
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
