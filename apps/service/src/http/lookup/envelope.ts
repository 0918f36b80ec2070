/** The version label of the interface: interface-specification.md, "Versioning", rule 1. */
const API_VERSION = '2.0';

/** The full envelope before its data. Records are stored as JSON text and concatenated: nothing is serialised again. */
export function envelopeStart(now: Date): string {
  const second = Math.floor(now.getTime() / 1_000);
  if (second !== latest.second) latest = { second, start: startAt(now) };
  return latest.start;
}

/** All replies of one second begin in the same way. */
let latest = { second: Number.NaN, start: '' };

function startAt(now: Date): string {
  // Assumption timestamp: seconds and a numeric offset, never `Z`.
  const timestamp = `${now.toISOString().slice(0, 19)}+00:00`;
  return `{"success":true,"timestamp":"${timestamp}","api_version":"${API_VERSION}","data":`;
}

export const ENVELOPE_END = '}';
