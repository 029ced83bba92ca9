/**
 * Opens comparisons. {@code Compare} is the entry point: it selects the comparison by the formats
 * of the inputs. Trees and packed artifacts are compared by path, static libraries by member, a
 * manifest with the files on disk, and documents of other formats by their parts.
 */
package org.kpackworkbench.model.analysis.diff.run;
