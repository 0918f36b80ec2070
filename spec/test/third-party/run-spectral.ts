import { readFileSync } from 'node:fs';
import { type Complaint, load } from './tool.ts';

interface Core {
  default: {
    Spectral: new () => { setRuleset(ruleset: object): void; run(document: object): Promise<QueryError[]> };
    Document: new (text: string, parser: unknown, source: string) => object;
  };
}
interface QueryError {
  code: string | number;
  message: string;
  path: (string | number)[];
}

/**
 * Checks a document with a Spectral ruleset.
 * @param file an OpenAPI document as JSON
 * @returns a complaint for each location, with the rule as its text
 */
export async function runSpectral(file: string, ruleset: object): Promise<Complaint[]> {
  const { Spectral, Document } = (await load<Core>('@stoplight/spectral-core')).default;
  const { Json } = (await load<{ default: { Json: unknown } }>('@stoplight/spectral-parsers')).default;
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [ruleset] });
  const problems = await spectral.run(new Document(readFileSync(file, 'utf8'), Json, file));
  return problems.map(({ code, message, path }) => ({ text: String(code), detail: `${path.join('.')}: ${message}` }));
}
