/** An account's credentials. */
export interface Credentials {
  user: string;
  key: string;
}

export interface Answer {
  status: number;
  body: unknown;
  /** The remaining consultations in the RateLimit header. */
  remaining: number | undefined;
  /** Seconds until a further consultation is allowed. */
  reset: number | undefined;
}

/** Sends a request to the API at a base URL. */
export async function ask(address: string, query: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${address}/api/?${new URLSearchParams(query)}`);
  const [, remaining, reset] = /\br=(\d+);t=(\d+)/.exec(response.headers.get('ratelimit') ?? '') ?? [];
  const count = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  return { status: response.status, body: await response.json(), remaining: count(remaining), reset: count(reset) };
}

/** The query for a vehicle in the demonstration catalogue. */
export const VEHICLE = { carId: '25573', only: '1' };

/** Returns the data of a successful response, without fields that differ between responses. */
export const dataOf = ({ body }: Answer): unknown => (body as { data?: unknown }).data;
