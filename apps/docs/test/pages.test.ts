import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { member, members, readAssumptions } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import { resolve } from '@vehicle-lookup/openapi/selectors';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { errorGuides, readGuide } from '../src/content/error-sections.ts';
import { readChanges } from '../src/contract/changes.ts';
import { errorCases, errorResponses } from '../src/contract/error-cases.ts';
import { makeSite } from '../src/make-site.ts';
import { readSite } from '../src/site.ts';
import { attributes, codeOf, contract, fileAt, files, mainOf, paths, sections, site, textOf } from './rendered.ts';

const { document, table, operations } = contract;
const idsIn = (page: string): Set<string> => new Set(attributes(page, 'id'));
const pageOf = (id: string): string => mainOf(fileAt(`operations/${id}.html`));

test('every operation has its own page and a section on the page of all operations', () => {
  for (const { id } of operations) expect(paths).toContain(`operations/${id}.html`);
  const all = idsIn(fileAt('operations/all.html'));
  for (const { id } of operations)
    for (const part of ['', '.parameters', '.response', '.errors', '.samples']) expect(all).toContain(id + part);
});

test('every page has one main heading, a unique title, all landmarks and unique ids', () => {
  const all = [...paths, 'reference.html'];
  expect(new Set(all.map((path) => /<title>([^<]*)</.exec(fileAt(path))?.[1])).size).toBe(all.length);
  for (const path of all) {
    const page = fileAt(path);
    expect(page.match(/<h1\b/g), path).toHaveLength(1);
    for (const landmark of ['<header', '<nav', ...(path === 'reference.html' ? [] : ['<main'])])
      expect(page, path).toContain(landmark);
    const ids = attributes(page, ' id');
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      path,
    ).toEqual([]);
  }
});

test('every link within the site points to an existing page, file or id', () => {
  const broken = [...paths, 'reference.html'].flatMap((path) =>
    [...attributes(fileAt(path), 'href'), ...attributes(fileAt(path), 'src')]
      .filter((link) => {
        // READMEs link to other projects.
        if (path.startsWith('packages/') && link.startsWith('https:')) return false;
        const { pathname, hash, host } = new URL(link, `http://site/${path}`);
        const file = decodeURIComponent(pathname.slice(1));
        if (host !== 'site' || !files.has(file)) return true;
        return hash !== '' && !idsIn(fileAt(file)).has(decodeURIComponent(hash.slice(1)));
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test.each(operations)('the page of $id shows every status and every example', ({ id, responses }) => {
  const page = pageOf(id);
  const text = textOf(page);
  for (const { status, media } of responses) {
    const names = media.flatMap(({ examples }) => examples.map(({ name }) => name));
    if (status.startsWith('2')) for (const name of names) expect(idsIn(page)).toContain(`example-${name}`);
    else expect(idsIn(page)).toContain(`status-${status}`);
    if (!status.startsWith('2') && status !== '400') for (const name of names) expect(text).toContain(name);
  }
});

test.each(operations)('each 400 error of $id is the error that the resolver reports for its request', (operation) => {
  const [response] = operation.responses.filter(({ status }) => status === '400');
  const cases = response ? errorCases(contract, operation, response) : [];
  expect(cases.length).toBeGreaterThan(2);
  const shown = codeOf(pageOf(operation.id));
  for (const { name, request = [], body } of cases) {
    const query = request.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
    const resolution = resolve(table, query);
    expect(resolution.ok).toBe(false);
    if (resolution.ok) continue;
    expect(resolution.error.kind).toBe(name);
    expect([operation.id, undefined]).toContain(resolution.error.operation);
    expect(body).toMatchObject({ [table.error.text]: resolution.error.message });
    expect(shown).toContain(JSON.stringify(body));
  }
});

test('an operation without parameters does not show errors about missing or malformed parameters', () => {
  const [free] = table.operations.filter(({ parameters }) => Object.keys(parameters).length === 0);
  const text = textOf(pageOf(free?.id ?? ''));
  expect(text).toContain('unknown-parameter');
  expect(text).not.toMatch(/missing-parameter|malformed-parameter/);
});

test('the samples state where the credentials come from, and whether the server accepts any credentials', () => {
  const about = (page: string) => textOf(/<p>(The sample reads [\s\S]*?)<\/p>/.exec(page)?.[1] ?? '');
  const path = 'operations/getFluids.html';
  expect(about(fileAt(path))).toBe(
    'The sample reads VEHICLE_LOOKUP_USER and VEHICLE_LOOKUP_KEY from the environment. The mock accepts any non-empty values.',
  );
  const own = makeSite(readSite({ servers: [{ name: 'prod', address: 'https://vehicles.example.com' }] }));
  expect(about(fileAt(path, own))).toBe(
    "The sample reads VEHICLE_LOOKUP_USER and VEHICLE_LOOKUP_KEY, your account's credentials, from the environment.",
  );
  // The READMEs may contain the URL of the mock.
  for (const [name, file] of own)
    if (/^(?!packages\/).*\.(html|md|txt)$/.test(name))
      expect(file.toString(), name).not.toContain(site.servers[0]?.address);
});

test('parameters and fields can be linked, and a clause links to its field', () => {
  const ids = idsIn(pageOf('getFluids'));
  for (const id of ['field-data--.ItemMPText', 'parameter-carId']) expect(ids).toContain(id);
  const clause = sections(fileAt('clauses.html'), 3).get('vehicle.carId') ?? '';
  expect(attributes(clause, 'href').some((link) => link.endsWith('.html#field-data.carId'))).toBe(true);
});

test('the first page states the licence and links to the release gate', () => {
  const page = fileAt('index.html');
  expect(textOf(sections(page, 2).get('files') ?? '')).toContain('Licence: MIT.');
  expect(fileAt('index.md')).toContain('Licence: MIT.');
  expect(attributes(sections(page, 2).get('ways') ?? '', 'href')).toContain('./packages/gate.html');
  expect(attributes(fileAt('changes.html'), 'href')).toContain('./packages/gate.html');
});

test('changes are sorted from the newest to the oldest version, by number', () => {
  const directory = temporaryDirectory();
  for (const version of ['0.9.0', '1.0.0', '0.10.1', '0.10.0'])
    writeFileSync(join(directory, `${version}.json`), '{"changes": []}');
  const versions = readChanges(directory).map(({ version }) => version);
  expect(versions).toEqual(['1.0.0', '0.10.1', '0.10.0', '0.9.0']);
});

test('an operation page does not link to assumptions before the parameters', () => {
  for (const { id } of operations) {
    const page = pageOf(id);
    expect(page.slice(page.indexOf('<h1'), page.indexOf('id="parameters"'))).not.toContain('assumptions.html#');
  }
});

describe('assumptions and clauses', () => {
  const assumptions = readAssumptions(document);
  const clauses = readClauses(document);
  const shownAssumptions = sections(fileAt('assumptions.html'), 2);
  const shownClauses = sections(fileAt('clauses.html'), 3);
  const linkedOn = (path: string, target: string): Set<string> =>
    new Set(
      attributes(fileAt(path), 'href').flatMap((link) =>
        link.includes(`${target}#`) ? (link.split('#')[1] ?? '') : [],
      ),
    );

  test('every assumption and clause has a section, in document order', () => {
    expect([...shownAssumptions.keys()].filter((id) => assumptions.has(id))).toEqual([...assumptions.keys()]);
    expect([...shownClauses.keys()]).toEqual([...clauses.keys()]);
  });

  test('the assumptions page states the number of assumptions with each strength', () => {
    const first = textOf(/<h1>[\s\S]*?<\/p>/.exec(fileAt('assumptions.html'))?.[0] ?? '');
    for (const strength of ['seen', 'inferred', 'chosen']) {
      const count = [...assumptions.values()].filter((one) => one.strength === strength).length;
      expect(first).toContain(`${count} ${strength} (`);
    }
  });

  test('a clause shows its wording, and either its collapsed locations or the reason why it is not stated', () => {
    for (const [id, { text, places, unstated }] of clauses) {
      const shown = shownClauses.get(id) ?? '';
      // The page does not contain the Markdown syntax of the text.
      const words = (one: string) => one.replaceAll(/[`*|]/g, '').replaceAll(/\s+/g, ' ').trim();
      expect(words(textOf(shown))).toContain(words(text));
      const closed = textOf(/<details><summary>Stated in [\s\S]*?<\/details>/.exec(shown)?.[0] ?? '');
      for (const place of places) expect(closed, id).toContain(place);
      if (unstated) expect(textOf(shown)).toContain('Not stated in the document');
    }
  });

  test('an assumption links to its clauses, and the clauses link back', () => {
    for (const [id, { clauses: open }] of assumptions) {
      const links = attributes(shownAssumptions.get(id) ?? '', 'href');
      for (const clause of open) {
        expect(links).toContain(`./clauses.html#${clause}`);
        expect(attributes(shownClauses.get(clause) ?? '', 'href')).toContain(`./assumptions.html#${id}`);
      }
    }
  });

  test('an assumption links to its operations, and their pages link back', () => {
    for (const id of assumptions.keys()) {
      const links = attributes(shownAssumptions.get(id) ?? '', 'href');
      const own = operations.filter((one) => links.includes(`./operations/${one.id}.html`));
      const scope = textOf(shownAssumptions.get(id) ?? '');
      if (own.length === 0 && !scope.includes('the interface as a whole'))
        expect(links, id).toContain('./operations/index.html');
      for (const one of own) expect(linkedOn(`operations/${one.id}.html`, 'assumptions.html'), one.id).toContain(id);
    }
  });

  test('a clause about some operations links to their pages, and the pages link back', () => {
    for (const id of clauses.keys()) {
      const own = operations.filter((one) => linkedOn(`operations/${one.id}.html`, 'clauses.html').has(id));
      const links = attributes(shownClauses.get(id) ?? '', 'href');
      if (own.length === operations.length) expect(links, id).toContain('./operations/index.html');
      else
        for (const one of own)
          expect(
            links.some((link) => link.startsWith(`./operations/${one.id}.html`)),
            id,
          ).toBe(true);
    }
  });
});

describe('the errors page', () => {
  const page = fileAt('errors.html');
  const shown = sections(page, 2);
  const examples = new Set(
    operations.flatMap((one) =>
      errorResponses(one).flatMap(({ media }) => media.flatMap((each) => each.examples.map(({ name }) => name))),
    ),
  );

  test('explains every error of the document', () => {
    const explained = errorGuides.flatMap((one) => one.examples);
    expect([...examples].filter((name) => !explained.includes(name))).toEqual([]);
    expect([...examples].filter((name) => !page.includes(`<code>${name}</code>`))).toEqual([]);
  });

  test('labels the additional errors of the reference service', () => {
    const mark = 'This is the behaviour of the reference service';
    for (const id of ['lockout', 'burst', 'overloaded', 'address-limit']) expect(shown.get(id)).toContain(mark);
    for (const id of ['unauthorized', 'quota']) expect(shown.get(id)).not.toContain(mark);
  });

  test('shows different headers for an exhausted allowance and for a per-second limit', () => {
    const seconds = (id: string) => Number(/Retry-After: (\d+)/.exec(codeOf(shown.get(id) ?? ''))?.[1]);
    expect(seconds('quota')).toBeGreaterThan(3600);
    expect(seconds('burst')).toBe(1);
  });

  test('shows the limit headers as the reference service sends them', () => {
    const policy = (id: string) => /RateLimit-Policy: (\S+)/.exec(codeOf(shown.get(id) ?? ''))?.[1];
    expect(policy('burst')).toBe('"burst";q=50;w=1');
    expect(policy('search-limit')).toBeUndefined();
  });

  test.each([
    ['another method', 'Allow: GET, HEAD, OPTIONS'],
    ['a wrong path', 'There is nothing at this path'],
    ['the id of a request', 'Every response except 503 has an X-Request-Id'],
    ['a lockout', 'After 10 invalid keys for a user from one IP address within 900 seconds'],
    ['concurrent searches', 'Too many concurrent searches'],
    ['credentials in headers', 'Authorization: Basic contains the user and the key'],
  ])('mentions %s', (_, text) => {
    expect(textOf(page)).toContain(text);
  });

  test('states the recommended and the forbidden actions for each error', () => {
    for (const { id, todo, never } of errorGuides) {
      const section = shown.get(id) ?? '';
      expect(section, id).toMatch(/<div class="box tip"><p><strong>What to do<\/strong>/);
      expect(section, id).toMatch(/<div class="box caution"><p><strong>What not to do<\/strong>/);
      expect(Math.min(todo.length, never.length), id).toBeGreaterThan(0);
    }
  });
});

describe('a section of errors.md', () => {
  const section = (heading: string) =>
    `${heading}\n<!-- examples: a b -->\n\nText.\n\n> [!TIP]\n> **What to do**\n>\n> - Do this,\n>   and that.\n> - More.\n\n> [!CAUTION]\n> **What not to do**\n>\n> - Not\n> this.\n`;

  test('contains an id, statuses and the first advice of each kind, even on several lines', () => {
    expect(readGuide(section('## `429` `503` A title {#an-id}'))).toMatchObject({
      id: 'an-id',
      statuses: ['429', '503'],
      examples: ['a', 'b'],
      todo: 'Do this, and that.',
      never: 'Not this.',
    });
  });

  test.each(['## `429` A title {#an id}', '## A title {#id}', '## `429` A title'])('rejects %s', (heading) => {
    expect(() => readGuide(section(heading))).toThrow(`content/errors.md: expected a heading such as`);
    expect(() => readGuide(section(heading))).toThrow(`found ${heading}`);
  });
});

describe('the page for providers', () => {
  const page = sections(fileAt('implement.html'), 2);

  test('lists the checks in order, each with its status', () => {
    const items = [...(page.get('order') ?? '').matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item = '']) => textOf(item));
    const statuses = items.map((item) => /\b[2-5]\d\d\b/.exec(item)?.[0]);
    expect(statuses).toEqual(['405', '401', '400', '403', '429', '404', '200']);
  });

  test('lists every status and every header in the document', () => {
    const rows = [...(page.get('statuses') ?? '').matchAll(/<th scope="row">([\s\S]*?)<\/th>/g)];
    const responses = operations.flatMap((one) => one.responses);
    expect(rows.map(([, one = '']) => textOf(one))).toEqual([...new Set(responses.map(({ status }) => status))].sort());
    const headers = new Set(responses.flatMap(({ node }) => members(member(node, 'headers')).map(([name]) => name)));
    expect(headers.size).toBeGreaterThan(1);
    for (const header of headers) expect(page.get('headers')).toContain(`<code>${header}</code>`);
  });

  test('links to every chosen assumption, and all linked assumptions link back', () => {
    const links = attributes(page.get('decisions') ?? '', 'href');
    for (const [id, { strength }] of contract.assumptions)
      expect(links.includes(`./assumptions.html#${id}`), id).toBe(strength === 'chosen');
    const used = new Set(
      attributes(mainOf(fileAt('implement.html')), 'href').flatMap((one) => one.split('assumptions.html#')[1] ?? []),
    );
    expect(used.size).toBeGreaterThan(20);
    const shown = sections(fileAt('assumptions.html'), 2);
    const back = [...shown].filter(([, text]) => textOf(text).includes('For providers: Implement the interface'));
    expect(new Set(back.map(([id]) => id))).toEqual(used);
  });
});
