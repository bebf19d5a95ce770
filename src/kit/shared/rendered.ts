/** A screen as the server renders it: what stands in the page's root, and all styles that it needs. */
export interface Rendered {
  readonly html: string;
  readonly styles: string;
}
