/**
 * The value of a metric that a service reports, with the labels after its name if any; the sum of all labels by default, 0 if it
 * was never counted.
 * @param admin the base URL of its admin port
 * @throws if the service has no such metric
 */
export async function metric(admin: string, name: string): Promise<number> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  if (!text.includes(`# TYPE ${name.split('{', 1)[0]} `)) throw new Error(`${admin}/metrics has no ${name}`);
  const values = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, 'gm'));
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}
