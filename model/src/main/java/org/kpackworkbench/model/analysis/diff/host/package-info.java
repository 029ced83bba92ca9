/**
 * Compares host binaries: headers, segments, sections, relocations, wrappers, marker, and the
 * entries of their offload bundles. For a fat binary and its host-only form, {@code
 * ConversionWords} describes what the conversion changed.
 */
package org.kpackworkbench.model.analysis.diff.host;
