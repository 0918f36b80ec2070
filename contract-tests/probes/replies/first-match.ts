import { shownValue } from '../../src/checks/received.ts';
import { recordPointer } from '../../src/checks/records.ts';
import {
  type AssumptionProbe,
  confirmed,
  contradicted,
  goodResponse,
  notObserved,
  recordsOf,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const [decoded, all] = [goodResponse(judgements, 'decodeVin'), goodResponse(judgements, 'decodeVinAll')];
    if (!decoded || !all) return notObserved('no VIN was seen decoded in both ways');
    const [single] = recordsOf([decoded]);
    const [first] = recordsOf([all]);
    return String(single?.carId) === String(first?.carId)
      ? confirmed('the single result is the first of all')
      : contradicted(
          all,
          `the first of all has the carId ${shownValue(first?.carId)}, the single result ${shownValue(single?.carId)}`,
          {
            expected: 'the single result of decodeVin as the first of all results',
            evidence: `${recordPointer(all.json?.body, 0)}/carId ${shownValue(first?.carId)}; decodeVin: ${recordPointer(decoded.json?.body, 0)}/carId ${shownValue(single?.carId)}`,
            compared: decoded.request,
            next: 'Sort the results of both operations in the same way.',
          },
        );
  },
};
