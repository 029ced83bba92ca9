/** Compares {@code .kpm} manifests with each other, and one manifest with the files on disk. */
package org.kpackworkbench.model.analysis.diff.manifest;
