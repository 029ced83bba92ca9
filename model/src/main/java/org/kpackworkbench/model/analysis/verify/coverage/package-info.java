/**
 * Which wrapper of which binary has code for which architecture: the grid binary#index ×
 * architecture, from tables of contents only; nothing is decompressed.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.analysis.verify.coverage;
