/** A screen rendered on the server: the HTML of the page's root, and all styles that it needs. */
export interface RenderedPage {
  readonly html: string;
  readonly styles: string;
}
