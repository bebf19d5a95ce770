/**
 * Makes React tolerate a browser's translation, which wraps texts in elements or replaces them. If
 * React wants to move or remove a node that the translation has wrapped, the wrapper is moved or
 * removed instead of throwing an error. Must be called once, before a page can be translated.
 * Source: https://github.com/facebook/react/issues/11538
 */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const own = childWith(this, child);
    if (own) removeChild.call(this, own);
    return child;
  };
  Node.prototype.insertBefore = function <New extends Node>(
    this: Node,
    added: New,
    before: Node | null,
  ): New {
    insertBefore.call(this, added, before && childWith(this, before));
    return added;
  };
}

/**
 * Returns the child of `parent` that is the node or contains it; null if the node is not inside
 * `parent`.
 */
function childWith(parent: Node, node: Node): Node | null {
  let own: Node | null = node;
  while (own && own.parentNode !== parent) own = own.parentNode;
  return own;
}
