interface Named {
  name: string;
  /** Added to the slug of a name whose slug is taken. */
  id: number;
}

/** Gives each name another slug. */
export function uniqueSlugs(): (named: Named) => string {
  const taken = new Set<string>();
  return ({ name, id }) => {
    const plain = name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    let slug = plain;
    for (let suffix = id; slug === '' || taken.has(slug); suffix++)
      slug = plain ? `${plain}-${suffix}` : String(suffix);
    taken.add(slug);
    return slug;
  };
}
