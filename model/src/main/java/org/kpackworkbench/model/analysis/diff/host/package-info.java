/** Comparing host binaries and what they are made of: sections, segments, wrappers, bundles. */
package org.kpackworkbench.model.analysis.diff.host;
