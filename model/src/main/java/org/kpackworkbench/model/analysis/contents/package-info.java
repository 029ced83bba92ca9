/** Contents of files: the requests of {@code info} and {@code list}. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.analysis.contents;
