import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canaryIn, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { judgeTraffic, verifyContract } from '../../src/index.ts';
import type { RunReport } from '../../src/report/report.ts';
import { contract } from '../support/command.ts';
import { account, OPERATIONS, startService } from '../support/service.ts';

const recorded = (name: string): string => join(import.meta.dirname, 'recorded', name);
const successes = ({ cells }: RunReport) => cells.filter(({ status, state }) => status === '200' && state === 'pass');

describe.each(['chromium.har', 'newman.har', 'client.ndjson', 'proxy.ndjson'])('%s', (name) => {
  test('is judged, and the report lists the limits of the recording', async () => {
    const { code, out, err } = await contract(['judge', recorded(name), '--strict', '--json']);
    const report: RunReport = JSON.parse(out);
    expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
    expect(successes(report)).toHaveLength(OPERATIONS);
    const count = name === 'client.ndjson' ? 11 : 14;
    expect(report.notes).toContain(`${count} recorded responses were judged; no requests were sent`);
    const decoded = 'were decoded when they were recorded: their encoding was not judged';
    expect(report.notes).toContain(`${count} of ${count} responses ${decoded}`);
    expect(canaryIn(out + err)).toEqual([]);
  });

  test('is added to the history, so that the next live run is not charged', async () => {
    const history = join(temporaryDirectory(), 'history');
    await judgeTraffic([recorded(name)], { history });
    let [requests, charged] = [0, 0];
    const { url } = await startService((response) => {
      requests += 1;
      if (response.status === 200) charged += 1;
      return response;
    });
    const live = (more: object) =>
      verifyContract({ baseUrl: url, credentials: account, target: 'service', profile: 'live', ...more });
    const report = await live({ history });
    expect(report).toMatchObject({ verdict: 'conformant', requests: { consultations: { spent: 0 } } });
    expect(charged).toBe(0);
    expect(requests).toBe(report.requests.spent);
    // Without the history, each success is charged.
    await live({});
    expect(charged).toBe(11);
  });
});

interface Line {
  request: { method: string; url: string; headers?: Record<string, string> };
  response: { status: number; headers: [string, string][]; body?: string; echoed?: unknown };
  started?: string;
}

const lines = (): Line[] =>
  readFileSync(recorded('proxy.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

function file(text: string): string {
  const path = join(temporaryDirectory(), 'traffic');
  writeFileSync(path, text);
  return path;
}

const judge = (changed: readonly Line[]) =>
  judgeTraffic([file(changed.map((line) => JSON.stringify(line)).join('\n'))], { strict: true });

const [first] = lines() as [Line];
const without = (query: RegExp) => (line: Line) => ({
  ...line,
  request: { ...line.request, url: line.request.url.replace(query, '') },
});

describe('data that is missing from the recording is not a finding:', () => {
  test.each<[what: string, lines: Line[], note: RegExp]>([
    [
      'the times of exchanges',
      lines().map(({ started: _, ...line }) => line),
      /^14 of 14 responses have no time in the recording/,
    ],
    [
      'credentials that another program adds',
      lines().map(without(/user=[^&]*&key=[^&]*&/)),
      /^14 of 14 responses belong to requests without credentials in the query: whether credentials are required was not judged/,
    ],
    [
      'credentials in a header',
      [
        ...lines(),
        { ...without(/key=[^&]*&/)(first), request: { ...first.request, headers: { 'X-Api-Key': 'secret-key' } } },
      ],
      /^1 of 15 responses belong to requests without credentials in the query/,
    ],
    [
      'a response that the caller did not wait for',
      [...lines(), { ...first, response: { status: 0, headers: [] } }],
      /^1 of 15 responses were never completed/,
    ],
    [
      'the body of a 304 to a conditional request',
      [
        ...lines(),
        {
          ...first,
          request: { ...first.request, headers: { 'If-None-Match': '"1"' } },
          response: { status: 304, headers: [['ETag', '"1"']], body: '' },
        },
      ],
      /^1 of 15 responses have status 304 because the request was conditional/,
    ],
  ])('%s', async (_, changed, note) => {
    const report = await judge(changed);
    expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
    expect(report.notes).toContainEqual(expect.stringMatching(note));
  });

  test('a current response instead of a cached response', async () => {
    const har = JSON.parse(readFileSync(recorded('chromium.har'), 'utf8'));
    const late = (entry: { startedDateTime: string }) => ({
      ...entry,
      _fromCache: 'disk',
      startedDateTime: new Date(Date.parse(entry.startedDateTime) + 3_600_000).toISOString(),
    });
    har.log.entries.push(...har.log.entries.map(late));
    const report = await judgeTraffic([file(JSON.stringify(har))], { strict: true });
    expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
    expect(report.notes).toContainEqual(expect.stringMatching(/^14 of 28 responses come from the cache/));
  });
});

test('a success without a recorded body is not judged', async () => {
  const [line, ...others] = lines().map(({ response: { body, ...response }, ...rest }, index) =>
    index === 0 ? { ...rest, response: { ...response, body: body ?? '' } } : { ...rest, response },
  );
  const report = await judge([...(line ? [line] : []), ...others]);
  expect(successes(report)).toHaveLength(1);
  expect(report.notes).toContain('13 of 14 responses have no body in the recording: they were not judged');
  await expect(judge(others)).rejects.toThrow(
    /no response can be judged: 13 of 13 responses have no body in the recording: they were not judged/,
  );
});

test('the complete lines of a truncated recording are judged', async () => {
  const text = lines().map((line) => JSON.stringify(line));
  const cut = [...text.slice(0, 5), text[5]?.slice(0, 80), '', ...text.slice(6), text[0]?.slice(0, 300)].join('\n');
  const { notes, findings } = await judgeTraffic([file(cut)]);
  expect(findings).toEqual([]);
  expect(notes).toContain('13 recorded responses were judged; no requests were sent');
  expect(notes).toContain('truncated lines that were omitted: 2');
});

test('a secret that the recorder has masked is still a finding', async () => {
  const { findings } = await judge([
    { ...first, response: { ...first.response, echoed: ['body', { header: 'link' }] } },
  ]);
  expect(findings.map(({ code }) => code)).toEqual(['secret-echoed', 'secret-echoed']);
});
