import {
  type AssumptionProbe,
  confirmed,
  contradicted,
  goodResponse,
  notObserved,
  ofProbe,
  probeRequest,
  recordsOf,
} from '../../src/judge/assumptions/assumption-probe.ts';

const SHORTEST = 8;

export const probe: AssumptionProbe = {
  requests: (operations) =>
    probeRequest(operations, { id: 'first characters of the VIN', operation: 'decodeVinAll', status: '200' }, (good) =>
      good.map(([name, value]) => [name, name === 'vin' ? value.slice(0, SHORTEST) : value]),
    ),
  judge: (judgements, { id }) => {
    const [prefix] = ofProbe(judgements, id);
    const whole = goodResponse(judgements, 'decodeVinAll');
    if (!prefix?.reply || !whole)
      return notObserved('no vehicle was found by the whole VIN, or no prefix was asked for');
    const shown = {
      expected: 'the vehicles of the whole VIN among those of its first 8 characters',
      compared: whole.request,
      next: 'Search for the VINs that begin with what came, and answer with all of them.',
    };
    if (prefix.reply.status !== 200)
      return contradicted(prefix, `the first 8 characters are answered with ${prefix.reply.status}`, shown);
    const found = recordsOf([prefix]).map(({ carId }) => String(carId));
    const isThere = recordsOf([whole]).every(({ carId }) => found.includes(String(carId)));
    return isThere
      ? confirmed('the vehicles of the whole VIN are among those of its first 8 characters')
      : contradicted(prefix, 'a vehicle of the whole VIN is not among those of its first 8 characters', shown);
  },
};
