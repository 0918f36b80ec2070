import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  CANARY,
  canaryIn,
  closedAddress,
  type Listening,
  root,
  type Server,
  sendJson,
  serveHttp,
  startMock,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DocumentedService, serveDocumented } from './support/documented-service.ts';
import { runScript } from './support/script.ts';
import { install, pack } from './support/tarballs.ts';
import { type Action, type GitlabJob, readYaml, runAction, runSteps, type Step } from './support/workflow.ts';

const ACTION = '.github/actions/verify-contract';
const EXAMPLE = 'examples/contract-ci';
const MONITOR = 'examples/monitor';

/** Other repositories: copies of two examples, and a repository that contains only the suite. */
const example = join(temporaryDirectory(), 'example');
const monitor = join(temporaryDirectory(), 'monitor');
const bare = join(temporaryDirectory(), 'bare');

let mock: Server;
/** A service that violates the contract, repeats the key, and sends a command for the CI runner. */
let broken: Listening;

let tarballs: string[];
beforeAll(async () => {
  tarballs = await pack('@vehicle-lookup/contract-tests');
  mkdirSync(bare);
  cpSync(join(root, EXAMPLE), example, { recursive: true });
  cpSync(join(root, MONITOR), monitor, { recursive: true });
  writeFileSync(join(bare, 'package.json'), '{ "private": true }');
  // The packages support Node.js 20.
  writeFileSync(join(bare, '.npmrc'), 'engine-strict=true\n');
  await install(tarballs, bare);
  await install(tarballs, example);
  mock = await startMock();
  broken = await serveHttp((_, response) => sendJson(response, 200, `{"success":true,"data":"::error::${CANARY}"}`));
});

describe('the installed suite', () => {
  const files = () => globSync('node_modules/**/*', { cwd: bare }).map((file) => join(bare, file));

  test('takes less than 5 MB with its dependencies', () => {
    const bytes = files().reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(5_000_000);
    expect(files().filter((file) => file.includes('self-test'))).toEqual([]);
  });

  test('depends on one small third-party package and does not run scripts during installation', () => {
    const manifests = globSync('node_modules/{*,@*/*}/package.json', { cwd: bare });
    const packages = manifests.map((file) => JSON.parse(readFileSync(join(bare, file), 'utf8')));
    expect(packages.map(({ name }) => name).sort()).toEqual([
      '@vehicle-lookup/contract',
      '@vehicle-lookup/contract-tests',
      '@vehicle-lookup/openapi',
      '@vehicle-lookup/spec',
      '@vehicle-lookup/toolkit',
      'commander',
    ]);
    const scripts = packages.flatMap(({ scripts = {} }) => Object.keys(scripts));
    // `prepare` runs only if a package is installed from git.
    expect(scripts.filter((name) => /install$/.test(name))).toEqual([]);
  });

  test("verifies the mock with npx on the machine's own Node.js", async () => {
    const account = { VEHICLE_LOOKUP_BASE_URL: mock.address, VEHICLE_LOOKUP_USER: 'demo', VEHICLE_LOOKUP_KEY: CANARY };
    const { code, log } = await runScript('npx vehicle-lookup-contract verify --profile mock', account, bare);
    expect(log).toContain(`conformant where it was tested: ${mock.address}/api/`);
    expect(code).toBe(0);
  });
});

describe('the example of another repository', () => {
  const { jobs } = readYaml<{ jobs: { contract: { steps: Step[] } } }>(`${EXAMPLE}/.github/workflows/contract.yml`);
  const runJob = (address: string, profile: string) => {
    const vars = { VEHICLE_LOOKUP_BASE_URL: address, VEHICLE_LOOKUP_USER: 'demo', VEHICLE_LOOKUP_PROFILE: profile };
    return runSteps(jobs.contract.steps, { vars, secrets: { VEHICLE_LOOKUP_KEY: CANARY } }, example);
  };

  test('passes its CI with a conformant service and writes the report to the job summary', async () => {
    const { code, log, summary, context } = await runJob(mock.address, 'mock');
    expect(log).toMatch(/Tests {2}\d+ passed/);
    expect(context['steps.contract.outputs']).toEqual({ verdict: 'conformant', 'report-dir': 'contract-report' });
    expect(summary).toContain('conformant');
    expect(code).toBe(0);
  });

  test('fails its CI if the deployed service violates the contract', async () => {
    const { code, summary, context } = await runJob(broken.address, 'full');
    expect(code).toBe(1);
    expect(context['steps.contract.outputs']).toMatchObject({ verdict: 'not conformant' });
    expect(summary).toContain('not conformant');
  });

  test('fails its tests if its own code violates the contract', async () => {
    const data = join(example, 'data.js');
    const text = readFileSync(data, 'utf8');
    writeFileSync(data, text.replace("ValueText: '2,8'", 'ValueText: 2.8'));
    const { code, log } = await runScript('npm test', {}, example);
    writeFileSync(data, text);
    expect(code).toBe(1);
    expect(log).toContain('got        2.8, a number');
    expect(log).toContain('at         /data/0/ValueText');
  });
});

describe('the same example on GitLab', () => {
  const { test: own, contract } = readYaml<Record<string, GitlabJob>>(`${EXAMPLE}/.gitlab-ci.yml`);
  // The packages of the example are installed from this repository.
  const run = (job: GitlabJob | undefined, address: string, profile: string) => {
    const lines = (job?.script ?? []).filter((line) => line !== 'npm install');
    const account = { VEHICLE_LOOKUP_USER: 'demo', VEHICLE_LOOKUP_KEY: CANARY };
    // A project variable overrides the job variable.
    const env = { ...account, VEHICLE_LOOKUP_BASE_URL: address, VEHICLE_LOOKUP_PROFILE: profile };
    return runScript(lines.join('\n'), env, example);
  };

  test('runs the tests of its own code', async () => {
    const { code, log } = await run(own, mock.address, 'mock');
    expect(log).toMatch(/Tests {2}\d+ passed/);
    expect(code).toBe(0);
  });

  test('passes with a conformant service and keeps the report', async () => {
    const { code, log } = await run(contract, mock.address, 'mock');
    expect({ code, leaked: canaryIn(log) }).toEqual({ code: 0, leaked: [] });
    const { paths = [], reports } = contract?.artifacts ?? {};
    for (const kept of [...paths, ...Object.values(reports ?? {})]) expect(existsSync(join(example, kept))).toBe(true);
  });

  test('fails with a service that violates the contract', async () => {
    const { code, log } = await run(contract, broken.address, 'live');
    expect({ code, leaked: canaryIn(log) }).toEqual({ code: 1, leaked: [] });
  });
});

describe('the monitor example', () => {
  const { jobs } = readYaml<{ jobs: { monitor: { steps: Step[] } } }>(`${MONITOR}/.github/workflows/monitor.yml`);
  const issues: { number: number; body: string; state: string; title: string }[] = [];
  const calls: string[] = [];
  let api: Listening;
  let service: DocumentedService;
  beforeAll(async () => {
    await install(tarballs, monitor);
    service = await serveDocumented(CANARY);
    api = await serveHttp(async (request, response) => {
      calls.push(`${request.method} ${request.url}`);
      const sent = JSON.parse((await text(request)) || '{}');
      if (request.method === 'POST') issues.push({ number: 7, state: 'open', ...sent });
      if (request.method === 'PATCH') Object.assign(issues[0] ?? {}, sent);
      sendJson(response, 200, request.method === 'GET' ? issues.filter(({ state }) => state === 'open') : {});
    });
  });
  let runs = 0;
  const runMonitor = () => {
    runs += 1;
    const github = { GITHUB_API_URL: api.address, GITHUB_REPOSITORY: 'owner/service' };
    const steps = jobs.monitor.steps.map((step) => (step.env ? { ...step, env: { ...step.env, ...github } } : step));
    const vars = {
      VEHICLE_LOOKUP_BASE_URL: service.address,
      VEHICLE_LOOKUP_USER: 'demo',
      VEHICLE_LOOKUP_LABEL: 'production',
    };
    const context = { vars, secrets: { VEHICLE_LOOKUP_KEY: CANARY }, github: { run_id: String(runs), token: 't' } };
    return runSteps(steps, context, monitor);
  };
  const report = () => JSON.parse(readFileSync(join(monitor, 'contract-report/report.json'), 'utf8'));
  const metrics = () => readFileSync(join(monitor, 'contract-report/metrics.prom'), 'utf8');

  test('a conformant run writes metrics, history and ledger without opening an issue', async () => {
    expect((await runMonitor()).code).toBe(0);
    expect(calls).toEqual(['GET /repos/owner/service/issues?state=open&per_page=100&page=1']);
    expect(metrics()).toContain('vehicle_lookup_contract_conformant{target="production",profile="live"} 1\n');
    expect(globSync('monitor/history/*.json', { cwd: monitor })).toHaveLength(1);
    expect(readFileSync(join(monitor, 'monitor/ledger.jsonl'), 'utf8').trim().split('\n')).toHaveLength(
      report().requests.spent,
    );
  });

  test('a run and its repetition save their results in separate caches, because a cache is immutable', () => {
    const caches = jobs.monitor.steps.filter(({ uses }) => uses?.startsWith('actions/cache/'));
    const [restored, saved, ...more] = caches.map((step) => step.with?.key);
    expect(more).toEqual([]);
    expect(restored).toBe(saved);
    expect(saved).toMatch(/github\.run_id\b.*github\.run_attempt\b/);
  });

  test('a single issue is opened, updated by the next run, and closed by a conformant run', async () => {
    service.isBroken = true;
    expect((await runMonitor()).code).toBe(1);
    expect(issues).toMatchObject([{ state: 'open', title: expect.stringContaining('not conformant') }]);
    expect(metrics()).toContain('vehicle_lookup_contract_conformant{target="production",profile="live"} 0\n');
    await runMonitor();
    service.isBroken = false;
    expect((await runMonitor()).code).toBe(0);
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([
      'POST /repos/owner/service/issues',
      'PATCH /repos/owner/service/issues/7',
      'PATCH /repos/owner/service/issues/7',
    ]);
    expect(issues).toMatchObject([{ state: 'closed', title: expect.stringContaining(': conformant') }]);
    // Each run sends the requests that earlier runs could not send.
    expect(report().history.requests).toBeGreaterThan(40);
  });

  test('the issue, history, ledger and metrics do not contain the key', async () => {
    service.isBroken = true;
    const { log, summary } = await runMonitor();
    const kept = globSync(['monitor/**/*', 'contract-report/*'], { cwd: monitor })
      .map((file) => join(monitor, file))
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file, 'utf8'));
    expect(kept.length).toBeGreaterThan(9);
    expect(report().findings.map(({ code }: { code: string }) => code)).toContain('secret-echoed');
    const printed = log.replace(`::add-mask::${CANARY}\n`, '');
    expect(canaryIn([printed, summary, JSON.stringify(issues), ...kept].join('\n'))).toEqual([]);
  });

  test('a run beyond the rolling budget does not make requests, and the issue states that no report exists', async () => {
    const spent = JSON.stringify({ reserved: 'GET /api/', charged: 0, at: new Date().toISOString() });
    appendFileSync(join(monitor, 'monitor/ledger.jsonl'), `${spent}\n`.repeat(700));
    const before = service.requests;
    expect((await runMonitor()).code).toBe(3);
    expect(service.requests).toBe(before);
    expect(issues[0]?.body).toContain('The run wrote no report');
  });
});

describe('the action', () => {
  const given = (address: string) => ({ 'base-url': address, user: 'demo', key: CANARY, profile: 'mock' });

  test('does not insert inputs into scripts or the key into command lines', () => {
    const { runs } = readYaml<Action>(`${ACTION}/action.yml`);
    expect(runs.steps.filter(({ run }) => /\$\{\{|--key|\$\{?VEHICLE_LOOKUP_KEY/.test(run ?? ''))).toEqual([]);
  });

  test('keeps a history between runs', async () => {
    await runAction(ACTION, { ...given(mock.address), history: 'seen', consultations: '1000' }, bare);
    expect(readdirSync(join(bare, 'seen'))).not.toEqual([]);
  });

  // Separate tests cover the key.
  const { inputs } = readYaml<Action>(`${ACTION}/action.yml`);
  test.each(Object.keys(inputs).filter((name) => name !== 'key'))('does not execute a hostile %s', async (name) => {
    const hostile = `$(touch pwned)\`touch pwned\`"; touch pwned; '\ntouch pwned\nverdict=conformant`;
    const { code, outputs } = await runAction(ACTION, { ...given(await closedAddress()), [name]: hostile }, bare);
    expect(existsSync(join(bare, 'pwned'))).toBe(false);
    expect({ code, verdict: outputs.verdict }).toEqual({ code: 2, verdict: 'no verdict' });
  });

  test('prints the key only in the line that masks it', async () => {
    for (const address of [mock.address, broken.address, await closedAddress()]) {
      const { log, summary, outputs } = await runAction(ACTION, given(address), bare);
      expect(log).toContain(`::add-mask::${CANARY}\n`);
      expect(canaryIn(`${log.replace(`::add-mask::${CANARY}\n`, '')}${summary}${JSON.stringify(outputs)}`)).toEqual([]);
    }
  });

  test('masks a key of several lines with one command', async () => {
    const key = 'first\n::error::100%';
    const { log } = await runAction(ACTION, { ...given(await closedAddress()), key }, bare);
    expect(log).toContain('::add-mask::first%0A::error::100%25\n');
    expect(log).not.toMatch(/^::error/m);
  });

  test('prevents a response of the service from being a command for the CI runner', async () => {
    const { log } = await runAction(ACTION, given(broken.address), bare);
    const [, token = ''] = /^::stop-commands::(\S+)$/m.exec(log) ?? [];
    const [before = '', , after = ''] = log.split(new RegExp(`^::stop-commands::${token}$|^::${token}::$`, 'm'));
    expect(token).toMatch(/^[\da-f-]{36}$/);
    expect(`${before}${after}`.match(/^::.*/gm)).toEqual([`::add-mask::${CANARY}`]);
  });

  test('outputs `no verdict` if the service does not respond, even after an earlier run', async () => {
    await runAction(ACTION, given(mock.address), bare);
    const { code, outputs } = await runAction(ACTION, given(await closedAddress()), bare);
    expect({ code, verdict: outputs.verdict }).toEqual({ code: 2, verdict: 'no verdict' });
  });
});
