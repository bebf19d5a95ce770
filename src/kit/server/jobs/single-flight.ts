/** Single flight: whoever asks for what is being made already gets that one. */
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
