import { runSpectral } from '../run-spectral.ts';
import { type Complaint, load } from '../tool.ts';

export const title = '@stoplight/spectral-rulesets (`oas`)';

export async function check(file: string): Promise<Complaint[]> {
  const { oas } = (await load<{ default: { oas: object } }>('@stoplight/spectral-rulesets')).default;
  return runSpectral(file, oas);
}
