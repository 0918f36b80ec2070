import { decidingEnvelopes, envelopesOf, statingEnvelopes } from '../contract/envelopes.ts';
import { PATHS } from '../site/links.ts';
import type { Site } from '../site.ts';
import { fieldBullets } from './fields.ts';
import { markdownLinksFrom } from './links.ts';
import { blocks, bullets, fence } from './text.ts';

/** The forms that a success may have, with the fields around the payload. */
export function envelopesMarkdown({ contract }: Site): string {
  const links = markdownLinksFrom(PATHS.envelopes);
  return blocks(
    '# Envelopes',
    'A success has one of these forms. An operation may send any form that it lists, so read all of them.',
    ...envelopesOf(contract).map(({ title, operations, outline, fields }) => {
      const isEverywhere = operations.length === contract.operations.length;
      return blocks(
        `## ${title}`,
        `Sent by: ${isEverywhere ? 'every operation' : operations.map(links.operation).join(', ')}.`,
        fence(outline, ''),
        fields ? fieldBullets(contract, fields, links) : 'The body is the array itself; there is nothing around it.',
      );
    }),
    '## Rests on',
    bullets(decidingEnvelopes(contract).map(([id, { statement }]) => `${links.assumption(id)}: ${statement}`)),
    `Clauses: ${statingEnvelopes(contract).map(links.clause).join(', ')}`,
  );
}
