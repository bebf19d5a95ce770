/** A screen as the server renders it: what stands in the page's root, and rules of CSS for it. */
export interface Rendered {
  readonly html: string;
  readonly styles: string;
}
