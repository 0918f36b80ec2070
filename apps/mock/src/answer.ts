import { errorBody } from '@vehicle-lookup/operations';

/** What goes back to the caller. */
export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** For the log: which operation answered, or why none did. Never holds anything of the request's query. */
  note: string;
}

/** An error in the document's shape. */
export function errorAnswer(status: number, text: string, note: string, headers: Record<string, string> = {}): Answer {
  return jsonAnswer(status, errorBody(text), note, headers);
}

export function jsonAnswer(status: number, body: unknown, note: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body), note };
}
