import { type AssumptionProbe, confirmedBy } from '../../src/judge/assumptions/assumption-probe.ts';
import type { Request } from '../../src/plan/request.ts';

const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Whether the ninth character is not the check digit of the others (ISO 3779, as North America applies it). */
function contradictsRule({ query }: Request): boolean {
  const vin = query.find(([name]) => name === 'vin')?.[1] ?? '';
  if (vin.length !== WEIGHTS.length) return false;
  const sum = [...vin].reduce(
    (total, letter, index) => total + (VALUES.indexOf(letter) % 10) * (WEIGHTS[index] ?? 0),
    0,
  );
  return vin[8] !== '0123456789X'[sum % 11];
}

const isWellFormed = ({ kind, parameter }: Request): boolean =>
  kind === 'good' || (kind === 'unknown-value' && parameter === 'vin');

export const probe: AssumptionProbe = {
  otherReading: (request, status) => status === 400 && isWellFormed(request) && contradictsRule(request),
  judge: (judgements) => {
    const own = judgements.filter(({ request }) => isWellFormed(request) && contradictsRule(request));
    const accepted = own.filter(({ reply: response }) => response?.status === 200 || response?.status === 404);
    return confirmedBy(accepted.length, 'a VIN with another check digit answered as any other');
  },
};
