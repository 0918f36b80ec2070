/** Gives each name another slug. */
export function uniqueSlugs(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const plain = name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    let slug = plain;
    for (let suffix = 2; slug === '' || taken.has(slug); suffix++) slug = plain ? `${plain}-${suffix}` : String(suffix);
    taken.add(slug);
    return slug;
  };
}
