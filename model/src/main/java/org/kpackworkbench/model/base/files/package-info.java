/**
 * Trees of files: listing one in an order that is the same everywhere, copying what stays as it is,
 * and making a new one that takes its name as a whole.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.base.files;
