/** Keeps what a function makes of an object, for as long as the object exists. The object must not change. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    const known = values.get(key) ?? make(key);
    values.set(key, known);
    return known;
  };
}

/** The value of a key; it is made and kept if there is none. */
export function keep<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
