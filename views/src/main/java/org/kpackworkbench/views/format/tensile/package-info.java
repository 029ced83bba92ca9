/** Tensile's libraries in the window: their rows, and the tree by which they choose. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.views.format.tensile;
