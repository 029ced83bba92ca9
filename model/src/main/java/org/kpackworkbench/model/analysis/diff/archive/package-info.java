/** Comparing archives: rows aligned by binary, index and target; contents as stored or unpacked. */
package org.kpackworkbench.model.analysis.diff.archive;
