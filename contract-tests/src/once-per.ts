/** Caches the result of a function per object, as long as the object exists. The object must not change. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    const known = values.get(key) ?? make(key);
    values.set(key, known);
    return known;
  };
}

/** The maximum number of cached values, because a process may verify many services. */
const KEPT = 8;

/** Returns the cached value of a key. A missing value is created and cached; the oldest value beyond eight is removed. */
export function keep<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  if (values.size > KEPT) values.delete(values.keys().next().value as Key);
  return value;
}
