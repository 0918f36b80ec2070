/**
 * Returns the value of a service's metric. `name` may include labels; otherwise, the values of all labels are added. Returns 0
 * if the metric was never counted.
 * @param admin the base URL of the service's admin port
 * @throws if the service does not have the metric
 */
export async function metric(admin: string, name: string): Promise<number> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  if (!text.includes(`# TYPE ${name.split('{', 1)[0]} `)) throw new Error(`${admin}/metrics has no ${name}`);
  const values = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, 'gm'));
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}
