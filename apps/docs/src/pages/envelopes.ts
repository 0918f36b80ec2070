import { envelopesOf } from '../contract/envelopes.ts';
import { bullets, fence, toAssumption, toClause, toOperation } from '../markdown/write.ts';
import type { SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { fieldRows } from '../widgets/fields.ts';

/** Returns the page about the envelopes of successful responses. */
export function envelopesPage({ contract }: Site): SitePage {
  const envelopes = envelopesOf(contract);
  const names = (operations: readonly string[]): string =>
    operations.length === contract.operations.length ? 'every operation' : operations.map(toOperation).join(', ');
  const isAbout = (clause: string): boolean => clause.startsWith('envelope');
  const deciding = [...contract.assumptions].filter(
    ([id, one]) => id.includes('envelope') || one.clauses.some(isAbout),
  );
  const clauses = [...contract.clauses.keys()].filter(isAbout);
  return {
    path: 'envelopes',
    title: 'Envelopes',
    description: 'The envelopes of a successful response.',
    keywords: { '': ['envelope', 'envelopes'], ...Object.fromEntries(envelopes.map(({ title }) => [title, [title]])) },
    body: [
      'A successful response has one of these envelopes. An operation may return any envelope listed on its page, so clients must accept all of these envelopes.',
      ...envelopes.flatMap(({ title, operations, outline, fields }) => [
        `## ${title}`,
        `Returned by: ${names(operations)}.`,
        fence(outline, 'outline'),
        fields ? fieldRows(contract, fields) : 'The body is the array itself.',
      ]),
      deciding.length + clauses.length > 0 ? '## Assumptions {#rests-on}' : '',
      bullets(deciding.map(([id, { statement }]) => `${toAssumption(id)}: ${statement}`)),
      clauses.length > 0 ? `Clauses: ${clauses.map(toClause).join(', ')}` : '',
    ],
  };
}
