declare module 'libheif-js/libheif-wasm/libheif.js' {
  /** The used part of the decoder, which has no type declarations. */
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Applies the rotation of the container; null if it cannot be decoded. */
    display(target: ImageData, done: (shown: ImageData | null) => void): void;
  }

  interface Libheif {
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  }

  // biome-ignore lint/style/noDefaultExport: it is the package's own
  export default function makeDecoder(options: { wasmBinary: ArrayBuffer }): Libheif;
}
