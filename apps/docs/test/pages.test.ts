import { readAssumptions } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import { resolve } from '@vehicle-lookup/openapi/selectors';
import { describe, expect, test } from 'vitest';
import { ADVICE } from '../src/contract/advice.ts';
import { CONTRACT_FILES } from '../src/contract/contract-files.ts';
import { errorResponses } from '../src/contract/error-cases.ts';
import { renderMarkdown } from '../src/markdown/render.ts';
import { operationPath } from '../src/site/links.ts';
import { navigationOf } from '../src/site/navigation.ts';
import { renderPages } from '../src/site/render.ts';
import { attributes, codeOf, contract, pageAt, pages, parts, paths, site, textOf } from './rendered.ts';

const { document, table, operations } = contract;
const idsIn = (page: string): Set<string> => new Set(attributes(page, 'id'));

test('there is a page for each operation, and all of them stand on one', () => {
  for (const { id } of operations) expect(paths).toContain(operationPath(id));
  const all = pageAt('operations/all.html');
  expect(operations.map(({ id }) => id).filter((id) => !idsIn(all).has(id))).toEqual([]);
});

test('every page has one first heading, a title of its own, and the landmarks', () => {
  const titles = paths.map((path) => /<title>([^<]*)</.exec(pageAt(path))?.[1]);
  expect(new Set(titles).size).toBe(paths.length);
  for (const path of paths) {
    expect(pageAt(path).match(/<h1\b/g), path).toHaveLength(1);
    for (const landmark of ['<header', '<nav', '<main']) expect(pageAt(path), path).toContain(landmark);
  }
});

test('every link within the site leads to a page, a file or a heading', () => {
  const files = [
    ...pages.keys(),
    ...renderMarkdown(site).keys(),
    'reference.html',
    ...CONTRACT_FILES,
    'llms.txt',
    'assets/site.css',
    'assets/mark.svg',
    'assets/theme.js',
    'assets/site.js',
    'assets/try-it.js',
  ];
  const broken = paths.flatMap((path) =>
    [...attributes(pageAt(path), 'href'), ...attributes(pageAt(path), 'src')].filter((link) => {
      if (link.startsWith('data:')) return false;
      // READMEs name what they build on.
      if (path.startsWith('packages/') && link.startsWith('https:')) return false;
      const { pathname, hash, host } = new URL(link, `http://site/${path}`);
      const file = decodeURIComponent(pathname.slice(1));
      if (host !== 'site' || !files.includes(file)) return true;
      return hash !== '' && !idsIn(pageAt(file)).has(decodeURIComponent(hash.slice(1)));
    }),
  );
  expect(broken).toEqual([]);
});

test.each(operations.map(({ id }) => id))('%s shows every status and every example of each', (id) => {
  const page = pageAt(operationPath(id));
  const operation = operations.find((one) => one.id === id);
  const success = attributes(page, 'data-envelope');
  for (const { status, media } of operation?.responses ?? []) {
    const names = media.flatMap(({ examples }) => examples.map(({ name }) => name));
    if (status.startsWith('2')) expect(success).toEqual(names);
    else expect(idsIn(page)).toContain(`status-${status}`);
    if (!status.startsWith('2') && status !== '400')
      expect(attributes(page, 'data-error')).toEqual(expect.arrayContaining(names));
  }
});

test.each(operations.map(({ id }) => id))(
  'each 400 of %s is what the resolver says to a request of this operation',
  (id) => {
    const items = [
      ...pageAt(operationPath(id)).matchAll(
        /<li data-error="([^"]*)" data-status="400"[\s\S]*?data-request>([^<]*)<[\s\S]*?data-body>([^<]*)</g,
      ),
    ];
    expect(items.length).toBeGreaterThan(2);
    for (const [, kind, request = '', body = ''] of items) {
      const resolution = resolve(table, textOf(request).split('?')[1] ?? '');
      expect(resolution.ok).toBe(false);
      if (resolution.ok) continue;
      expect(resolution.error.kind).toBe(kind);
      expect([id, undefined]).toContain(resolution.error.operation);
      expect(JSON.parse(textOf(body))).toMatchObject({ [table.error.text]: resolution.error.message });
    }
  },
);

test('an operation without parameters shows no missing or malformed one', () => {
  const [free] = table.operations.filter(({ parameters }) => Object.keys(parameters).length === 0);
  const kinds = attributes(pageAt(operationPath(free?.id ?? '')), 'data-error');
  expect(kinds).toContain('unknown-parameter');
  expect(kinds).not.toContain('missing-parameter');
  expect(kinds).not.toContain('malformed-parameter');
});

test('the samples say where they take the account from, and that only a mock takes any', () => {
  const aboutAccount = (page = '') => textOf(/<p class="account">([\s\S]*?)<\/p>/.exec(page)?.[1] ?? '');
  const page = 'operations/getFluids.html';
  const names = 'It reads VEHICLE_LOOKUP_USER and VEHICLE_LOOKUP_KEY from the environment';
  expect(aboutAccount(pageAt(page))).toBe(`${names}; the mock takes any that are not empty.`);
  const own = renderPages({ ...site, servers: [{ name: 'prod', address: 'https://vehicles.example.com' }] });
  expect(aboutAccount(own.get(page))).toBe(`${names}: your own account.`);
});

test('a parameter and a field of an operation can be linked to, and a clause links to where it is shown', () => {
  expect(idsIn(pageAt('operations/getFluids.html'))).toContain('field-data--.ItemMPText');
  expect(idsIn(pageAt('operations/getFluids.html'))).toContain('parameter-carId');
  const clause = parts(pageAt('clauses.html'), 'div', 'data-clause').get('vehicle.carId') ?? '';
  expect(attributes(clause, 'href').some((link) => link.endsWith('.html#field-data.carId'))).toBe(true);
});

test('the first page names the licence, and where a reader learns what rates changes of the contract', () => {
  const page = pageAt('index.html');
  expect(textOf(page.slice(page.indexOf('id="files"')))).toContain('Licence: MIT.');
  expect(renderMarkdown(site).get('index.md')).toContain('Licence: MIT.');
  const trust = /<dt>You decide whether to trust the contract<\/dt>.*/.exec(page)?.[0] ?? '';
  expect(attributes(trust, 'href')).toContain('./packages/gate.html');
  expect(attributes(pageAt('changes.html'), 'href')).toContain('./packages/gate.html');
  expect(navigationOf(contract, site.texts).flatMap(({ items }) => items.map(({ path }) => path))).toContain(
    'packages/gate.html',
  );
});

test('no operation speaks of its assumptions before its parameters', () => {
  for (const { id } of operations) {
    const page = pageAt(operationPath(id));
    const before = page.slice(page.indexOf('<article'), page.indexOf('id="parameters"'));
    expect(before).not.toContain('assumptions.html#');
  }
});

describe('assumptions and clauses', () => {
  const assumptions = [...readAssumptions(document).keys()];
  const clauses = [...readClauses(document).keys()];
  const linkedOn = (path: string, target: string): Set<string> =>
    new Set(
      attributes(pageAt(path), 'href').flatMap((link) =>
        link.includes(`${target}#`) ? [link.split('#')[1] ?? ''] : [],
      ),
    );

  test('each has an address', () => {
    expect(attributes(pageAt('assumptions.html'), 'data-assumption')).toEqual(assumptions);
    expect(attributes(pageAt('clauses.html'), 'data-clause')).toEqual(clauses);
    expect(assumptions.filter((id) => !idsIn(pageAt('assumptions.html')).has(id))).toEqual([]);
    expect(clauses.filter((id) => !idsIn(pageAt('clauses.html')).has(id))).toEqual([]);
  });

  test('the page of assumptions says how many there are of each strength, and what the words mean', () => {
    const first = textOf(/<h1>[\s\S]*?<\/p>/.exec(pageAt('assumptions.html'))?.[0] ?? '');
    for (const strength of ['seen', 'inferred', 'chosen']) {
      const count = [...readAssumptions(document).values()].filter((one) => one.strength === strength).length;
      expect(first).toContain(`${count} ${strength} (`);
    }
  });

  test('the places of a clause are there on demand', () => {
    const sections = parts(pageAt('clauses.html'), 'div', 'data-clause');
    for (const [id, { places }] of readClauses(document)) {
      const section = sections.get(id) ?? '';
      const closed = /<details><summary>Stated at [\s\S]*?<\/details>/.exec(section)?.[0] ?? '';
      for (const place of places) expect(textOf(closed), id).toContain(place);
    }
  });

  test('an assumption links to its clauses, and they link back', () => {
    const sections = parts(pageAt('assumptions.html'), 'section', 'data-assumption');
    for (const [id, { clauses: open }] of readAssumptions(document)) {
      expect(attributes(sections.get(id) ?? '', 'href')).toEqual(
        expect.arrayContaining(open.map((clause) => `./clauses.html#${clause}`)),
      );
      for (const clause of open) {
        const section = parts(pageAt('clauses.html'), 'div', 'data-clause').get(clause);
        expect(attributes(section ?? '', 'href')).toContain(`./assumptions.html#${id}`);
      }
    }
  });

  test('an assumption links to its operations, and their pages link back', () => {
    const sections = parts(pageAt('assumptions.html'), 'section', 'data-assumption');
    for (const id of assumptions) {
      const links = attributes(sections.get(id) ?? '', 'href');
      const own = operations.filter((one) => links.includes(`./${operationPath(one.id)}`));
      if (own.length === 0) expect(links, id).toContain('./operations/index.html');
      for (const one of own) expect(linkedOn(operationPath(one.id), 'assumptions.html'), one.id).toContain(id);
    }
  });

  test('a clause that the document states about some operations leads to them, and they lead back', () => {
    const sections = parts(pageAt('clauses.html'), 'div', 'data-clause');
    for (const id of clauses) {
      const own = operations.map((one) => one.id).filter((one) => linkedOn(operationPath(one), 'clauses.html').has(id));
      const links = attributes(sections.get(id) ?? '', 'href');
      if (own.length === operations.length) expect(links, id).toContain('./operations/index.html');
      else for (const one of own) expect(links, id).toContain(`./${operationPath(one)}`);
    }
  });

  test('a clause shows its words and its places, or why it has none', () => {
    const sections = parts(pageAt('clauses.html'), 'div', 'data-clause');
    for (const [id, { text, places, unstated }] of readClauses(document)) {
      const shown = textOf(sections.get(id) ?? '');
      expect(shown).toContain(text.replaceAll(/\s+/g, ' ').trim());
      for (const place of places) expect(shown).toContain(place);
      if (unstated) expect(shown).toContain('Not stated in the document');
    }
  });
});

describe('the page of errors', () => {
  const page = pageAt('errors.html');
  const examples = new Set(
    operations.flatMap((one) =>
      errorResponses(one).flatMap(({ media }) => media.flatMap((each) => each.examples.map(({ name }) => name))),
    ),
  );

  test('has advice for every error of the document', () => {
    const advised = ADVICE.flatMap((one) => one.examples);
    expect([...examples].filter((name) => !advised.includes(name))).toEqual([]);
    expect([...examples].filter((name) => !attributes(page, 'data-error').includes(name))).toEqual([]);
  });

  test('has what only the reference service adds, and says so', () => {
    const sections = parts(page, 'section', 'data-advice');
    for (const id of ['lockout', 'burst'])
      expect(sections.get(id)).toContain('The reference service, an implementation');
    for (const id of ['unauthorized', 'quota'])
      expect(sections.get(id)).not.toContain('The reference service, an implementation');
  });

  test('an exhausted allowance and a burst have headers of their own', () => {
    const sections = parts(page, 'section', 'data-advice');
    const seconds = (id: string) => Number(/Retry-After: (\d+)/.exec(textOf(sections.get(id) ?? ''))?.[1]);
    expect(seconds('quota')).toBeGreaterThan(3600);
    expect(seconds('burst')).toBe(1);
  });

  test('shows the headers of a limit as the reference service sends them', () => {
    const sections = parts(page, 'section', 'data-advice');
    const policy = (id: string) => /RateLimit-Policy: (\S.*)/.exec(codeOf(sections.get(id) ?? ''))?.[1];
    expect(policy('burst')).toBe('"burst";q=50;w=1');
    expect(policy('search-limit')).toBeUndefined();
  });

  test.each([
    ['another method', 'Allow: GET, HEAD, OPTIONS'],
    ['a wrong path', 'There is nothing at this path'],
    ['the id of a request', 'Every response except 503 has an X-Request-Id'],
    ['a lockout', 'After 10 wrong keys for a user from one address within 900 seconds'],
    ['too many searches', 'Too many concurrent searches'],
    ['credentials in headers', 'Authorization: Basic with user and key, or X-Api-Key'],
  ])('speaks of %s', (_, text) => {
    expect(textOf(page)).toContain(text);
  });

  test('says what each means, what to do, and what never to do', () => {
    for (const { id, means, todo, never } of ADVICE) {
      const shown = parts(page, 'section', 'data-advice').get(id);
      expect(shown, id).toBeDefined();
      expect(textOf(shown ?? '')).toContain(textOf(means).replaceAll('`', '').replaceAll('*', ''));
      expect(shown).toContain('What to do');
      expect(shown).toContain('Never');
      expect(Math.min(todo.length, never.length)).toBeGreaterThan(0);
    }
  });
});
