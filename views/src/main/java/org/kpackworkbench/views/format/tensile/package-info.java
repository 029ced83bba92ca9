/** Tensile's libraries in the window: their rows, and the tree by which they choose. */
package org.kpackworkbench.views.format.tensile;
