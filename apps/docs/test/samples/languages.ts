import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CANARY,
  canaryIn,
  cleanUpLater,
  closedAddress,
  type ProgramResult,
  runCommand,
  sendJson,
  serveHttp,
  startMock,
  type ToolChain,
} from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { sampleRequest } from '../../src/contract/requests.ts';
import { samplesOf } from '../../src/contract/samples.ts';
import { contract } from '../rendered.ts';

/** A language, with the command that runs a sample. */
export interface Language {
  id: string;
  tool: ToolChain;
  file: string;
  command: readonly string[];
}

export const PYTHON: Language = { id: 'python', tool: 'python3', file: 'lookup.py', command: ['python3'] };
export const PHP: Language = { id: 'php', tool: 'php', file: 'lookup.php', command: ['php'] };
export const GO: Language = { id: 'go', tool: 'go', file: 'lookup.go', command: ['go', 'run'] };
export const JAVA: Language = { id: 'java', tool: 'java', file: 'Lookup.java', command: ['java'] };
export const CSHARP: Language = { id: 'csharp', tool: 'dotnet', file: 'lookup.cs', command: ['dotnet', 'run'] };

type Outcome = Pick<ProgramResult, 'code' | 'out' | 'err'>;

/** Writes the sample of an operation to a file, and runs the file as a reader would. */
async function runSample(
  { id, file, command }: Language,
  operationId: string,
  address: string,
  key: Record<string, string> = { VEHICLE_LOOKUP_KEY: CANARY },
): Promise<Outcome> {
  const operation = contract.operations.find((one) => one.id === operationId);
  if (!operation) throw new Error(`no operation ${operationId}`);
  const request = sampleRequest({ contract, servers: [{ name: 'test', address }] }, operation);
  const path = join(mkdtempSync(join(tmpdir(), 'vehicle-lookup-sample-')), file);
  writeFileSync(path, samplesOf(request).find((one) => one.id === id)?.source ?? '');
  const { HOME = '', PATH = '', JAVA_HOME = '' } = process.env;
  const env = { HOME, PATH, JAVA_HOME, VEHICLE_LOOKUP_USER: 'demo', ...key };
  return runCommand([...command, path], { inherit: {}, env });
}

/** Tests that the samples of operations work, and that unexpected responses do not reveal the key. */
export function testLanguage(language: Language, operationIds: readonly string[]): void {
  test.each(operationIds)(`the ${language.id} sample of %s prints the response`, async (id) => {
    const { address } = await startMock();
    const { code, out, err } = await runSample(language, id, address);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ success: true });
    expect(canaryIn(out)).toEqual([]);
  });

  const failure = { success: false, message: 'No.' };
  const [id = ''] = operationIds;
  test.each<[string, () => Promise<string>, string]>([
    ['a rejection', () => answering(403, failure), 'HTTP 403'],
    ['an exhausted allowance', () => answering(429, failure, { 'retry-after': '1209600' }), 'HTTP 429'],
    ['a cut connection', async () => (await serveHttp((request) => request.socket.destroy())).address, 'no response'],
    ['no service', closedAddress, 'no response'],
  ])(`the ${language.id} sample reports %s once and without the key`, async (_, serve, expected) => {
    const { code, out, err } = await runSample(language, id, await serve());
    expect(code).not.toBe(0);
    expect(out + err).toContain(expected);
    expect(canaryIn(out + err)).toEqual([]);
  });

  test.each([
    ['missing', {}],
    ['empty', { VEHICLE_LOOKUP_KEY: '' }],
  ])(
    `the ${language.id} sample names the missing variable instead of sending a request when the key is %s`,
    async (_, key) => {
      const requests: string[] = [];
      const { address } = await serveHttp((request, response) => {
        requests.push(request.url ?? '');
        sendJson(response, 401, failure);
      });
      const { code, out, err } = await runSample(language, id, address, key);
      expect(code).not.toBe(0);
      expect(out).toBe('');
      expect(err).toMatch(/^(?:[\d/]+ [\d:]+ )?Set the environment variable VEHICLE_LOOKUP_KEY\.?\n$/);
      expect(requests).toEqual([]);
    },
  );

  test(`the ${language.id} sample does not follow redirects`, async () => {
    const elsewhere: string[] = [];
    const other = await serveHttp((request, response) => {
      elsewhere.push(request.url ?? '');
      sendJson(response, 200, { success: true, data: [] });
    });
    const { address } = await serveHttp((request, response) =>
      sendJson(response, 302, '', { location: `${other.address}${request.url}` }),
    );
    const { code, out, err } = await runSample(language, id, address);
    expect(code).not.toBe(0);
    expect(canaryIn(out + err)).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
}

/** Starts a service that returns one response and expects exactly one request. */
async function answering(status: number, body: unknown, headers: Record<string, string> = {}): Promise<string> {
  let requests = 0;
  const { address } = await serveHttp((_, response) => {
    requests++;
    sendJson(response, status, body, headers);
  });
  cleanUpLater(() => expect(requests).toBe(1));
  return address;
}
