import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyMock } from '../support/contract.ts';
import { readBuilt } from '../support/documented.ts';
import { runTests, typecheck } from '../support/rebuild.ts';
import { type Followed, follow, gate, type Recipe } from './recipe.ts';

// Follows the recipes in CONTRIBUTING.md. Only the listed files, generated files and a changeset may change.
const ASSUMPTION = `recipe:
  statement: A repair may name the skill that it needs.
  clauses: [repair-time.workname]
  silence: Skills are not mentioned.
  strength: chosen
  evidence: None
  probe: "none: a response without it shows nothing."
`;
const ASSUMPTIONS: [string, string] = ['plan-restriction:\n', `${ASSUMPTION}plan-restriction:\n`];

const FIELD: Recipe = {
  edited: {
    'spec/components/schemas/RepairTime.yaml': [
      ['x-assumes: { required: fields-present', 'x-assumes: { required: fields-present, properties/skill: recipe'],
      [
        'properties:\n',
        'properties:\n  skill: { $ref: scalars.yaml#/Text, description: The skill that is needed., examples: [mechanic] }\n',
      ],
    ],
    'spec/assumptions.yaml': [ASSUMPTIONS],
    'spec/components/examples/getRepairTimes.yaml': [
      ['partname: Oil filter, hours: "0.4"', 'partname: Oil filter, hours: "0.4", skill: mechanic'],
    ],
  },
};

const GONE = `Gone:
  description: "Assumed: the vehicle was withdrawn."
  content:
    application/json:
      schema: { $ref: schemas/bodies.yaml#/Error }
      examples:
        gone:
          value: { success: false, message: This vehicle was withdrawn. }
`;
const ADVICE = `## \`410\` The vehicle was withdrawn {#gone}

<!-- examples: gone -->
<!-- keywords: withdrawn -->

The service no longer has this vehicle.

> [!TIP]
> **What to do**
>
> - Remove the vehicle.

> [!CAUTION]
> **What not to do**
>
> - Do not retry.

`;
const STATUS: Recipe = {
  edited: {
    'spec/components/responses.yaml': [['TooManyRequests:\n', `${GONE}TooManyRequests:\n`]],
    'spec/operations/getRepairTimes.yaml': [
      ['responses/404: not-found', 'responses/404: not-found, responses/410: recipe'],
      ['    "429":', '    "410": { $ref: ../components/responses.yaml#/Gone }\n    "429":'],
    ],
    'spec/openapi.yaml': [
      ['responses/403: plan-restriction\n', 'responses/403: plan-restriction\n        responses/410: recipe\n'],
      ['        "429": {', '        "410": { $ref: components/responses.yaml#/Gone }\n        "429": {'],
    ],
    'spec/redocly.yaml': [['optional: ["403"', 'optional: ["410", "403"']],
    'apps/docs/content/errors.md': [['## `500` ', `${ADVICE}## \`500\` `]],
    'spec/assumptions.yaml': [ASSUMPTIONS],
  },
};

const BREAK: Recipe = {
  edited: {
    'spec/components/schemas/RepairTime.yaml': [
      ['required: [workname, partname, hours]', 'required: [workname, partname]'],
    ],
  },
};

/** Writes the changeset that the gate requires. */
async function addChangeset(copy: string): Promise<void> {
  const { out } = await gate(copy, 'check', '--json');
  const { problems } = JSON.parse(out) as { problems: { code: string; what: string }[] };
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['changeset-missing']));
  const lines = problems.map(({ what }) => /^(\S+) changed .* it requires a (\w+) bump\.$/.exec(what));
  const releases = new Map(lines.map((line) => [line?.[1], line?.[2]]));
  const head = [...releases].map(([name, bump]) => `'${name}': ${bump}`).join('\n');
  writeFileSync(join(copy, '.changeset/recipe-of-the-test.md'), `---\n${head}\n---\n\nA recipe.\n`);
}

/** The packages that define the contract. For the other packages, only the types are checked. */
const TESTED = ['spec', 'packages/contract'];

/** Follows a recipe before the tests of a block, and defines the tests for every recipe. */
function following(recipe: Recipe): () => Followed {
  let followed: Followed;
  beforeAll(async () => {
    followed = await follow(recipe);
  });
  test('changes only the listed files and generated files', () => {
    expect(followed.written).toEqual(followed.listed);
  });
  test('type-checks', () => typecheck(followed.copy));
  test.each(TESTED)('passes the tests of %s', (directory) => runTests(followed.copy, [directory]));
  test('has a conformant mock', async () => {
    const { verdict, findings } = await verifyMock(followed.copy);
    expect({ verdict, findings }).toEqual({ verdict: 'conformant', findings: [] });
  });
  return () => followed;
}

describe('an optional field of a response', () => {
  const recipe = following(FIELD);

  test('is a minor change', async () => {
    const { copy } = recipe();
    expect(await gate(copy, 'check')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/requires\s+a\s+minor\s+bump/),
    });
    await addChangeset(copy);
    expect(await gate(copy, 'check')).toMatchObject({ code: 0, out: expect.stringContaining('getRepairTimes') });
  });
});

describe('a status of an operation', () => {
  const recipe = following(STATUS);

  test('is a minor change', async () => {
    const { copy } = recipe();
    const { table } = readBuilt(copy);
    expect(table.operations.find(({ id }) => id === 'getRepairTimes')?.statuses).toContain('410');
    await addChangeset(copy);
    expect(await gate(copy, 'check')).toMatchObject({ code: 0 });
  });
});

describe('a breaking change', () => {
  const recipe = following(BREAK);

  test('is rejected until it is acknowledged', async () => {
    const { copy } = recipe();
    await addChangeset(copy);
    const { code, out } = await gate(copy, 'check');
    const [, fingerprint = ''] = /fingerprint ([0-9a-f]{16})/.exec(out) ?? [];
    expect({ code, fingerprint }).toEqual({ code: 1, fingerprint: expect.stringMatching(/./) });
    const expires = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const why = ['--reason', 'a test', '--owner', 'the tests', '--expires', expires];
    expect(await gate(copy, 'acknowledge', fingerprint, ...why)).toMatchObject({ code: 0 });
    expect(await gate(copy, 'check')).toMatchObject({ code: 0 });
  });
});
