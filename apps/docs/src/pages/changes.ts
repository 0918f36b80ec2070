import { allDeprecated } from '../contract/deprecation.ts';
import { bullets, code, counted, to, toOperation } from '../markdown/write.ts';
import type { SitePage } from '../page.ts';
import type { Site } from '../site.ts';

/** Returns the page with the changes in each version and the next steps for callers. */
export function changesPage({ changes, contract, texts }: Site): SitePage {
  const { version, operations, clauses, assumptions } = contract;
  const deprecated = allDeprecated(contract).map(
    ({ what, text, operations: ids }) => `${ids.map(toOperation).join(', ')}: ${what}. ${text}`,
  );
  // An operation in an earlier version may no longer exist.
  const nameOf = (id: string) => (operations.some((one) => one.id === id) ? toOperation(id) : code(id));
  return {
    path: 'changes',
    title: 'Changes',
    description: 'The changes in each version.',
    keywords: { '': ['changes', 'changelog', 'version', 'deprecated'] },
    body: [
      texts.some(({ path }) => path === 'packages/gate')
        ? `The ${to('packages/gate', 'release gate')} rates each change to the contract before the release.`
        : '',
      ...(deprecated.length > 0 ? ['## Deprecated', bullets(deprecated)] : []),
      ...(changes.length > 0
        ? []
        : [
            `## ${version} {#v${version}}`,
            `This is the first recorded version. It has ${counted(operations.length, 'operation')}, ${counted(clauses.size, 'clause')} of the specification, and ${counted(assumptions.size, 'assumption')}.`,
          ]),
      ...changes.flatMap(({ version: name, changes: listed }) => [
        `## ${name} {#v${name}}`,
        bullets(
          listed.map(({ operations: ids, what, impact, next }) =>
            [`${ids.map(nameOf).join(', ') || 'Every operation'}: ${what}`, impact && `*${impact}*`, next]
              .filter(Boolean)
              .join(' '),
          ),
        ),
      ]),
    ],
  };
}
