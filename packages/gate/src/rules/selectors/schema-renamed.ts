import { child, members } from '@vehicle-lookup/openapi';
import { isSame } from '../../comparable/same.ts';
import type { Rule, Side } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A schema has another name',
  text: 'Requests and replies stay as they are. Generated types are named after schemas: whoever imports the type does not compile. Major, for generated code alone.',
  find: ({ base, revision }) => {
    const [before, after] = [schemasOf(base), schemasOf(revision)];
    const fresh = new Map([...after].filter(([name]) => !before.has(name)));
    return [...before].flatMap(([name, schema]) => {
      const pointer = child('/components/schemas', name);
      if (after.has(name) || base.usesOf(pointer).length === 0) return [];
      const documents = [base.document, revision.document] as const;
      const [other] = [...fresh].find(([, one]) => isSame(schema, one, documents)) ?? [];
      if (other === undefined) return [];
      fresh.delete(other);
      return [
        {
          kind: 'modified',
          pointer: child('/components/schemas', other),
          before: name,
          after: other,
          impact: 'major',
          audience: ['generated code'],
          what: `The schema ${name} is called ${other} now.`,
          why: 'Code that imports the generated type by its old name does not compile; requests and replies stay as they are.',
          next: `Keep the name ${name}, or keep it beside the new one as a reference to it.`,
        },
      ];
    });
  },
};

const schemasOf = ({ document }: Side): Map<string, unknown> => new Map(members(document.components?.schemas));
