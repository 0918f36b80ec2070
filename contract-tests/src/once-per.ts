/** Keeps what a function makes of an object, for as long as the object exists. The object must not change. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    const known = values.get(key) ?? make(key);
    values.set(key, known);
    return known;
  };
}
