/** What is in files: what {@code info} and {@code list} are asked. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.analysis.contents;
