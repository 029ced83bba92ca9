/**
 * Sizes of the code objects of a file, as areas: a treemap of binaries and targets, either inside
 * the other.
 */
package org.kpackworkbench.views.kit.sizes;
