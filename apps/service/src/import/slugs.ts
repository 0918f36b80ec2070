interface Named {
  name: string;
  /** Added to the slug of a name whose slug is taken; default: a number. */
  id?: number;
}

/** Gives each name a slug of its own. */
export function uniqueSlugs(): (named: Named) => string {
  const taken = new Set<string>();
  return ({ name, id }) => {
    const plain = name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    let slug = plain;
    for (let suffix = id ?? 2; slug === '' || taken.has(slug); suffix++)
      slug = plain ? `${plain}-${suffix}` : String(suffix);
    taken.add(slug);
    return slug;
  };
}
