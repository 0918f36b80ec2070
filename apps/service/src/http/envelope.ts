/** The version label of the interface: interface-specification.md, "Versioning", rule 1. */
const API_VERSION = '2.0';

/** The full envelope up to its data. Records are stored as JSON text and sent as they are: nothing is serialised anew. */
export function envelopeStart(now: Date): string {
  // Assumption timestamp: seconds and a numeric offset, never `Z`.
  const timestamp = `${now.toISOString().slice(0, 19)}+00:00`;
  return `{"success":true,"timestamp":"${timestamp}","api_version":"${API_VERSION}","data":`;
}

export const ENVELOPE_END = '}';
