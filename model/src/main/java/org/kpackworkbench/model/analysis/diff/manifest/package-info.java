/** Comparing manifests with one another, and with what is on the disk. */
package org.kpackworkbench.model.analysis.diff.manifest;
