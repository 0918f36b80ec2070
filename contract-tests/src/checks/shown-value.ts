const LONGEST = 40;

/** A value of a reply for a finding, cut. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
