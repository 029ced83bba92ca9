/**
 * Kernel databases into archives, and back: rocFFT's caches, MIOpen's and AOTriton's kernels, and
 * folders of code objects of rocBLAS, hipBLASLt, hipSPARSELt and AOTriton. No library loads from
 * such archives yet.
 *
 * <p>A row's metadata has all that the way back needs: {@code database} and {@code path} of its
 * file, and of a row of a table its columns.
 */
package org.kpackworkbench.model.operation.database;
