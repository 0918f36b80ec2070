import { type Document, readOperations } from '@vehicle-lookup/document';
import { defaultAddress, readContract } from '../model/contract.ts';
import { samplesOf } from '../model/samples.ts';
import { sampleRequest } from '../pages/sample-request.ts';

/** Gives every operation of a document, which is not changed, the samples of its page. */
export function withSamples(document: Document): Document {
  const sampled = structuredClone(document);
  const contract = readContract(sampled);
  const servers = [{ name: 'mock', address: defaultAddress(document) }];
  for (const operation of readOperations(sampled)) {
    const samples = samplesOf(sampleRequest({ contract, servers }, operation));
    const code = samples.map(({ label, language, source }) => ({
      lang: language === 'sh' ? 'Shell' : 'JavaScript',
      label,
      source,
    }));
    Object.assign(operation.node, { 'x-codeSamples': code });
  }
  return sampled;
}
