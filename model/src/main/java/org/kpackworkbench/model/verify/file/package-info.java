/** Rules about manifests, static libraries, and files that cannot be read at all. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.verify.file;
