import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import responseValidator from 'openapi-response-validator';
import { account, accounts, KEY, USER } from '../self-test/correct-service.ts';
import { renderings } from '../src/renderings/report-directory.ts';
import { terminal } from '../src/renderings/terminal.ts';
import type { RunReport } from '../src/report/report.ts';
import { NoVerdictError } from '../src/report/verdict.ts';
import { RunError } from '../src/run-error.ts';
import { type VerifyOptions, verifyContract } from '../src/verify.ts';
import type { Front } from './front.ts';
import {
  addressOf,
  inOpenApi30WithoutHeaders,
  type Probe,
  probes,
  projection,
  withCredentialParameters,
} from './probes.ts';

/** A peer's verdict on a service. */
interface PeerVerdict {
  /** Whether the peer reports the service as faulty. */
  flags: boolean;
  /** Whether a required response was not observed, so that there is no verdict. */
  isIncomplete?: boolean;
  /** The complete output, including written files. */
  output: string;
}

/** A started peer, which can verify services sequentially. */
export interface StartedPeer {
  /** Verifies a service. @param service the URL of the service itself, to which the front forwards requests */
  verify(service: string): Promise<PeerVerdict>;
  close?(): void;
}

export interface BenchPeer {
  name: string;
  /** The package whose version is printed. Absent for the suite. */
  package?: string;
  /** Starts the peer. @param directory an empty working directory */
  start(front: Front, directory: string): Promise<StartedPeer>;
}

/** The time limit for a response, because Prism waits several minutes for a truncated response. */
const REPLY_LIMIT_MS = 5000;

/** A response as read by a test around a library. */
interface ProbeResponse {
  response: Response;
  text: string;
  /** The parsed body. Absent if the text is not JSON. */
  json?: { body: unknown };
}

/**
 * Runs the tests that a user writes around a peer that does not send requests. For each probe, the tests check the status, the JSON
 * body and the verdict of the peer.
 */
async function withProbes(
  base: string,
  complaints: (probe: Probe, response: ProbeResponse) => string[],
): Promise<PeerVerdict> {
  for (const probe of probes) {
    const response = await ask(base, probe).catch((error: Error) => error.message);
    const found =
      typeof response === 'string' ? [response] : [...common(probe, response), ...complaints(probe, response)];
    if (found.length > 0) return { flags: true, output: `${probe.name}: ${found.join('; ')}` };
  }
  return { flags: false, output: '' };
}

async function ask(base: string, probe: Probe): Promise<ProbeResponse> {
  const response = await fetch(addressOf(base, probe), {
    redirect: 'manual',
    signal: AbortSignal.timeout(REPLY_LIMIT_MS),
  });
  const text = await response.text();
  try {
    return { response, text, json: { body: JSON.parse(text) } };
  } catch {
    return { response, text };
  }
}

function common({ status }: Probe, { response, json }: ProbeResponse): string[] {
  const type = response.headers.get('content-type');
  return [
    ...(response.status === status ? [] : [`expected ${status}, got ${response.status}`]),
    ...(type?.toLowerCase().startsWith('application/json') ? [] : [`expected application/json, got ${type}`]),
    ...(json ? [] : ['expected JSON']),
  ];
}

/** Dredd cannot generate the probes from the document, so a hook provides a probe for each documented response. */
export const dredd: BenchPeer = {
  name: 'Dredd, with a hook for the probes',
  package: 'dredd',
  start: async (front, directory) => {
    const document = join(directory, 'openapi.json');
    writeFileSync(document, JSON.stringify(inOpenApi30WithoutHeaders()));
    const file = join(directory, 'probes.json');
    writeFileSync(file, JSON.stringify(probes));
    const hook = join(import.meta.dirname, 'dredd-hook.cjs');
    const args = [document, front.url, '--hookfiles', hook, '--loglevel', 'error', '--no-color'];
    return {
      verify: async () => {
        const { code, output } = await runBin('dredd', args, { DREDD_PROBES: file });
        return { flags: code !== 0, output };
      },
    };
  },
};

/** All response checks that Portman supports, except response times. */
const contractTest = {
  statusCode: { enabled: true },
  contentType: { enabled: true },
  jsonBody: { enabled: true },
  schemaValidation: { enabled: true },
};
/** The encoded credentials, because Postman inserts variables into a URL without encoding. */
const VARIABLES = { user: encodeURIComponent(USER), key: encodeURIComponent(KEY) };

/** Portman generates a collection from the document once, with contract tests and a variation for each other probe. */
export const portman: BenchPeer = {
  name: 'Portman and Newman, with variations for the probes',
  package: '@apideck/portman',
  start: async (front, directory) => {
    const files = ['openapi.json', 'portman.json', 'collection.json'].map((name) => join(directory, name));
    const [document = '', config = '', collection = ''] = files;
    writeFileSync(document, JSON.stringify({ ...withCredentialParameters(), servers: [{ url: front.url }] }));
    writeFileSync(config, JSON.stringify(configuration()));
    const args = ['--local', document, '--baseUrl', front.url, '--portmanConfigFile', config, '--output', collection];
    const { code, output } = await runBin('portman', args);
    if (code !== 0) throw new Error(`portman did not generate a collection: ${output}`);
    const variables = Object.entries(VARIABLES).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    return {
      verify: async () => {
        const ended = await runBin('newman', ['run', collection, ...variables, '--ignore-redirects', '--bail']);
        return { flags: ended.code !== 0, output: ended.output };
      },
    };
  },
};

function configuration(): object {
  const set = (key: string, value: string) => ({ key, value, overwrite: true });
  const account = [set('user', '{{user}}'), set('key', '{{key}}')];
  return {
    version: 1,
    tests: {
      contractTests: [{ openApiOperation: '*::/*', ...contractTest }],
      variationTests: probes.filter(({ status }) => status !== 200).map(variationOf),
    },
    overwrites: [{ openApiOperation: '*::/*', overwriteRequestQueryParams: account }],
  };
}

function variationOf({ name, operation, query, status }: Probe): object {
  const right = probes.find((probe) => probe.operation === operation && probe.status === 200)?.query ?? {};
  const overwriteRequestQueryParams = Object.keys(right).map((key) =>
    key in query
      ? { key, value: encodeURIComponent(query[key] ?? '').replace(VARIABLES.key, '{{key}}'), overwrite: true }
      : { key, remove: true },
  );
  return {
    openApiOperation: `GET::/${operation}`,
    openApiResponse: String(status),
    variations: [{ name, overwrites: [{ overwriteRequestQueryParams }], tests: { contractTests: [contractTest] } }],
  };
}

/** Respect runs an Arazzo workflow with a step and an expected status for each probe. It checks media types and schemas by itself. */
export const respect: BenchPeer = {
  name: 'Redocly Respect, with a flow of the probes',
  package: '@redocly/cli',
  start: async (front, directory) => {
    const flow = join(directory, 'probes.arazzo.json');
    writeFileSync(join(directory, 'openapi.json'), JSON.stringify(projection()));
    writeFileSync(flow, JSON.stringify(flowOfProbes()));
    const env = { REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ user: USER, key: KEY }) };
    return {
      verify: async () => {
        const { code, output } = await runBin('redocly', ['respect', flow, '--server', `contract=${front.url}`], env);
        return { flags: code !== 0, output };
      },
    };
  },
};

function flowOfProbes(): object {
  // Respect masks an input of the format `password`, but not a value in a step.
  const inputs = {
    type: 'object',
    properties: { user: { type: 'string' }, key: { type: 'string', format: 'password' } },
  };
  const inputOr = (value: string): string => (value === KEY ? '$inputs.key' : value === USER ? '$inputs.user' : value);
  const steps = probes.map(({ operation, query, status }, index) => ({
    stepId: `probe-${index}`,
    operationId: operation,
    parameters: Object.entries(query).map(([name, value]) => ({ name, in: 'query', value: inputOr(value) })),
    successCriteria: [{ condition: `$statusCode == ${status}` }],
  }));
  return {
    arazzo: '1.0.1',
    info: { title: 'The probes', version: '1.0.0' },
    sourceDescriptions: [{ name: 'contract', type: 'openapi', url: 'openapi.json' }],
    workflows: [{ workflowId: 'probes', inputs, steps }],
  };
}

interface Violation {
  location: string[];
  message: string;
}

/** A single Prism proxy is used for all services. The front behind the proxy forwards to each service in turn. */
export const prism: BenchPeer = {
  name: 'Prism proxy, with tests around it',
  package: '@stoplight/prism-cli',
  start: async (front, directory) => {
    const document = join(directory, 'openapi.json');
    writeFileSync(document, JSON.stringify({ ...projection(), servers: [{ url: front.url }] }));
    const port = String(await freePort());
    const child = spawn(process.execPath, [bin('prism'), 'proxy', document, front.url, '--port', port], {
      env: { ...process.env, ...QUIET },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    const listening = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          log += text;
          if (log.includes('listening')) resolve();
        });
      }
    });
    await Promise.race([listening, once(child, 'close')]);
    if (child.exitCode !== null) throw new Error(`prism did not start: ${log}`);
    return {
      verify: async () => {
        log = '';
        const verdict = await withProbes(`http://127.0.0.1:${port}`, (_, { response }) =>
          violationsOf(response).map(({ message }) => message),
        );
        return { ...verdict, output: `${log}\n${verdict.output}` };
      },
      close: () => child.kill(),
    };
  },
};

/** Returns the response violations that Prism reports. Request violations are ignored, because some are intended. */
function violationsOf(response: Response): Violation[] {
  const violations: Violation[] = JSON.parse(response.headers.get('sl-violations') ?? '[]');
  return violations.filter(({ location }) => location[0] === 'response');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

// The package is a CommonJS module, so its class is the property `default` of the imported module.
const Validator = responseValidator.default;
type Responses = ConstructorParameters<typeof Validator>[0]['responses'];

export const openApiResponseValidator: BenchPeer = {
  name: 'openapi-response-validator, with tests around it',
  package: 'openapi-response-validator',
  start: async (front) => {
    const { paths, components } = projection();
    const responsesOf = (operation: string): Responses => {
      const responses = Object.entries<{ $ref?: string }>(paths[`/${operation}`].get.responses);
      const named = responses.map(([status, own]) => [
        status,
        own.$ref ? components.responses[own.$ref.split('/').at(-1) ?? ''] : own,
      ]);
      return Object.fromEntries(named);
    };
    const validators = new Map(
      Object.keys(paths).map((path) => {
        const operation = path.slice(1);
        return [operation, new Validator({ responses: responsesOf(operation), components })];
      }),
    );
    return {
      verify: () =>
        withProbes(front.url, ({ operation }, { response, json }) => {
          if (!json) return [];
          const wrong = validators.get(operation)?.validateResponse(response.status, json.body);
          return wrong ? [JSON.stringify(wrong)] : [];
        }),
    };
  },
};

const suite = (name: string, options: Partial<VerifyOptions>): BenchPeer => ({
  name,
  start: async () => ({ verify: (service) => verify(service, options) }),
});

async function verify(baseUrl: string, options: Partial<VerifyOptions>): Promise<PeerVerdict> {
  const own = { credentials: account, data: accounts };
  try {
    const report = await verifyContract({ baseUrl, ...own, target: 'service', timeoutMs: 2000, ...options });
    return { flags: report.exitCode === 1, isIncomplete: report.exitCode === 4, output: outputOf(report) };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return {
      flags: false,
      isIncomplete: true,
      output: error.message + (error instanceof NoVerdictError ? outputOf(error.report) : ''),
    };
  }
}

const outputOf = (report: RunReport): string =>
  [terminal(report), ...Object.values(renderings).map((render) => render(report))].join('\n');

/** This suite with its defaults for a service, and with enforced assumptions, so that a contradiction fails the run. */
export const suites: BenchPeer[] = [
  suite('this suite, live', { profile: 'live' }),
  suite('this suite, full', { profile: 'full' }),
  suite('this suite, full, enforced', { profile: 'full', assumptions: 'enforce' }),
];

/** The time limit for a peer. A stopped peer counts as flagging the service, because its CI job would fail. */
const COMMAND_LIMIT_MS = 60_000;

/** Environment variables that disable telemetry and colours in the peers. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

/** The result of a process. */
interface Ended {
  /** The exit code, or `null` if the process was stopped at the time limit. */
  code: number | null;
  output: string;
}

/** Returns the executable file of a peer's command. */
const bin = (name: string): string => join(import.meta.dirname, 'node_modules/.bin', name);

/** Runs the command of a peer, without telemetry. */
async function runBin(name: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [bin(name), ...args], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...QUIET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: COMMAND_LIMIT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
