/** Contents of files: the requests of {@code info} and {@code list}. */
package org.kpackworkbench.model.analysis.contents;
