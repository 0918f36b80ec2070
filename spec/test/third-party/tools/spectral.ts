import { readFileSync } from 'node:fs';
import { type Complaint, load } from '../tool.ts';

export const title = '@stoplight/spectral-rulesets (`oas`)';

interface Core {
  default: {
    Spectral: new () => { setRuleset(ruleset: object): void; run(document: object): Promise<Problem[]> };
    Document: new (text: string, parser: unknown, source: string) => object;
  };
}
interface Problem {
  code: string | number;
  message: string;
  path: (string | number)[];
}

export async function check(file: string): Promise<Complaint[]> {
  const { Spectral, Document } = (await load<Core>('@stoplight/spectral-core')).default;
  const { oas } = (await load<{ default: { oas: object } }>('@stoplight/spectral-rulesets')).default;
  const { Json } = (await load<{ default: { Json: unknown } }>('@stoplight/spectral-parsers')).default;
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas] });
  const problems = await spectral.run(new Document(readFileSync(file, 'utf8'), Json, file));
  return problems.map(({ code, message, path }) => ({ text: String(code), detail: `${path.join('.')}: ${message}` }));
}
