import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import type { Body } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'sends the attributes of an engine as an object, so that of equal names one is left',
  operations: ['getEngines'],
  code: 'schema',
  change: success((body) => {
    const [{ EngineDetails: details }] = body.data;
    details.EngineAttributes = Object.fromEntries(
      details.EngineAttributes.map(({ Name, Value }: Body) => [Name, Value]),
    );
  }),
};
