/** One record of a success body; its schema holds, its fields may be absent in a simplified form. */
export type Fields = Readonly<Record<string, unknown>>;

/** The records of a success body in any envelope: `data` of an object, or a bare array; one record is a list of one. */
export function records(body: unknown): Fields[] {
  const data: unknown = Array.isArray(body) ? body : (body as Fields).data;
  return (Array.isArray(data) ? data : [data]) as Fields[];
}
