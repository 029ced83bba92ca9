/** Reads trees into grids of wrappers and architectures. */
package org.kpackworkbench.model.analysis.verify.grid;
