import { fieldsAt } from '../model/fields.ts';
import { decidingEnvelopes } from '../pages/envelopes.ts';
import { successForms } from '../pages/operation/reply.ts';
import { PATHS } from '../site/links.ts';
import type { Site } from '../site/site.ts';
import { fieldBullets } from './fields.ts';
import { markdownLinksFrom } from './links.ts';
import { blocks, bullets } from './text.ts';

/** The forms that a success may have, with the members around the payload. */
export function envelopesMarkdown({ contract }: Site): string {
  const links = markdownLinksFrom(PATHS.envelopes);
  const forms = contract.operations.flatMap((operation) =>
    successForms(contract.document, operation).map(({ title, at }) => ({ id: operation.id, title, at })),
  );
  return blocks(
    '# Envelopes',
    'A success has one of these forms. An operation may send any form that it lists, so read all of them.',
    ...[...Map.groupBy(forms, ({ title }) => title)].map(([title, members]) => {
      const [first] = members;
      const ids = [...new Set(members.map(({ id }) => id))];
      const who = ids.length === contract.operations.length ? 'every operation' : ids.map(links.operation).join(', ');
      const fields = first ? fieldsAt(contract.document, first.at) : [];
      const isList = fields.some(({ path }) => path.startsWith('[]'));
      // The page of each operation has the fields of its payload.
      const outer = fields.map((field) => ({ ...field, fields: [] }));
      return blocks(
        `## ${title}`,
        `Sent by: ${who}.`,
        isList ? 'The body is the array itself; there is nothing around it.' : fieldBullets(contract, outer, links),
      );
    }),
    '## Rests on',
    bullets(decidingEnvelopes(contract).map(([id, { statement }]) => `${links.assumption(id)}: ${statement}`)),
  );
}
