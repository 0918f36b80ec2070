import type { DocumentedOperation } from '@vehicle-lookup/openapi';
import type { KnownContract } from '../contract/contract.ts';
import { sampleRequest } from '../contract/requests.ts';
import { samplesOf, variableOf } from '../contract/samples.ts';
import { code, fence } from '../markdown/write.ts';
import type { Widget } from '../page.ts';
import { card, tabs } from './layout.ts';

/** Returns a card with the request in each language. */
export function samplesCard(site: KnownContract, operation: DocumentedOperation): Widget {
  const names = site.contract.table.credentials.map((name) => code(variableOf(name))).join(' and ');
  const account =
    site.servers[0]?.name === 'mock'
      ? `The sample reads ${names} from the environment. The mock accepts any non-empty values.`
      : `The sample reads ${names}, your account's credentials, from the environment.`;
  const panels = samplesOf(sampleRequest(site, operation)).map(({ id, label, language, source }) => ({
    name: id,
    label,
    body: [fence(source, language)],
  }));
  return card('samples', 'Request', tabs('language', 'Language', panels, 'sample'), account);
}
