/**
 * Compares kpack archives. Rows are aligned by binary, index and target; entries with the same
 * content under another name are paired. Contents are compared as stored where that is conclusive,
 * else decompressed.
 */
package org.kpackworkbench.model.analysis.diff.archive;
