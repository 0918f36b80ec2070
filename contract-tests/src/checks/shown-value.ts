const LONGEST = 40;

/**
 * A value of a reply for a finding, cut.
 * @param longest how many characters are shown
 */
export function shownValue(value: unknown, longest: number = LONGEST): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
