/** Rules about archives and the blobs in them. See {@code archive} for the format. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.verify.archive;
