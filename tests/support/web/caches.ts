/**
 * An in-memory implementation of the subset of the Cache API that the product uses: caches by name,
 * responses by URL.
 */
export function cachesInMemory() {
  const all = new Map<string, Map<string, Response>>();
  return {
    names: () => [...all.keys()],
    part: {
      open: async (name: string) => {
        const answers = all.get(name) ?? new Map<string, Response>();
        all.set(name, answers);
        return {
          match: async (address: string) => answers.get(address)?.clone(),
          put: async (address: string, answer: Response) => void answers.set(address, answer),
        };
      },
      keys: async () => [...all.keys()],
      delete: async (name: string) => all.delete(name),
    },
  };
}
