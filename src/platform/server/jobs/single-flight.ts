/** Single flight: concurrent calls with the same key share one computation. */
export function singleFlight<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const making = new Map<string, Promise<T>>();
  return (key, make) => {
    const underWay = making.get(key);
    if (underWay !== undefined) return underWay;
    const made = make().finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
}
