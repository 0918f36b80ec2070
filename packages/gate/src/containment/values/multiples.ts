/** The number of decimal places with which a number is written. */
export function decimalPlaces(value: number): number {
  const [, digits = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, digits.length - Number(exponent));
}

/** Whether a number is a multiple of another one; both are read as the decimals that are written. */
export function isMultiple(value: number, of: number): boolean {
  const places = Math.max(decimalPlaces(value), decimalPlaces(of));
  if (places > 15 || Math.abs(value) * 10 ** places > 1e300) {
    const quotient = value / of;
    return Math.abs(quotient - Math.round(quotient)) < 1e-9;
  }
  const [whole, divisor] = [value, of].map((one) => BigInt(Math.round(one * 10 ** places)));
  return whole !== undefined && divisor !== undefined && divisor !== 0n && whole % divisor === 0n;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

export const leastCommonMultiple = (a: number, b: number): number => (a / greatestCommonDivisor(a, b)) * b;
