import { runSpectral } from '../run-spectral.ts';
import { type Complaint, load } from '../tool.ts';

export const title = '@stoplight/spectral-owasp-ruleset';

export async function check(file: string): Promise<Complaint[]> {
  const { default: ruleset } = await load<{ default: object }>(title);
  return runSpectral(file, ruleset);
}
