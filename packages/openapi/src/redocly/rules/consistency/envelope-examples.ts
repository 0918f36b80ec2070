import { bodyForms } from '../../../openapi/body-forms.ts';
import type { Document } from '../../../openapi/openapi.ts';
import type { DocumentedMedia } from '../../../operations/read-operations.ts';
import { operationsOf } from '../../operations.ts';
import type { Check, RuleFinding } from '../../rule.ts';

/**
 * Checks that a success body has one example per titled envelope, with the same names and in the same order. Clients of a
 * mock can select an envelope by name, and tools default to the first envelope.
 */
export const check: Check = (document) =>
  (operationsOf(document)?.operations ?? []).flatMap(({ responses }) =>
    responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ media }) => media.flatMap((one) => examplesOf(document, one))),
  );

function examplesOf(document: Document, { at, schema, examples: shown }: DocumentedMedia): RuleFinding[] {
  const examples = shown.map(({ name }) => name);
  const forms = bodyForms(document, schema, [...at, 'schema']);
  const titles = forms.map(({ title }) => title);
  const named = titles.filter((title) => title !== undefined);
  if (named.length === 0) return [];
  const untitled = forms.find(({ title }) => title === undefined);
  if (untitled) {
    const message = `expected a title, as for the other envelopes (${named.join(', ')}), found none`;
    return [{ message, at: untitled.at }];
  }
  const twice = titles.findIndex((title, index) => titles.indexOf(title) !== index);
  if (twice >= 0) {
    const message = `title "${titles[twice]}": expected a unique title, found two`;
    return [{ message, at: [...at, 'schema', 'anyOf', twice] }];
  }
  const expected = named.join(', ');
  const missing = named
    .filter((title) => !examples.includes(title))
    .map((title) => ({
      message: `example "${title}": expected an example for each of the body's envelopes (${expected}), found none`,
      at: [...at, 'examples'],
    }));
  const unknown = examples
    .filter((name) => !named.includes(name))
    .map((name) => ({
      message: `example "${name}": expected the title of one of the body's envelopes (${expected})`,
      at: [...at, 'examples', name],
    }));
  if (missing.length + unknown.length > 0 || examples.join() === named.join()) return [...missing, ...unknown];
  const message = `examples: expected the order of the envelopes (${expected}), found ${examples.join(', ')}`;
  return [{ message, at: [...at, 'examples'] }];
}
