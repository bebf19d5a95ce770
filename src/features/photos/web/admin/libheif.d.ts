declare module 'libheif-js/libheif-wasm/libheif.js' {
  /** What is used of the decoder, which says nothing of its own types. */
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Upright, as its container says; null when it cannot be decoded. */
    display(target: ImageData, done: (shown: ImageData | null) => void): void;
  }

  interface Libheif {
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  }

  // biome-ignore lint/style/noDefaultExport: it is the package's own
  export default function makeDecoder(options: { wasmBinary: ArrayBuffer }): Libheif;
}
